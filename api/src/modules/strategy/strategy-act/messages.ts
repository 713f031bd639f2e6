import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'invalid.noAssetHere': {
    zh: '{value} 不是 API 资产，无法另存',
    en: '{value} is no API asset, so there is nothing to keep as one.',
    pt: '{value} não é um ativo de API, então não há o que guardar.',
  },
} as const satisfies Messages
