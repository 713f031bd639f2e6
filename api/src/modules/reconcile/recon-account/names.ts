import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    reconciliation: { zh: '财务对账', en: 'Reconciliation', pt: 'Conciliação' },
  },
  actions: {
    create: { zh: '新建核算账户', en: 'Create an account', pt: 'Criar uma conta' },
    update: { zh: '修改核算账户', en: 'Change an account', pt: 'Alterar uma conta' },
    setStatus: { zh: '变更核算账户状态', en: 'Change the state of an account', pt: 'Mudar o estado de uma conta' },
  },
  objects: {
    reconAccount: { zh: '核算账户', en: 'Account', pt: 'Conta' },
  },
}
