import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    reconciliation: { zh: '财务对账', en: 'Reconciliation', pt: 'Conciliação' },
  },
  actions: {
    saveDraft: { zh: '保存对账规则草稿', en: 'Keep a draft of rules', pt: 'Guardar um rascunho de regras' },
    discardDraft: { zh: '放弃对账规则草稿', en: 'Drop a draft of rules', pt: 'Descartar um rascunho de regras' },
    acceptProposal: { zh: '采纳建议的规则', en: 'Accept a proposed rule', pt: 'Aceitar uma regra proposta' },
    rejectProposal: { zh: '拒绝建议的规则', en: 'Reject a proposed rule', pt: 'Rejeitar uma regra proposta' },
    publish: { zh: '发布对账规则', en: 'Publish the rules of an account', pt: 'Publicar as regras de uma conta' },
  },
  objects: {
    accountModel: { zh: '对账规则', en: 'Rules of an account', pt: 'Regras de uma conta' },
  },
}
