import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    reconciliation: { zh: '财务对账', en: 'Reconciliation', pt: 'Conciliação' },
  },
  actions: {
    create: { zh: '新建对账流程', en: 'Add a flow', pt: 'Criar um fluxo' },
    update: { zh: '修改对账流程', en: 'Change a flow', pt: 'Alterar um fluxo' },
    run: { zh: '执行对账', en: 'Run a reconciliation', pt: 'Executar uma conciliação' },
    cancelRun: { zh: '取消对账', en: 'Cancel a reconciliation', pt: 'Cancelar uma conciliação' },
    confirm: { zh: '确认匹配', en: 'Confirm a match', pt: 'Confirmar uma correspondência' },
    revoke: { zh: '撤销匹配', en: 'Take a match back', pt: 'Desfazer uma correspondência' },
    match: { zh: '人工匹配', en: 'Match by hand', pt: 'Corresponder manualmente' },
    confirmMany: { zh: '批量确认匹配', en: 'Confirm several matches', pt: 'Confirmar várias correspondências' },
    ignore: { zh: '忽略对账明细', en: 'Ignore lines', pt: 'Ignorar lançamentos' },
    carry: { zh: '挂账', en: 'Carry lines over', pt: 'Transportar lançamentos' },
    reopen: { zh: '恢复对账明细', en: 'Open lines again', pt: 'Reabrir lançamentos' },
    assign: { zh: '认领对账明细', en: 'Look into lines', pt: 'Assumir lançamentos' },
    comment: { zh: '对账备注', en: 'Comment on a reconciliation', pt: 'Comentar a conciliação' },
    exportEntries: { zh: '导出对账结果', en: 'Export a reconciliation', pt: 'Exportar a conciliação' },
  },
  objects: {
    reconLine: { zh: '对账明细', en: 'Line of a reconciliation', pt: 'Lançamento da conciliação' },
    reconFlow: { zh: '对账流程', en: 'Flow of a reconciliation', pt: 'Fluxo de conciliação' },
    reconMatch: { zh: '对账匹配', en: 'Match of a reconciliation', pt: 'Correspondência da conciliação' },
  },
}
