import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    login: { zh: '登录', en: 'Sign in', pt: 'Entrar' },
    logout: { zh: '退出登录', en: 'Sign out', pt: 'Sair' },
    refresh: { zh: '续期登录', en: 'Renew the sign-in', pt: 'Renovar a sessão' },
    secondFactor: { zh: '动态口令登录', en: 'Sign in with an authenticator', pt: 'Entrar com um autenticador' },
    sendPhoneCode: { zh: '发送手机验证码', en: 'Send a code to a phone', pt: 'Enviar um código a um telefone' },
    confirmPhone: { zh: '绑定手机', en: 'Link a phone', pt: 'Vincular um telefone' },
    removePhone: { zh: '解绑手机', en: 'Unlink the phone', pt: 'Desvincular o telefone' },
    unlock: { zh: '解锁账号', en: 'Unlock an account', pt: 'Desbloquear uma conta' },
  },
}
