import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'unavailable.sms': {
    zh: '短信暂时无法发送，请稍后再试',
    en: 'No message can be sent now. Try again in a moment.',
    pt: 'Nenhuma mensagem pode ser enviada agora. Tente novamente em instantes.',
  },
} as const satisfies Messages
