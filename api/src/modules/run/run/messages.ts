import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.run': { zh: '运行记录不存在', en: 'There is no such run.', pt: 'Esta execução não existe.' },
} as const satisfies Messages
