import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    export: { zh: '导出配置', en: 'Export the configuration', pt: 'Exportar a configuração' },
    apply: { zh: '应用配置', en: 'Apply a configuration', pt: 'Aplicar uma configuração' },
  },
  objects: {
    config: { zh: '配置', en: 'Configuration', pt: 'Configuração' },
  },
}
