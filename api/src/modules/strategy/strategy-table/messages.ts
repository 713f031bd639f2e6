import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.tableShare': {
    zh: '链接无效、已过期或已停用',
    en: 'This link is not valid, or it has ended.',
    pt: 'Este link não é válido ou já terminou.',
  },
  'conflict.tooManyShares': {
    zh: '这个方案的分享链接太多，请先停用一些',
    en: 'This strategy has too many links. End some of them first.',
    pt: 'Esta estratégia tem links demais. Encerre alguns antes.',
  },
  'invalid.unshared': {
    zh: '“{value}”不能分享：其中可能引用其他字段的值',
    en: '"{value}" cannot be shared: it may quote values of other fields.',
    pt: '"{value}" não pode ser compartilhado: pode citar valores de outros campos.',
  },
  'invalid.sharedColumn': {
    zh: '第 {value} 列没有分享，或已脱敏，不能用来筛选',
    en: 'Column {value} is not shared or is masked: nothing is filtered by it.',
    pt: 'A coluna {value} não é compartilhada ou está mascarada: não se filtra por ela.',
  },
  'tooMany.readers': {
    zh: '现在查看的人太多，请稍后再试',
    en: 'Too many people read shared tables now. Try again in a moment.',
    pt: 'Muitas pessoas leem tabelas compartilhadas agora. Tente de novo em instantes.',
  },
} as const satisfies Messages
