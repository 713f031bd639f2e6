import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    approve: { zh: '通过审批', en: 'Approve a request', pt: 'Aprovar um pedido' },
    refuse: { zh: '驳回审批', en: 'Refuse a request', pt: 'Recusar um pedido' },
    withdraw: { zh: '撤回审批', en: 'Withdraw a request', pt: 'Retirar um pedido' },
    savePolicy: {
      zh: '设置发布审批',
      en: 'Change whether publishing needs approval',
      pt: 'Alterar se publicar exige aprovação',
    },
  },
  objects: {
    approval: { zh: '审批', en: 'Approval', pt: 'Aprovação' },
  },
}
