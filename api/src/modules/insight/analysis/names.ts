import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    export: { zh: '导出业务分析', en: 'Export the analysis', pt: 'Exportar a análise' },
  },
  objects: {
    analysis: { zh: '业务分析', en: 'Analysis', pt: 'Análise' },
  },
}
