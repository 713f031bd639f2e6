import type { Like } from '../lib/i18n.ts'
import type { zh } from './settings-text.zh.ts'

export const pt: Like<typeof zh> = {
  open: 'Configurações de aparência',
  intro: 'Aplicadas na hora e salvas com sua conta.',
  pageStyle: 'Estilo da página',
  primaryColor: 'Cor do tema',
  otherColor: 'Outra cor',
  layout: 'Navegação',
  layouts: { side: 'Menu lateral', top: 'Menu superior', mix: 'Menu misto', left: 'Menu esquerdo em dois níveis' },
  contentWidth: 'Largura do conteúdo',
  contentWidths: { Fluid: 'Fluida', Fixed: 'Fixa' },
  fixedHeader: 'Cabeçalho fixo',
  fixedSidebar: 'Barra lateral fixa',
  splitMenus: 'Dividir menus',
  splitMenusWhy: 'Somente para o menu misto: primeiro nível no topo, segundo na lateral.',
  fixedSidebarWhy: 'O menu superior não tem barra lateral.',
  transition: 'Transição de página',
  transitions: {
    null: 'Nenhuma',
    slideup: 'Deslizar para cima',
    slideright: 'Deslizar para a direita',
    fadein: 'Esmaecer',
    zoom: 'Zoom',
  },
  multiTab: 'Abas',
  multiTabFixed: 'Barra de abas fixa',
  colorWeak: 'Modo para daltonismo',
  reset: 'Restaurar padrão',
}
