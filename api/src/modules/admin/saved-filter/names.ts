import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    create: { zh: '保存筛选', en: 'Save a filter', pt: 'Salvar um filtro' },
    update: { zh: '修改筛选', en: 'Change a saved filter', pt: 'Alterar um filtro salvo' },
    remove: { zh: '删除筛选', en: 'Forget a saved filter', pt: 'Remover um filtro salvo' },
  },
  objects: {
    savedFilter: { zh: '常用筛选', en: 'Saved filter', pt: 'Filtro salvo' },
  },
}
