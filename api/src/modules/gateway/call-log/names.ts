import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    export: { zh: '导出网关调用日志', en: 'Export calls of the gateway', pt: 'Exportar chamadas do gateway' },
  },
  objects: {
    gatewayCall: { zh: '网关调用', en: 'Call of the gateway', pt: 'Chamada do gateway' },
  },
}
