import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.gatewayWebhook': {
    zh: '事件订阅不存在',
    en: 'There is no such webhook.',
    pt: 'Este webhook não existe.',
  },
  'conflict.webhookRows': {
    zh: '该应用只能看到这个方案的部分数据，不能订阅它的事件',
    en: 'The application sees only some rows of this strategy, so it cannot be told of all of them.',
    pt: 'O aplicativo só vê algumas linhas desta estratégia e não pode ser avisado de todas.',
  },
} as const satisfies Messages
