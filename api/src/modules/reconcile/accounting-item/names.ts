import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    create: { zh: '新建核算项', en: 'Create an accounting item', pt: 'Criar um item contábil' },
    update: { zh: '修改核算项', en: 'Change an accounting item', pt: 'Alterar um item contábil' },
    delete: { zh: '删除核算项', en: 'Delete an accounting item', pt: 'Excluir um item contábil' },
    addStandard: { zh: '添加标准核算项', en: 'Add the standard items', pt: 'Adicionar os itens padrão' },
    classify: { zh: '按规则归类', en: 'Classify lines by the rules', pt: 'Classificar linhas pelas regras' },
  },
  objects: {
    accountingItem: { zh: '核算项', en: 'Accounting item', pt: 'Item contábil' },
  },
}
