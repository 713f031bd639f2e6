import { exponentOf, sayMinor } from '@sluice/bills'
import { sayWords } from '../../../http/messages.ts'
import { FileAnswer, type RouteContext } from '../../../http/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../../http/write-csv.ts'
import type { Entry, Line } from './contract.ts'
import { listEntries } from './entries.ts'
import type { EntryPlace, EntrySearch } from './entry-rows.ts'

const headings = [
  { zh: '状态', en: 'State', pt: 'Estado' },
  { zh: '时间', en: 'Time', pt: 'Hora' },
  { zh: '币种', en: 'Currency', pt: 'Moeda' },
  { zh: 'A 单号', en: 'A number', pt: 'Número A' },
  { zh: 'A 笔数', en: 'A lines', pt: 'Lançamentos A' },
  { zh: 'A 金额', en: 'A amount', pt: 'Valor A' },
  { zh: 'B 单号', en: 'B number', pt: 'Número B' },
  { zh: 'B 笔数', en: 'B lines', pt: 'Lançamentos B' },
  { zh: 'B 金额', en: 'B amount', pt: 'Valor B' },
  { zh: '差额', en: 'Difference', pt: 'Diferença' },
  { zh: '规则', en: 'Rule', pt: 'Regra' },
  { zh: '差异类型', en: 'Kind of difference', pt: 'Tipo de diferença' },
  { zh: '入账核算项', en: 'Booked to', pt: 'Lançado em' },
  { zh: '原因', en: 'Reason', pt: 'Motivo' },
  { zh: '处理人', en: 'Decided by', pt: 'Decidido por' },
  { zh: '处理时间', en: 'Decided at', pt: 'Decidido em' },
]

const states = {
  matched: { zh: '已匹配', en: 'Matched', pt: 'Correspondido' },
  proposed: { zh: '建议匹配', en: 'Proposed', pt: 'Proposto' },
  ambiguous: { zh: '有歧义', en: 'Ambiguous', pt: 'Ambíguo' },
  only_a: { zh: '仅 A 有', en: 'Only in A', pt: 'Só em A' },
  only_b: { zh: '仅 B 有', en: 'Only in B', pt: 'Só em B' },
  carried: { zh: '已挂账', en: 'Carried over', pt: 'Transportado' },
  ignored: { zh: '已忽略', en: 'Ignored', pt: 'Ignorado' },
} as const

const PAGE = 200

/** What the list shows, as a file; read page by page, so that its length does not matter. */
export function exportEntries(search: EntrySearch, ctx: RouteContext): FileAnswer {
  async function* write(): AsyncGenerator<string> {
    yield CSV_START + writeCsvLine(headings.map(words => sayWords(words, ctx.language)))
    let place: EntryPlace | null = null
    do {
      const from: EntryPlace | null = place
      const page: Awaited<ReturnType<typeof listEntries>> = await ctx.tenant(tx => listEntries(tx, search, from, PAGE))
      yield page.entries.map(entry => writeCsvLine(toCells(entry, ctx))).join('')
      place = page.next
    } while (place !== null)
  }
  return new FileAnswer('reconciliation.csv', 'text/csv; charset=utf-8', write())
}

const numbersOf = (lines: readonly Line[]): string =>
  lines.map(({ order_no, number }) => order_no ?? number ?? '').join(' ')

function toCells(entry: Entry, ctx: RouteContext): (string | null)[] {
  const say = (minor: string) => sayMinor(BigInt(minor), exponentOf(entry.currency))
  const { a, b, group } = entry
  const line = group === null ? (a.lines[0] ?? b.lines[0]) : undefined
  return [
    ...[sayWords(states[entry.state], ctx.language), entry.occurred_at, entry.currency],
    ...[numbersOf(a.lines), String(a.count), say(a.minor), numbersOf(b.lines), String(b.count), say(b.minor)],
    ...[say(entry.difference_minor), group?.rule ?? '', entry.exception?.kind ?? '', group?.adjustment?.item ?? ''],
    ...[group?.reason ?? line?.reason ?? '', group?.decided_by ?? line?.decided_by ?? ''],
    group?.decided_at ?? line?.decided_at ?? null,
  ]
}
