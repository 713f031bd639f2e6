import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    begin: {
      zh: '开始设置动态口令',
      en: 'Begin to set up an authenticator',
      pt: 'Começar a configurar um autenticador',
    },
    confirm: { zh: '启用动态口令', en: 'Switch an authenticator on', pt: 'Ativar um autenticador' },
    renewRecovery: { zh: '更换恢复码', en: 'Renew recovery codes', pt: 'Renovar códigos de recuperação' },
    disable: { zh: '停用动态口令', en: 'Switch an authenticator off', pt: 'Desativar um autenticador' },
    reset: {
      zh: '重置他人动态口令',
      en: 'Reset another authenticator',
      pt: 'Redefinir o autenticador de outra pessoa',
    },
    savePolicy: { zh: '修改登录策略', en: 'Change the sign-in policy', pt: 'Alterar a política de acesso' },
  },
}
