import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    export: { zh: '导出资源清单', en: 'Export the list of resources', pt: 'Exportar a lista de recursos' },
  },
}
