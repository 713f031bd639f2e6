import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    replay: { zh: '重放网关调用', en: 'Send a call of the gateway again', pt: 'Reenviar uma chamada do gateway' },
    export: { zh: '导出网关调用日志', en: 'Export calls of the gateway', pt: 'Exportar chamadas do gateway' },
  },
  objects: {
    gatewayCall: { zh: '网关调用', en: 'Call of the gateway', pt: 'Chamada do gateway' },
  },
}
