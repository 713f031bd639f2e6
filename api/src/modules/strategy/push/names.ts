import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    receive: { zh: '接收推送', en: 'Receive pushes', pt: 'Receber envios' },
    save: { zh: '修改推送设置', en: 'Change push settings', pt: 'Alterar configurações de push' },
    resetToken: { zh: '重置推送令牌', en: 'Reset the push token', pt: 'Redefinir o token de push' },
  },
  objects: {
    push: { zh: '推送', en: 'Push', pt: 'Push' },
  },
}
