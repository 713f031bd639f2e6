import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    create: { zh: '新建忽略规则', en: 'Create an ignore rule', pt: 'Criar uma regra de exclusão' },
    update: { zh: '修改忽略规则', en: 'Change an ignore rule', pt: 'Alterar uma regra de exclusão' },
    delete: { zh: '删除忽略规则', en: 'Delete an ignore rule', pt: 'Excluir uma regra de exclusão' },
  },
  objects: {
    ignoreRule: { zh: '忽略规则', en: 'Ignore rule', pt: 'Regra de exclusão' },
  },
}
