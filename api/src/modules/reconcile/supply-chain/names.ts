import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    export: { zh: '导出供应链单据行', en: 'Export document lines', pt: 'Exportar linhas de documentos' },
    reclassify: { zh: '改变单据行的核算项', en: 'Reclassify document lines', pt: 'Reclassificar linhas de documentos' },
    ignore: { zh: '忽略单据行', en: 'Ignore document lines', pt: 'Ignorar linhas de documentos' },
    restore: { zh: '恢复单据行', en: 'Open document lines again', pt: 'Reabrir linhas de documentos' },
  },
  objects: {
    supplyLine: { zh: '供应链单据行', en: 'Document line', pt: 'Linha de documento' },
  },
}
