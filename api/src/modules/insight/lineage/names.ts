import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    export: { zh: '导出数据去向', en: 'Export where a value goes', pt: 'Exportar para onde um valor vai' },
  },
  objects: {
    lineage: { zh: '数据去向', en: 'Where a value goes', pt: 'Para onde um valor vai' },
  },
}
