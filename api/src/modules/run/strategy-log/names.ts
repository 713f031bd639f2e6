import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    export: { zh: '导出运行日志', en: 'Export the log of a strategy', pt: 'Exportar o diário de uma estratégia' },
  },
}
