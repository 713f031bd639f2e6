import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.accountingItem': {
    zh: '核算项不存在',
    en: 'There is no such accounting item.',
    pt: 'Este item contábil não existe.',
  },
  'conflict.itemUsed': {
    zh: '核算项“{value}”已有账单行使用，只能停用',
    en: 'Lines are of "{value}": it can be switched off, not deleted.',
    pt: 'Há linhas de "{value}": pode ser desativado, não excluído.',
  },
} as const satisfies Messages
