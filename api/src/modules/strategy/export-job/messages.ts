import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'conflict.exports': {
    zh: '同时最多进行 {value} 个导出，请等其中一个结束或取消它',
    en: 'Only {value} exports at once. Wait for one to end, or cancel it.',
    pt: 'Apenas {value} exportações ao mesmo tempo. Aguarde o fim de uma ou cancele-a.',
  },
} as const satisfies Messages
