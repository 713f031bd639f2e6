import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.billLine': {
    zh: '账单行不存在，请刷新',
    en: 'One of the lines is not there any more. Reload.',
    pt: 'Uma das linhas não existe mais. Recarregue.',
  },
  'notFound.rawLine': {
    zh: '这一行不是从文件读入的',
    en: 'This line was not read from a file.',
    pt: 'Esta linha não foi lida de um arquivo.',
  },
  'conflict.lineState': {
    zh: '有账单行的状态已是 {value}，没有改变任何行，请刷新',
    en: 'One of the lines is {value} by now. Nothing was changed; reload.',
    pt: 'Uma das linhas já está em {value}. Nada foi alterado; recarregue.',
  },
  'invalid.place': {
    zh: '翻页位置“{value}”无效，请从第一页开始',
    en: '"{value}" is no place in the list. Begin with the first page.',
    pt: '"{value}" não é um lugar da lista. Comece pela primeira página.',
  },
} as const satisfies Messages
