import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'unavailable.demo': {
    zh: '此处不能使用演示沙箱，请联系系统管理员',
    en: 'The sandbox may not be used here. Ask the operator to switch it on.',
    pt: 'O ambiente simulado não pode ser usado aqui. Peça ao operador para ativá-lo.',
  },
} as const satisfies Messages
