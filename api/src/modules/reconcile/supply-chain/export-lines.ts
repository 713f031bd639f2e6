import { sayWords } from '../../../http/messages.ts'
import { FileAnswer, type RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import { cutPage, readPlace, sayAmount } from '../billing/index.ts'
import { type LineRow, supplyLines } from './store.ts'

const headings = [
  { zh: '行', en: 'Line', pt: 'Linha' },
  { zh: '时间', en: 'Time', pt: 'Horário' },
  { zh: '核算账户', en: 'Account', pt: 'Conta' },
  { zh: '单据类型', en: 'Document type', pt: 'Tipo de documento' },
  { zh: '单据号', en: 'Document number', pt: 'Número do documento' },
  { zh: '单据行号', en: 'Number of the document line', pt: 'Número da linha do documento' },
  { zh: '订单号', en: 'Order number', pt: 'Número do pedido' },
  { zh: '种类', en: 'Kind', pt: 'Tipo' },
  { zh: '核算项', en: 'Item', pt: 'Item' },
  { zh: '金额', en: 'Amount', pt: 'Valor' },
  { zh: '币种', en: 'Currency', pt: 'Moeda' },
  { zh: '状态', en: 'State', pt: 'Situação' },
  { zh: '原因', en: 'Reason', pt: 'Motivo' },
  { zh: '备注', en: 'Remark', pt: 'Observação' },
] as const

const toCells = (row: LineRow) => [
  ...[`B${row.id}`, row.occurred_at, row.account_name, row.doc_type, row.doc_no, row.doc_line, row.order_no ?? ''],
  ...[row.kind, row.item_name ?? '', sayAmount(row.amount_minor, row.currency), row.currency, row.status],
  ...[row.reason ?? '', row.remark ?? ''],
]

const TOGETHER = 2000

/** Every line that the filter finds, the newest first. */
export function exportLines(filter: Parameters<typeof supplyLines.list>[1], ctx: RouteContext): FileAnswer {
  async function* write(): AsyncGenerator<string> {
    yield CSV_START + writeCsvLine(headings.map(words => sayWords(words, ctx.language)))
    let after: string | undefined
    do {
      const place = readPlace(after)
      const { shown, next } = cutPage(
        await ctx.tenant(tx => supplyLines.list(tx, filter, place, TOGETHER + 1)),
        TOGETHER,
      )
      yield shown.map(row => writeCsvLine(toCells(row))).join('')
      after = next ?? undefined
    } while (after !== undefined)
  }
  return new FileAnswer('supply-chain-lines.csv', 'text/csv; charset=utf-8', write())
}
