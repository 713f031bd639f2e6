import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.registration': { zh: '未开放自助注册', en: 'Registration is closed.', pt: 'O cadastro está fechado.' },
} as const satisfies Messages
