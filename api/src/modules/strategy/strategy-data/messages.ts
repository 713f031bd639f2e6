import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'invalid.nothingToProcess': {
    zh: '所选状态的数据不能重新处理：只有错误、待重试或已忽略的数据可以',
    en: 'Records in these states cannot be processed again: only those in error, waiting for a retry or ignored.',
    pt: 'Registros nestes estados não podem ser reprocessados: apenas os com erro, aguardando nova tentativa ou ignorados.',
  },
  'unknown.different': {
    zh: '目标里的 {value} 内容不同：{field}。请打开这条记录，确认目标是对的，或重新写入',
    en: 'The target holds other values of {value}: {field}. Open the record; confirm what the target has, or write it again.',
    pt: 'O destino tem outros valores de {value}: {field}. Abra o registro; confirme o que está no destino ou grave de novo.',
  },
  'invalid.cursor': {
    zh: '分页游标无效，请从第一页开始',
    en: 'The cursor is not valid. Start from the first page.',
    pt: 'O cursor não é válido. Comece pela primeira página.',
  },
} as const satisfies Messages
