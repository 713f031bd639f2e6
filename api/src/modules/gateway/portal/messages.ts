import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.gatewayPortal': {
    zh: '链接无效、已过期或已停用',
    en: 'This link is not valid, or it has ended.',
    pt: 'Este link não é válido ou já terminou.',
  },
  'notFound.portalOperation': {
    zh: '该应用没有接口“{value}”',
    en: 'The application has no operation "{value}".',
    pt: 'O aplicativo não tem a operação "{value}".',
  },
  'conflict.tooManyPortals': {
    zh: '这个应用已有 {value} 个有效链接，请先停用一个',
    en: 'The application has {value} links that count. End one of them first.',
    pt: 'O aplicativo já tem {value} links válidos. Encerre um deles antes.',
  },
  'conflict.portalReadOnly': {
    zh: '这个链接不允许重置密钥，请联系给您链接的人',
    en: 'This link does not allow it to replace a secret. Ask whoever gave it to you.',
    pt: 'Este link não permite trocar um segredo. Fale com quem lhe deu o link.',
  },
} as const satisfies Messages
