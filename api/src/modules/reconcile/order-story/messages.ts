import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'invalid.orderStory': {
    zh: '请给出订单号，或一条明细、一个匹配，二者选一',
    en: 'Give either an order number, or a line or a match.',
    pt: 'Informe um número de pedido, ou um lançamento ou uma correspondência.',
  },
  'invalid.orderLines': {
    zh: '这个订单号有 {value} 条以上的明细，不像一笔订单，请检查账单的列映射',
    en: 'More than {value} lines have this order number, so it is hardly one order. Check how the columns of the bill are mapped.',
    pt: 'Mais de {value} lançamentos têm este número, dificilmente é um só pedido. Verifique o mapeamento das colunas do extrato.',
  },
  'notFound.order': {
    zh: '没有订单号为 {value} 的明细；已归档的月份请先恢复',
    en: 'No line has the order number {value}. Restore the month first if it is archived.',
    pt: 'Nenhum lançamento tem o número de pedido {value}. Se o mês estiver arquivado, restaure-o antes.',
  },
  'notFound.orderLine': {
    zh: '明细或匹配不存在，或所在月份已归档',
    en: 'There is no such line or match, or its month is archived.',
    pt: 'Este lançamento ou esta correspondência não existe, ou o mês está arquivado.',
  },
} as const satisfies Messages
