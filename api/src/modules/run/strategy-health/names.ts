import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    export: { zh: '导出方案健康', en: 'Export strategy health', pt: 'Exportar a saúde das estratégias' },
    subscribe: { zh: '订阅方案健康', en: 'Subscribe to a strategy', pt: 'Assinar uma estratégia' },
    unsubscribe: {
      zh: '取消订阅方案健康',
      en: 'Unsubscribe from a strategy',
      pt: 'Cancelar a assinatura de uma estratégia',
    },
  },
}
