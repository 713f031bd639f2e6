import type { Like } from '../../../lib/i18n.ts'
import type { zh } from './text.zh.ts'

export const pt: Like<typeof zh> = {
  label: 'Log do gateway',
  intro:
    'Uma linha por chamada aceita, guardada por 90 dias. O id de rastreamento leva a cada registro lido ou enviado.',
  export: 'Exportar',
  empty: 'Ainda não há chamadas',
  emptyText: 'Quando um programa chamar o gateway, as chamadas aparecem aqui uma a uma.',
  columns: {
    time: 'Hora',
    application: 'Aplicativo',
    operation: 'Operação',
    strategy: 'Estratégia',
    method: 'Método',
    ip: 'IP',
    status: 'Status HTTP',
    code: 'Código',
    rows: 'Linhas',
    took: 'Duração',
    result: 'Resultado',
    actions: 'Ações',
  },
  operations: { query: 'Ler lista', 'find-one': 'Ler um', store: 'Enviar registros', receipt: 'Ler o destino' },
  results: { ok: 'Concluída', failed: 'Falhou' },
  slower: 'Durou ao menos',
  trace: 'Id de rastreamento',
  from: 'De',
  to: 'Até',
  view: 'Ver',
  open: name => `Ver uma chamada de "${name}"`,
  drawer: 'Chamada',
  failure: 'Motivo',
  records: 'Registros',
  notYet: 'ainda não armazenado',
  stats: { label: 'Números', calls: 'Chamadas', hint: 'Últimas 24 horas', failed: 'Falharam', top: 'Mais chamadas' },
}
