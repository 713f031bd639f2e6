import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.gatewayApplication': {
    zh: '应用不存在',
    en: 'There is no such application.',
    pt: 'Este aplicativo não existe.',
  },
  'invalid.network': {
    zh: '“{value}”不是有效的 IP 地址或网段',
    en: '"{value}" is neither an address nor a network.',
    pt: '"{value}" não é um endereço nem uma rede.',
  },
} as const satisfies Messages
