import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    reconciliation: { zh: '财务对账', en: 'Reconciliation', pt: 'Conciliação' },
  },
  actions: {
    export: {
      zh: '导出对账报表',
      en: 'Export a report of the reconciliation',
      pt: 'Exportar um relatório da conciliação',
    },
  },
  objects: {
    reconReport: { zh: '对账报表', en: 'Report of the reconciliation', pt: 'Relatório da conciliação' },
  },
}
