import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    export: {
      zh: '导出访问令牌清单',
      en: 'Export the list of access tokens',
      pt: 'Exportar a lista de tokens de acesso',
    },
    revoke: {
      zh: '吊销他人访问令牌',
      en: 'Revoke an access token of somebody',
      pt: 'Revogar o token de acesso de outra pessoa',
    },
  },
  objects: {
    accessToken: { zh: '访问令牌', en: 'Access token', pt: 'Token de acesso' },
  },
}
