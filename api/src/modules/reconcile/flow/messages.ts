import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.reconFlow': {
    zh: '对账流程不存在',
    en: 'There is no such flow.',
    pt: 'Este fluxo não existe.',
  },
  'notFound.reconRun': {
    zh: '对账执行记录不存在',
    en: 'There is no such run of a reconciliation.',
    pt: 'Esta execução de conciliação não existe.',
  },
  'notFound.reconGroup': {
    zh: '匹配不存在',
    en: 'There is no such match.',
    pt: 'Esta correspondência não existe.',
  },
  'notFound.reconLine': {
    zh: '对账流程中没有这条明细：{value}',
    en: 'The flow has no such line: {value}',
    pt: 'O fluxo não tem este lançamento: {value}',
  },
  'invalid.reconCurrencies': {
    zh: '不同币种的明细不能匹配在一起：{value}',
    en: 'Lines of different currencies do not belong together: {value}',
    pt: 'Lançamentos de moedas diferentes não podem ser correspondidos: {value}',
  },
  'conflict.reconNoAccounts': {
    zh: '对账流程“{value}”还没有账户，请先为它选择账户',
    en: 'The flow "{value}" has no accounts yet. Choose those that it is to match first.',
    pt: 'O fluxo "{value}" ainda não tem contas. Escolha primeiro as que ele deve conciliar.',
  },
  'conflict.reconRunning': {
    zh: '这个流程正在对账，请等待结束或先取消',
    en: 'This flow is being matched. Wait for the end, or cancel it.',
    pt: 'Este fluxo está em conciliação. Aguarde o fim ou cancele.',
  },
  'conflict.linesTaken': {
    zh: '有明细已被匹配或不再待对账，什么都没有保存，请刷新后重试',
    en: 'Some of the lines are matched already or no longer open. Nothing was kept. Look again and repeat.',
    pt: 'Alguns lançamentos já foram correspondidos ou não estão mais em aberto. Nada foi salvo. Atualize e repita.',
  },
  'conflict.reconConfirmed': {
    zh: '这个匹配已被确认：{value}',
    en: 'This match was confirmed already: {value}',
    pt: 'Esta correspondência já foi confirmada: {value}',
  },
  'conflict.reconRevoked': {
    zh: '这个匹配已被撤销：{value}',
    en: 'This match was taken back already: {value}',
    pt: 'Esta correspondência já foi desfeita: {value}',
  },
  'conflict.reconTaken': {
    zh: '这条明细已被处理：{value}。什么都没有保存',
    en: 'This line is settled already: {value}. Nothing was kept',
    pt: 'Este lançamento já foi tratado: {value}. Nada foi salvo',
  },
  'conflict.reconOwnAdjustment': {
    zh: '差额由你入账，须由另一人批准',
    en: 'You booked this difference. Somebody else approves it.',
    pt: 'Você lançou esta diferença. Outra pessoa deve aprovar.',
  },
  'invalid.reconDifference': {
    zh: '两边相差 {value}，请选择差额入账的核算项',
    en: 'The sides differ by {value}. Choose the item that it is booked to.',
    pt: 'Os lados diferem em {value}. Escolha o item em que a diferença será lançada.',
  },
} as const satisfies Messages
