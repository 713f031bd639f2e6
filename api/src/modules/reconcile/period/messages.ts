import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'conflict.periodSettled': {
    zh: '{value} 已关账，其中的明细和匹配不能再改。请记在未关账的月份，或由另一人反关账',
    en: 'The month {value} is closed: its lines and matches stay as they are. Book in an open month, or have somebody else open it again.',
    pt: 'O mês {value} está fechado: seus lançamentos e correspondências não mudam. Lance em um mês aberto ou peça a outra pessoa para reabri-lo.',
  },
  'conflict.periodArchived': {
    zh: '{value} 已归档，无法核对其中的明细是否已入账。请先恢复该月，再写入它的明细',
    en: 'The month {value} is archived, so nobody can tell whether its lines are booked already. Restore that month first.',
    pt: 'O mês {value} está arquivado e não é possível saber se seus lançamentos já foram registrados. Restaure esse mês antes.',
  },
  'conflict.periodBusy': {
    zh: '正在写入对账明细，请稍后再试',
    en: 'Lines are being written at this moment. Try again in a while.',
    pt: 'Há lançamentos sendo gravados agora. Tente novamente em instantes.',
  },
  'conflict.periodWorking': {
    zh: '这个账户有月份正在关账、归档或恢复，请等待结束或先取消',
    en: 'A month of this account is being closed, archived or restored. Wait for the end, or cancel it.',
    pt: 'Um mês desta conta está sendo fechado, arquivado ou restaurado. Aguarde o fim ou cancele.',
  },
  'conflict.periodState': {
    zh: '{value} 现在的状态不能这样操作，请刷新',
    en: 'The month {value} is in another state by now. Reload.',
    pt: 'O mês {value} já está em outro estado. Recarregue.',
  },
  'conflict.periodPoints': {
    zh: '还有 {value} 项检查没有通过，不能关账',
    en: '{value} points of the check-list stand in the way of closing.',
    pt: '{value} itens da lista impedem o fechamento.',
  },
  'conflict.periodLater': {
    zh: '只能反关账最近关账的月份：{value}',
    en: 'Only the month that was closed last can be opened again: {value}.',
    pt: 'Só o último mês fechado pode ser reaberto: {value}.',
  },
  'conflict.periodSelf': {
    zh: '这个月由你关账，须由另一人反关账',
    en: 'You closed this month. Somebody else opens it again.',
    pt: 'Você fechou este mês. Outra pessoa deve reabri-lo.',
  },
  'conflict.periodIdle': {
    zh: '没有正在进行的任务，或已不能取消',
    en: 'Nothing is going on here, or it cannot be cancelled any more.',
    pt: 'Nada está em andamento aqui ou já não pode ser cancelado.',
  },
  'conflict.periodChanged': {
    zh: '{value} 的数据与关账时的指纹不一致，没有改变任何东西',
    en: 'What stands for the month {value} is not what was closed: its hash is another one. Nothing was changed.',
    pt: 'O que consta no mês {value} não é o que foi fechado: o hash é outro. Nada foi alterado.',
  },
  'conflict.periodFile': {
    zh: '{value} 的归档文件已损坏或缺失，没有恢复任何东西',
    en: 'The archive of the month {value} is damaged or missing. Nothing was restored.',
    pt: 'O arquivo do mês {value} está danificado ou ausente. Nada foi restaurado.',
  },
  'invalid.month': {
    zh: '“{value}”不是月份',
    en: '"{value}" is no month.',
    pt: '"{value}" não é um mês.',
  },
} as const satisfies Messages
