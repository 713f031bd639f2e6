import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.gatewayCall': {
    zh: '调用记录不存在',
    en: 'There is no such call.',
    pt: 'Esta chamada não existe.',
  },
  'conflict.nothingToReplay': {
    zh: '没有完整保存这次调用的请求体，不能重放',
    en: 'What this call sent was not kept whole; it cannot be sent again.',
    pt: 'O que esta chamada enviou não foi guardado por inteiro; não dá para reenviar.',
  },
  'conflict.alreadyReplayed': {
    zh: '这次调用已经重放过',
    en: 'This call was sent again before.',
    pt: 'Esta chamada já foi reenviada.',
  },
  'conflict.replayRights': {
    zh: '应用现在没有向该方案推送的权限',
    en: 'The application may not send to this strategy any more.',
    pt: 'O aplicativo não pode mais enviar a esta estratégia.',
  },
  'conflict.replayRefused': {
    zh: '重放仍被拒绝：{value}',
    en: 'It is refused now as well: {value}',
    pt: 'Continua sendo recusada: {value}',
  },
} as const satisfies Messages
