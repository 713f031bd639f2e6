import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'unavailable.draining': {
    zh: '服务正在停止',
    en: 'The server is shutting down.',
    pt: 'O servidor está sendo desligado.',
  },
} as const satisfies Messages
