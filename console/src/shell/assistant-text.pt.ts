import type { Like } from '../lib/i18n.ts'
import type { zh } from './assistant-text.zh.ts'

export const pt: Like<typeof zh> = {
  title: 'Assistente',
  another: 'Nova sessão',
  page: 'Abrir como página',
  close: 'Fechar',
  success: 'Respondido',
  failure: 'Sem resposta',
}
