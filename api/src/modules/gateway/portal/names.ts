import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    create: { zh: '新建应用门户链接', en: 'Create a portal link', pt: 'Criar um link do portal' },
    revoke: { zh: '停用应用门户链接', en: 'End a portal link', pt: 'Encerrar um link do portal' },
    rotateWebhook: {
      zh: '在应用门户重置事件订阅密钥',
      en: 'Replace a webhook secret in a portal',
      pt: 'Trocar o segredo de um webhook no portal',
    },
  },
  objects: {
    gatewayPortal: { zh: '应用门户链接', en: 'Portal link', pt: 'Link do portal' },
  },
}
