import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.gatewayCall': {
    zh: '调用记录不存在',
    en: 'There is no such call.',
    pt: 'Esta chamada não existe.',
  },
} as const satisfies Messages
