import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.archive': { zh: '归档不存在', en: 'There is no such archive.', pt: 'Este arquivamento não existe.' },
  'invalid.retention': {
    zh: '至少保留 {value} 天（0 为永久）',
    en: 'Keep at least {value} days, or 0 for ever.',
    pt: 'Mantenha por no mínimo {value} dias, ou 0 para sempre.',
  },
  'invalid.confirm': {
    zh: '请输入方案名称“{value}”以确认',
    en: 'Type the name of the strategy to confirm: {value}',
    pt: 'Digite o nome da estratégia para confirmar: {value}',
  },
  'unavailable.archive': {
    zh: '此进程没有归档目录，不能归档或恢复',
    en: 'This process has no place for archives, so it neither archives nor restores.',
    pt: 'Este processo não tem lugar para arquivamentos, por isso não arquiva nem restaura.',
  },
} as const satisfies Messages
