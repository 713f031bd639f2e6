import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    rename: { zh: '重命名账单模板', en: 'Rename a bill profile', pt: 'Renomear um perfil de extrato' },
    delete: { zh: '删除账单模板', en: 'Delete a bill profile', pt: 'Excluir um perfil de extrato' },
  },
  objects: {
    billProfile: { zh: '账单模板', en: 'Bill profile', pt: 'Perfil de extrato' },
  },
}
