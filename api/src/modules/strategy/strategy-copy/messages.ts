import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'invalid.otherPlatform': {
    zh: '连接器属于另一平台（{value}），不能替换；请选择同一平台的连接器',
    en: 'That connector is of another platform ({value}) and cannot take the place; choose one of the same platform.',
    pt: 'Esse conector é de outra plataforma ({value}) e não pode tomar o lugar; escolha um da mesma plataforma.',
  },
} as const satisfies Messages
