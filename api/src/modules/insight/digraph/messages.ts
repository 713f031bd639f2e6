import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.dashboard': {
    zh: '数据大屏不存在，可能已被删除',
    en: 'There is no such dashboard. Somebody may have deleted it.',
    pt: 'Este painel não existe. Talvez alguém o tenha excluído.',
  },
  'notFound.dashboardVersion': {
    zh: '这个版本不再保存',
    en: 'This version is no longer kept.',
    pt: 'Esta versão não está mais guardada.',
  },
  'notFound.dashboardShare': {
    zh: '链接无效、已过期或已停用',
    en: 'This link is not valid, or it has ended.',
    pt: 'Este link não é válido ou já terminou.',
  },
  'invalid.sharePassword': {
    zh: '密码不对',
    en: 'This is not the password of the link.',
    pt: 'Esta não é a senha do link.',
  },
  'conflict.tooManyDashboardShares': {
    zh: '这个大屏的有效分享链接已有 {value} 个，请先停用一些',
    en: 'This dashboard has {value} links that count. End some of them first.',
    pt: 'Este painel tem {value} links ativos. Encerre alguns antes.',
  },
  'conflict.dashboards': {
    zh: '最多 {value} 个数据大屏，请先删除不用的',
    en: 'There are {value} dashboards at most. Delete one first.',
    pt: 'Há no máximo {value} painéis. Exclua um antes.',
  },
} as const satisfies Messages
