import { type Like, plural } from '../lib/i18n.ts'
import type { zh } from './notice-text.zh.ts'

export const pt: Like<typeof zh> = {
  tabs: { todo: 'Pendências', message: 'Mensagens', exception: 'Exceções do servidor' },
  unread: 'Não lida',
  settled: 'Resolvida',
  readAll: 'Marcar todas como lidas',
  clear: 'Limpar',
  all: 'Ver todas',
  empty: {
    todo: {
      title: 'Nada pendente',
      text: 'Estratégias com falha, contas que não fecham e credenciais a vencer aparecem aqui.',
    },
    message: { title: 'Nenhuma mensagem', text: 'Avisos sobre cotas e processos aparecem aqui.' },
  },
  noExceptions: 'Nenhuma exceção do servidor',
  noExceptionsText: 'Quando o servidor responde 500, as dez últimas ficam guardadas aqui.',
  parts: {
    path: 'Caminho',
    line: 'Linha',
    exception: 'Exceção',
    message: 'Mensagem',
    trace: 'Rastro',
    noTrace: 'O servidor não informou',
    steps: count => plural(count, 'passo'),
  },
}
