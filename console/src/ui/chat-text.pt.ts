import type { Like } from '../lib/i18n.ts'
import type { zh } from './chat-text.zh.ts'

export const pt: Like<typeof zh> = {
  assistant: 'Assistente',
  you: 'Você',
  log: 'Conversa',
  hello: 'Olá, eu sou o assistente. Pergunte sobre conectores, estratégias, mapeamento de campos e conciliação.',
  privacy:
    'Telefones, documentos, senhas e chaves são mascarados antes do envio. O assistente não vê os dados do locatário.',
  notConnected: 'Ainda não há conector compatível com OpenAI; ninguém responde.',
  connect: 'Criar um conector OpenAI',
  askAdmin: 'Peça a um colega que possa criar conectores.',
  waiting: 'Pensando…',
  failure: {
    title: 'erro anormal (abnormal error)',
    connector: 'Verifique se há um conector OpenAI configurado.',
    length: 'Mantenha a sessão curta e abra uma nova quando ela ficar longa.',
  },
  input: 'Pergunta',
  placeholder: 'Pergunte algo',
  keys: 'Enter envia, Shift + Enter quebra a linha',
  send: 'Enviar',
}
