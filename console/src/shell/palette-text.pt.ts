import type { Like } from '../lib/i18n.ts'
import type { zh } from './palette-text.zh.ts'

export const pt: Like<typeof zh> = {
  title: 'Buscar',
  placeholder: 'Página, estratégia, conector ou um número completo',
  pages: 'Páginas',
  strategies: 'Estratégias',
  connectors: 'Conectores',
  records: 'Registros',
  none: q => `Nada encontrado para “${q}”. Digite o número completo.`,
  searching: 'Buscando…',
  failed: 'A busca não funcionou',
  keys: '↑ ↓ para escolher, Enter para abrir, Esc para fechar',
}
