import type { Tx } from '@sluice/db'
import { type MonthRow, type PlaceRow, sumMonths } from './month-rows.ts'
import { listPeriods, type PeriodRow } from './store.ts'

/** A month as it stands: what was taken when it was closed, or what its lines sum up to now. */
export interface Figures {
  /** Its first day. */
  readonly month: string
  readonly row: PeriodRow | undefined
  readonly openingMinor: bigint
  readonly inMinor: bigint
  readonly outMinor: bigint
  readonly documentsMinor: bigint
  readonly aLines: string
  readonly bLines: string
  readonly late: string
  readonly carried: string
}

/** Every month of the account from the first one on, each opening with what the one before closed with. */
export async function readMonths(tx: Tx, accountId: string, place: PlaceRow): Promise<Figures[]> {
  const rows = new Map((await listPeriods(tx, accountId)).map(row => [row.month, row]))
  // A month under way has no figures of its own yet.
  const unsettled = [...rows.values()].filter(row => row.closing_minor === null).map(row => row.month)
  const from = [place.locked_before ?? place.first_month, ...unsettled].sort()[0] ?? place.first_month
  const sums = new Map((await sumMonths(tx, accountId, from)).map(row => [row.month, row]))
  const last = [place.this_month, ...rows.keys(), ...sums.keys()].sort().at(-1) ?? place.this_month
  const months: Figures[] = []
  let openingMinor = BigInt(place.opening_minor) - BigInt(place.before_minor)
  for (let month = place.first_month; month <= last; month = nextMonth(month)) {
    const figures = toFigures(month, openingMinor, rows.get(month), sums.get(month))
    months.push(figures)
    openingMinor = figures.openingMinor + figures.inMinor + figures.outMinor
  }
  return months
}

function toFigures(
  month: string,
  openingMinor: bigint,
  row: PeriodRow | undefined,
  sum: MonthRow | undefined,
): Figures {
  if (row && row.closing_minor !== null)
    return {
      ...{ month, row, openingMinor: BigInt(row.opening_minor ?? 0), inMinor: BigInt(row.in_minor ?? 0) },
      ...{ outMinor: BigInt(row.out_minor ?? 0), documentsMinor: BigInt(row.b_minor ?? 0) },
      ...{ aLines: row.a_count ?? '0', bLines: row.b_count ?? '0' },
      ...{ late: row.late_count ?? '0', carried: row.carried_count ?? '0' },
    }
  return {
    ...{ month, row, openingMinor, inMinor: BigInt(sum?.in_minor ?? 0), outMinor: BigInt(sum?.out_minor ?? 0) },
    ...{ documentsMinor: BigInt(sum?.b_minor ?? 0), aLines: sum?.a_count ?? '0', bLines: sum?.b_count ?? '0' },
    ...{ late: sum?.late_count ?? '0', carried: '0' },
  }
}

function nextMonth(month: string): string {
  const [year = 0, of = 0] = month.split('-').map(Number)
  return of === 12 ? `${year + 1}-01-01` : `${year}-${String(of + 1).padStart(2, '0')}-01`
}
