import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    alert: { zh: '告警', en: 'Alerts', pt: 'Alertas' },
  },
  actions: {
    createChannel: { zh: '新建告警通道', en: 'Add an alert channel', pt: 'Adicionar um canal de alerta' },
    updateChannel: { zh: '修改告警通道', en: 'Change an alert channel', pt: 'Alterar um canal de alerta' },
    deleteChannel: { zh: '删除告警通道', en: 'Remove an alert channel', pt: 'Remover um canal de alerta' },
    testChannel: { zh: '测试告警通道', en: 'Test an alert channel', pt: 'Testar um canal de alerta' },
    createRule: { zh: '新建告警规则', en: 'Add an alert rule', pt: 'Adicionar uma regra de alerta' },
    updateRule: { zh: '修改告警规则', en: 'Change an alert rule', pt: 'Alterar uma regra de alerta' },
    deleteRule: { zh: '删除告警规则', en: 'Remove an alert rule', pt: 'Remover uma regra de alerta' },
    resend: { zh: '重发告警', en: 'Send an alert again', pt: 'Enviar um alerta de novo' },
    saveSetting: { zh: '修改告警设置', en: 'Change the settings of alerts', pt: 'Alterar as configurações de alertas' },
    selfTest: { zh: '告警自检', en: 'Test all alert channels', pt: 'Testar todos os canais de alerta' },
  },
  objects: {
    'alert-rule': { zh: '告警规则', en: 'Alert rule', pt: 'Regra de alerta' },
    'alert-channel': { zh: '告警通道', en: 'Alert channel', pt: 'Canal de alerta' },
  },
}
