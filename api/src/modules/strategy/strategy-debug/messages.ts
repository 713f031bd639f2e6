import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'invalid.confirmCall': {
    zh: '除 GET 外的请求可能改动对方数据，须先确认',
    en: 'A request other than GET may change the far system; it must be confirmed.',
    pt: 'Uma requisição que não seja GET pode mudar o outro sistema; é preciso confirmar.',
  },
} as const satisfies Messages
