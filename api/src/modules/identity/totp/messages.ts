import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'conflict.totp': {
    zh: '动态口令已启用',
    en: 'The authenticator is set up already.',
    pt: 'O autenticador já está configurado.',
  },
  'conflict.totpRequired': {
    zh: '租户要求管理员使用动态口令，不能停用',
    en: 'The tenant asks administrators for an authenticator; it cannot be switched off.',
    pt: 'O locatário exige um autenticador dos administradores; ele não pode ser desativado.',
  },
} as const satisfies Messages
