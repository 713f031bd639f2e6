import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    create: { zh: '新建事件订阅', en: 'Create a webhook', pt: 'Criar um webhook' },
    update: { zh: '修改事件订阅', en: 'Change a webhook', pt: 'Alterar um webhook' },
    delete: { zh: '删除事件订阅', en: 'Delete a webhook', pt: 'Excluir um webhook' },
    replay: { zh: '重发事件', en: 'Send events again', pt: 'Reenviar eventos' },
  },
  objects: {
    gatewayWebhook: { zh: '事件订阅', en: 'Webhook', pt: 'Webhook' },
  },
}
