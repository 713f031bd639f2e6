import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    create: {
      zh: '新建助手对话',
      en: 'Begin a conversation with the assistant',
      pt: 'Iniciar conversa com o assistente',
    },
    update: {
      zh: '修改助手对话',
      en: 'Change a conversation with the assistant',
      pt: 'Alterar conversa com o assistente',
    },
    delete: {
      zh: '删除助手对话',
      en: 'Delete a conversation with the assistant',
      pt: 'Excluir conversa com o assistente',
    },
    ask: { zh: '向助手提问', en: 'Ask the assistant', pt: 'Perguntar ao assistente' },
  },
  objects: {
    conversation: { zh: '助手对话', en: 'Conversation', pt: 'Conversa' },
  },
}
