import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'conflict.personName': {
    zh: '请完整输入用户名“{value}”以确认清除',
    en: 'Type the whole user name, "{value}", to confirm the erasure.',
    pt: 'Digite o nome de usuário completo, "{value}", para confirmar a remoção.',
  },
} as const satisfies Messages
