import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.session': { zh: '登录设备不存在或已退出', en: 'There is no such sign-in.', pt: 'Esta sessão não existe.' },
} as const satisfies Messages
