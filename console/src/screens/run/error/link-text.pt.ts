import type { Like } from '../../../lib/i18n.ts'
import type { zh } from './link-text.zh.ts'

export const pt: Like<typeof zh> = {
  byCause: 'Erros por causa',
  group: 'Mostrar erros como este',
  corrections: 'Correções feitas por pessoas',
  current: 'Em vigor',
  past: 'Sem efeito: a origem enviou outro conteúdo',
  removed: 'campo removido',
}
