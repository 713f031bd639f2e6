import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.conversation': { zh: '对话不存在', en: 'There is no such conversation.', pt: 'Não existe essa conversa.' },
  'conflict.noModel': {
    zh: '还没有 OpenAI 兼容的连接器，请先创建一个',
    en: 'There is no OpenAI-compatible connector yet. Create one first.',
    pt: 'Ainda não há conector compatível com OpenAI. Crie um primeiro.',
  },
  'conflict.conversationFull': {
    zh: '这个对话已有 {value} 条消息，请新建一个对话',
    en: 'This conversation holds {value} messages. Open a new one.',
    pt: 'Esta conversa tem {value} mensagens. Abra uma nova.',
  },
  'tooMany.questions': {
    zh: '租户今天已提问 {value} 次，达到上限，请明天再试',
    en: 'The tenant has asked its {value} questions of today. Try again tomorrow.',
    pt: 'O locatário já fez suas {value} perguntas de hoje. Tente novamente amanhã.',
  },
} as const satisfies Messages
