import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.billProfile': {
    zh: '账单模板不存在',
    en: 'There is no such bill profile.',
    pt: 'Este perfil de extrato não existe.',
  },
  'conflict.profileName': {
    zh: '已有名为“{value}”的账单模板，请换一个名称',
    en: 'There is a bill profile called "{value}" already. Choose another name.',
    pt: 'Já existe um perfil de extrato chamado "{value}". Escolha outro nome.',
  },
} as const satisfies Messages
