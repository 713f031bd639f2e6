import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    reconciliation: { zh: '财务对账', en: 'Reconciliation', pt: 'Conciliação' },
  },
  actions: {
    export: { zh: '导出未清差异', en: 'Export open differences', pt: 'Exportar diferenças em aberto' },
    assign: { zh: '分派未清差异', en: 'Give differences to a person', pt: 'Atribuir diferenças' },
    comment: { zh: '备注差异', en: 'Comment on a difference', pt: 'Comentar uma diferença' },
    attach: { zh: '上传凭据', en: 'Attach evidence', pt: 'Anexar comprovante' },
    download: { zh: '下载凭据', en: 'Download evidence', pt: 'Baixar comprovante' },
    detach: { zh: '删除凭据', en: 'Remove evidence', pt: 'Remover comprovante' },
  },
  objects: {
    reconEvidence: { zh: '对账凭据', en: 'Evidence of a reconciliation', pt: 'Comprovante da conciliação' },
  },
}
