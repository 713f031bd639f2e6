import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    saveBase: { zh: '修改个人资料', en: 'Change own profile', pt: 'Alterar o próprio perfil' },
    sendEmailCode: {
      zh: '发送邮箱验证码',
      en: 'Send a code to one’s e-mail address',
      pt: 'Enviar um código ao próprio e-mail',
    },
    confirmEmail: { zh: '验证邮箱', en: 'Confirm one’s e-mail address', pt: 'Confirmar o próprio e-mail' },
    setAvatar: { zh: '更换头像', en: 'Change own picture', pt: 'Alterar a própria foto' },
    removeAvatar: { zh: '移除头像', en: 'Remove own picture', pt: 'Remover a própria foto' },
    createToken: { zh: '新建访问令牌', en: 'Make an access token', pt: 'Criar um token de acesso' },
    revokeToken: { zh: '吊销访问令牌', en: 'Revoke an access token', pt: 'Revogar um token de acesso' },
    useToken: {
      zh: '访问令牌从新地址使用',
      en: 'Access token used from a new address',
      pt: 'Token de acesso usado a partir de um novo endereço',
    },
  },
}
