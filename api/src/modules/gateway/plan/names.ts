import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    export: { zh: '导出网关套餐', en: 'Export plans of the gateway', pt: 'Exportar planos do gateway' },
    create: { zh: '新建网关套餐', en: 'Create a plan of the gateway', pt: 'Criar um plano do gateway' },
    update: { zh: '修改网关套餐', en: 'Change a plan of the gateway', pt: 'Alterar um plano do gateway' },
    delete: { zh: '删除网关套餐', en: 'Delete a plan of the gateway', pt: 'Excluir um plano do gateway' },
  },
  objects: {
    gatewayPlan: { zh: '网关套餐', en: 'Plan of the gateway', pt: 'Plano do gateway' },
  },
}
