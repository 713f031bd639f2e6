import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    clear: { zh: '清除消息', en: 'Put notices away', pt: 'Limpar notificações' },
    savePreferences: { zh: '修改消息偏好', en: 'Change notice preferences', pt: 'Alterar preferências de notificação' },
    testMail: { zh: '给自己发送测试邮件', en: 'Send oneself a test mail', pt: 'Enviar um e-mail de teste a si mesmo' },
  },
  objects: {
    notice: { zh: '消息', en: 'Notice', pt: 'Notificação' },
  },
}
