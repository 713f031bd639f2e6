import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.reconAccount': {
    zh: '核算账户不存在',
    en: 'There is no such account.',
    pt: 'Esta conta não existe.',
  },
  'invalid.reconPlatform': {
    zh: '没有对账平台“{value}”',
    en: 'There is no platform "{value}" to reconcile with.',
    pt: 'Não há plataforma "{value}" para conciliar.',
  },
  'invalid.amount': {
    zh: '“{value}”不是该币种的金额',
    en: '"{value}" is no amount of this currency.',
    pt: '"{value}" não é um valor nesta moeda.',
  },
  'conflict.accountClosed': {
    zh: '账户“{value}”已关闭，不能再变更',
    en: 'The account "{value}" is closed and stays so.',
    pt: 'A conta "{value}" está encerrada e assim permanece.',
  },
} as const satisfies Messages
