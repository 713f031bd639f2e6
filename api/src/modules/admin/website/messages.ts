import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'conflict.host': {
    zh: '域名“{value}”已被其他租户使用',
    en: 'The host "{value}" belongs to another tenant.',
    pt: 'O host "{value}" pertence a outro locatário.',
  },
} as const satisfies Messages
