import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    create: { zh: '新建分类', en: 'Create a category', pt: 'Criar uma categoria' },
    update: { zh: '修改分类', en: 'Change a category', pt: 'Alterar uma categoria' },
    move: { zh: '移动分类', en: 'Move a category', pt: 'Mover uma categoria' },
    order: { zh: '调整分类顺序', en: 'Order categories', pt: 'Ordenar categorias' },
    delete: { zh: '删除分类', en: 'Delete a category', pt: 'Excluir uma categoria' },
  },
  objects: {
    collection: { zh: '分类', en: 'Category', pt: 'Categoria' },
  },
}
