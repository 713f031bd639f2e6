import { exponentOf, sayMinor } from '@sluice/bills'
import type { Tx } from '@sluice/db'
import type { Point } from './contract.ts'
import type { Figures } from './figures.ts'
import { type ChainRow, type LineFigures, type PlaceRow, readChain, readFigures, readWaiting } from './month-rows.ts'

/** Values that a point names. */
const SHOWN = 20
const NONE = { count: 0, values: [] as string[] }

/** What stands in the way of closing a month, from the lines as they are. */
export async function readPoints(
  tx: Tx,
  accountId: string,
  place: PlaceRow,
  { month, openingMinor, inMinor, outMinor }: Figures,
): Promise<Point[]> {
  const lines = await readFigures(tx, accountId, month, place.currency)
  const waiting = await readWaiting(tx, accountId, month)
  const chain = lines.lines > lines.late && lines.unstated === 0 ? await readChain(tx, accountId, month) : null
  const say = (minor: string) => sayMinor(BigInt(minor), exponentOf(place.currency))
  const point = (code: Point['code'], found: { count: number; values?: readonly string[] }, level: Point['level']) => ({
    code,
    level: found.count > 0 ? level : 'ok',
    count: found.count,
    values: [...(found.values ?? [])].slice(0, SHOWN),
  })
  const next = place.locked_before ?? place.first_month
  const gaps = listGaps(month, place, lines)
  return [
    point('over', month >= place.this_month ? { count: 1 } : NONE, 'block'),
    point('order', month === next ? NONE : { count: 1, values: [next.slice(0, 7)] }, 'block'),
    point('files', { count: waiting.files.length, values: waiting.files }, 'block'),
    point('rejected', { count: waiting.rejected.length, values: waiting.rejected }, 'warn'),
    point('running', { count: waiting.running }, 'block'),
    point('gaps', { count: gaps.length, values: gaps }, 'warn'),
    point('duplicates', { count: lines.duplicates }, 'warn'),
    point('currency', { count: lines.foreign }, 'block'),
    point('items', { count: lines.unclassified }, 'block'),
    point('flow', waiting.flows === 0 ? { count: 1 } : NONE, 'warn'),
    point('a_open', { count: waiting.a_open }, 'block'),
    point('b_open', { count: waiting.b_open }, 'block'),
    point('proposed', { count: waiting.proposed }, 'block'),
    point('adjustments', { count: waiting.adjustments }, 'block'),
    point('late', { count: lines.late }, 'warn'),
    point('continuity', judgeChain(chain, say), 'block'),
    point('balance', judgeBalance(chain, openingMinor + inMinor + outMinor, lines, say), 'block'),
  ]
}

type Say = (minor: string) => string

/** Where the stated balances do not follow from each other: more than one beginning is left. */
function judgeChain(chain: ChainRow | null, say: Say): { count: number; values: string[] } {
  if (chain === null || chain.begins.length <= 1) return NONE
  return { count: chain.begins.length - 1, values: chain.begins.map(say) }
}

/** What the account should end with, against what its last line states. Late lines stand in no such chain of their month. */
function judgeBalance(
  chain: ChainRow | null,
  closing: bigint,
  lines: LineFigures,
  say: Say,
): { count: number; values: string[] } {
  const [end] = chain?.ends ?? []
  if (chain === null || chain.begins.length !== 1 || end === undefined || lines.foreign > 0) return NONE
  return BigInt(end) === closing ? NONE : { count: 1, values: [say(String(closing)), say(end)] }
}

const DAY_MS = 86_400_000

/** Days of the month without a line, from the account's first day on; a month without any line has no gaps to tell. */
function listGaps(month: string, { opening_on }: PlaceRow, { days }: LineFigures): string[] {
  const known = new Set(days)
  const [first] = [...days].sort()
  if (first === undefined) return []
  const from = opening_on !== null && opening_on > month ? opening_on : month
  const gaps: string[] = []
  for (let ms = Date.parse(from); ; ms += DAY_MS) {
    const day = new Date(ms).toISOString().slice(0, 10)
    if (!day.startsWith(month.slice(0, 7))) return gaps
    if (!known.has(day)) gaps.push(day)
  }
}
