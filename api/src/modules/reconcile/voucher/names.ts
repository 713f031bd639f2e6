import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    reconciliation: { zh: '财务对账', en: 'Reconciliation', pt: 'Conciliação' },
  },
  actions: {
    make: { zh: '生成凭证草稿', en: 'Draft a voucher', pt: 'Gerar um rascunho contábil' },
    post: { zh: '标记凭证已过账', en: 'Mark a voucher as posted', pt: 'Marcar como lançado' },
    discard: { zh: '作废凭证草稿', en: 'Give up a voucher draft', pt: 'Descartar um rascunho contábil' },
    release: {
      zh: '从方案收回凭证',
      en: 'Give a voucher back from a strategy',
      pt: 'Devolver um comprovante de uma estratégia',
    },
    export: { zh: '导出凭证', en: 'Export vouchers', pt: 'Exportar rascunhos contábeis' },
  },
  objects: {
    reconVoucher: { zh: '凭证草稿', en: 'Voucher draft', pt: 'Rascunho contábil' },
  },
}
