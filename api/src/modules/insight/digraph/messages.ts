import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.dashboard': {
    zh: '数据大屏不存在，可能已被删除',
    en: 'There is no such dashboard. Somebody may have deleted it.',
    pt: 'Este painel não existe. Talvez alguém o tenha excluído.',
  },
  'conflict.dashboards': {
    zh: '最多 {value} 个数据大屏，请先删除不用的',
    en: 'There are {value} dashboards at most. Delete one first.',
    pt: 'Há no máximo {value} painéis. Exclua um antes.',
  },
} as const satisfies Messages
