import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    sso: { zh: '单点登录与安全', en: 'Sign-in and security', pt: 'Acesso e segurança' },
  },
  actions: {
    complete: { zh: '单点登录', en: 'Single sign-on', pt: 'Login único' },
    beginLink: { zh: '发起身份绑定', en: 'Begin to link an identity', pt: 'Começar a vincular uma identidade' },
    link: { zh: '绑定身份', en: 'Link an identity', pt: 'Vincular uma identidade' },
    unlink: { zh: '解绑身份', en: 'Unlink an identity', pt: 'Desvincular uma identidade' },
    create: { zh: '新建身份提供方', en: 'Add an identity provider', pt: 'Adicionar um provedor de identidade' },
    update: { zh: '修改身份提供方', en: 'Change an identity provider', pt: 'Alterar um provedor de identidade' },
    remove: { zh: '删除身份提供方', en: 'Remove an identity provider', pt: 'Remover um provedor de identidade' },
  },
  objects: {
    identity: { zh: '外部账号', en: 'Identity', pt: 'Identidade' },
  },
}
