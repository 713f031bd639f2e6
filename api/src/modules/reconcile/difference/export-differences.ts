import { exponentOf, sayMinor } from '@sluice/bills'
import { ExactNumber } from '@sluice/contract'
import { sayWords } from '../../../http/messages.ts'
import type { FileAnswer, RouteContext } from '../../../http/route-handler.ts'
import { type SheetColumn, writeSheet } from '../../../http/write-sheet.ts'
import type { DifferenceRow, DifferenceSearch, DifferenceSort } from './line-rows.ts'
import { listDifferences } from './line-rows.ts'

const sides = {
  a: { zh: 'A 账单', en: 'A bill', pt: 'A extrato' },
  b: { zh: 'B 单据', en: 'B document', pt: 'B documento' },
}

const columns: readonly SheetColumn<DifferenceRow>[] = [
  { title: { zh: '方', en: 'Side', pt: 'Lado' }, read: (row, ctx) => sayWords(sides[row.side], ctx.language) },
  { title: { zh: '核算账户', en: 'Account', pt: 'Conta' }, read: row => row.account },
  { title: { zh: '业务日期', en: 'Business day', pt: 'Dia do negócio' }, read: row => row.day },
  { title: { zh: '账龄（天）', en: 'Age in days', pt: 'Idade em dias' }, read: row => row.age_days },
  { title: { zh: '账龄段', en: 'Age', pt: 'Faixa' }, read: row => row.bucket },
  { title: { zh: '订单号', en: 'Order', pt: 'Pedido' }, read: row => row.order_no },
  {
    title: { zh: '流水或单据号', en: 'Transaction or document number', pt: 'Número da transação ou documento' },
    read: row => row.number,
  },
  { title: { zh: '核算项', en: 'Item', pt: 'Item' }, read: row => row.item },
  {
    title: { zh: '金额', en: 'Amount', pt: 'Valor' },
    read: row => new ExactNumber(sayMinor(BigInt(row.amount_minor), exponentOf(row.currency))),
  },
  { title: { zh: '币种', en: 'Currency', pt: 'Moeda' }, read: row => row.currency },
  { title: { zh: '差异类型', en: 'Kind of difference', pt: 'Tipo de diferença' }, read: row => row.kind },
  { title: { zh: '负责人', en: 'Owner', pt: 'Responsável' }, read: row => row.assignee },
  { title: { zh: '截止日期', en: 'Due', pt: 'Prazo' }, read: row => row.due_on },
  { title: { zh: '挂账至', en: 'Carried until', pt: 'Transportado até' }, read: row => row.carried_until },
  { title: { zh: '备注数', en: 'Comments', pt: 'Comentários' }, read: row => row.comments },
  { title: { zh: '凭据数', en: 'Evidence', pt: 'Comprovantes' }, read: row => row.evidence },
]

const PAGE = 200

interface Asked {
  readonly search: DifferenceSearch
  readonly sort: DifferenceSort
  readonly format: 'xlsx' | 'csv'
}

/** What the list shows, page by page, so that its length does not matter. */
export function exportDifferences({ search, sort, format }: Asked, ctx: RouteContext): FileAnswer {
  async function* rows(): AsyncGenerator<DifferenceRow> {
    let last: DifferenceRow | undefined
    for (;;) {
      const after = last === undefined ? null : { side: last.side, id: last.id, key: last.sort_key }
      const page = await ctx.tenant(tx => listDifferences(tx, search, { sort, after, limit: PAGE }))
      yield* page
      if (page.length < PAGE) return
      last = page.at(-1)
    }
  }
  return writeSheet({ name: 'open-differences', format, columns, rows: rows() }, ctx)
}
