import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.replay': { zh: '重放任务不存在', en: 'There is no such replay.', pt: 'Este reprocessamento não existe.' },
  'invalid.changeValue': {
    zh: '新值不是有效的 JSON：{value}',
    en: 'The new value is not valid JSON: {value}',
    pt: 'O novo valor não é um JSON válido: {value}',
  },
} as const satisfies Messages
