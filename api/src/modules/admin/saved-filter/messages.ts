import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.savedFilter': {
    zh: '保存的筛选不存在',
    en: 'There is no such saved filter.',
    pt: 'Este filtro salvo não existe.',
  },
  'conflict.filterName': {
    zh: '已有名为 {value} 的筛选',
    en: 'There is a filter named {value} already.',
    pt: 'Já existe um filtro chamado {value}.',
  },
  'conflict.tooManyFilters': {
    zh: '一个列表最多保存 100 个筛选，请先删除不用的',
    en: 'A list keeps at most 100 filters. Remove some you do not use.',
    pt: 'Uma lista guarda no máximo 100 filtros. Remova alguns que você não usa.',
  },
} as const satisfies Messages
