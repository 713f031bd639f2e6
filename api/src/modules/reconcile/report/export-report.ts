import { exponentOf, sayMinor } from '@sluice/bills'
import { ExactNumber } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { FileAnswer, RouteContext } from '../../../http/route-handler.ts'
import { type SheetColumn, writeSheet } from '../../../http/write-sheet.ts'
import type { AgeRow, OpenDay } from '../difference/index.ts'
import type { FeeRow, ItemRow, RuleRow } from './contract.ts'
import type { PlacedFee } from './fee-rows.ts'

/** The next rows behind one of them. */
type Page<Row> = (tx: Tx, limit: number, after: Row | undefined) => Promise<Row[]>

interface Asked {
  readonly kind: 'items' | 'fees' | 'ages' | 'open' | 'rules'
  readonly format: 'xlsx' | 'csv'
  readonly items: Page<ItemRow>
  readonly fees: Page<PlacedFee>
  readonly ages: (tx: Tx) => Promise<AgeRow[]>
  readonly open: (tx: Tx) => Promise<OpenDay[]>
  readonly rules: (tx: Tx) => Promise<RuleRow[]>
}

type Money<Row> = { [K in keyof Row]: Row[K] extends string ? K : never }[keyof Row]

const money = (minor: string, currency: string): ExactNumber =>
  new ExactNumber(sayMinor(BigInt(minor), exponentOf(currency)))

/** An amount in the row's own currency. */
const amount = <Row extends { readonly currency: string }>(
  title: SheetColumn<Row>['title'],
  name: Money<Row>,
): SheetColumn<Row> => ({ title, read: row => money(String(row[name]), row.currency) })

const account = { zh: '核算账户', en: 'Account', pt: 'Conta' }
const currency = { zh: '币种', en: 'Currency', pt: 'Moeda' }
const day = { zh: '业务日期', en: 'Business day', pt: 'Dia do negócio' }
const item = { zh: '核算项', en: 'Item', pt: 'Item' }
const aLines = { zh: 'A 笔数', en: 'A lines', pt: 'Lançamentos A' }
const bLines = { zh: 'B 笔数', en: 'B lines', pt: 'Lançamentos B' }
const aAmount = { zh: 'A 金额', en: 'A amount', pt: 'Valor A' }
const bAmount = { zh: 'B 金额', en: 'B amount', pt: 'Valor B' }
const difference = { zh: '差额', en: 'Difference', pt: 'Diferença' }

const items: readonly SheetColumn<ItemRow>[] = [
  { title: day, read: row => row.day },
  { title: account, read: row => row.account },
  { title: item, read: row => row.item },
  { title: currency, read: row => row.currency },
  { title: aLines, read: row => row.a_lines },
  amount(aAmount, 'a_minor'),
  { title: bLines, read: row => row.b_lines },
  amount(bAmount, 'b_minor'),
  amount(difference, 'difference_minor'),
  { title: { zh: '未清笔数', en: 'Open lines', pt: 'Lançamentos em aberto' }, read: row => row.open_lines },
]
const fees: readonly SheetColumn<FeeRow>[] = [
  { title: day, read: row => row.day },
  { title: account, read: row => row.account },
  { title: { zh: '订单号', en: 'Order', pt: 'Pedido' }, read: row => row.order_no },
  { title: item, read: row => row.item },
  { title: currency, read: row => row.currency },
  { title: { zh: '计费笔数', en: 'Lines of the base', pt: 'Lançamentos da base' }, read: row => row.base_lines },
  amount({ zh: '计费金额', en: 'Base', pt: 'Valor base' }, 'base_minor'),
  {
    title: { zh: '合同费率 %', en: 'Contracted rate %', pt: 'Taxa contratada %' },
    read: row => row.percents.join(' / '),
  },
  { title: { zh: '舍入', en: 'Rounding', pt: 'Arredondamento' }, read: row => row.rounding },
  amount({ zh: '应扣', en: 'Expected fee', pt: 'Taxa esperada' }, 'expected_minor'),
  amount({ zh: '实扣', en: 'Actual fee', pt: 'Taxa cobrada' }, 'actual_minor'),
  amount(difference, 'difference_minor'),
]
const ages: readonly SheetColumn<AgeRow>[] = [
  { title: account, read: row => row.account },
  { title: { zh: '账龄段', en: 'Age', pt: 'Faixa' }, read: row => row.bucket },
  { title: currency, read: row => row.currency },
  { title: aLines, read: row => row.a_lines },
  amount(aAmount, 'a_minor'),
  { title: bLines, read: row => row.b_lines },
  amount(bAmount, 'b_minor'),
]
const open: readonly SheetColumn<OpenDay>[] = [
  { title: day, read: row => row.day },
  { title: currency, read: row => row.currency },
  { title: aLines, read: row => row.a_lines },
  amount(aAmount, 'a_minor'),
  { title: bLines, read: row => row.b_lines },
  amount(bAmount, 'b_minor'),
  amount(difference, 'difference_minor'),
  amount({ zh: '累计差额', en: 'Difference so far', pt: 'Diferença acumulada' }, 'total_minor'),
]
const rules: readonly SheetColumn<RuleRow>[] = [
  { title: { zh: '对账流程', en: 'Flow', pt: 'Fluxo' }, read: row => row.flow },
  { title: { zh: '规则', en: 'Rule', pt: 'Regra' }, read: row => row.rule },
  { title: currency, read: row => row.currency },
  { title: { zh: '已匹配', en: 'Matched', pt: 'Correspondido' }, read: row => row.matches },
  { title: { zh: '人工确认', en: 'Confirmed by people', pt: 'Confirmados por pessoas' }, read: row => row.confirmed },
  { title: { zh: '建议匹配', en: 'Proposed', pt: 'Proposto' }, read: row => row.proposed },
  { title: { zh: '被拒绝', en: 'Turned down', pt: 'Rejeitados' }, read: row => row.rejected },
  { title: aLines, read: row => row.a_lines },
  amount(aAmount, 'a_minor'),
  {
    title: { zh: '占比 %', en: 'Share %', pt: 'Parte %' },
    read: row => new ExactNumber(sayMinor(BigInt(row.share), 2)),
  },
]

const PAGE = 200

/** A report whole, read page by page where it may be long. */
export function exportReport(asked: Asked, ctx: RouteContext): FileAnswer {
  const { kind, format } = asked
  const name = `reconciliation-${kind}`
  async function* pages<Row>(read: Page<Row>): AsyncGenerator<Row> {
    for (let after: Row | undefined; ; ) {
      const place = after
      const rows = await ctx.tenant(tx => read(tx, PAGE, place), { readOnly: true })
      yield* rows
      after = rows.at(-1)
      if (rows.length < PAGE || after === undefined) return
    }
  }
  async function* whole<Row>(read: (tx: Tx) => Promise<Row[]>): AsyncGenerator<Row> {
    yield* await ctx.tenant(read, { readOnly: true })
  }
  if (kind === 'items') return writeSheet({ name, format, columns: items, rows: pages(asked.items) }, ctx)
  if (kind === 'fees') return writeSheet({ name, format, columns: fees, rows: pages(asked.fees) }, ctx)
  if (kind === 'ages') return writeSheet({ name, format, columns: ages, rows: whole(asked.ages) }, ctx)
  if (kind === 'open') return writeSheet({ name, format, columns: open, rows: whole(asked.open) }, ctx)
  return writeSheet({ name, format, columns: rules, rows: whole(asked.rules) }, ctx)
}
