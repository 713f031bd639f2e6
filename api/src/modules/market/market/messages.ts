import type { Messages } from '../../../http/messages.ts'

export const messages = {
  'conflict.notInstalled': {
    zh: '只有安装了方案包的租户才能评价',
    en: 'Only who has installed the package may say what it is worth.',
    pt: 'Só quem instalou o pacote pode avaliá-lo.',
  },
} as const satisfies Messages
