import { PublicFailure, translateTold } from '@sluice/contract'
import { writeMessage } from '../../../http/messages.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import type { Card, Flow, Group, ReconRun } from './contract.ts'
import type { EntryState } from './entry-rows.ts'
import type { StoredFlow } from './flow-store.ts'
import type { StoredGroup } from './group-store.ts'
import type { StoredRun } from './run-store.ts'
import type { SumRow } from './sum-rows.ts'

export const describeFlow = (row: StoredFlow): Flow => ({
  ...row,
  account_ids: row.accounts.map(({ id }) => id),
})

const Failed = PublicFailure.nullable().catch(null)

export function describeRun(row: StoredRun, { tell, language }: RouteContext): ReconRun {
  const failure = Failed.parse(row.failure)
  return {
    ...row,
    requested_by: row.requested_by ?? '',
    failure: failure && {
      ...translateTold(failure, tell),
      message: writeMessage(failure.code, language, { value: failure.value ?? '' }, tell(failure.message)),
    },
  }
}

export const describeGroup = ({ flow_id: _, decided_by, ...row }: StoredGroup): Group => ({
  ...row,
  decided_by: decided_by ?? '',
})

const UNHANDLED: readonly EntryState[] = ['proposed', 'ambiguous', 'only_a', 'only_b']
const OPEN: readonly EntryState[] = ['ambiguous', 'only_a', 'only_b', 'carried']

interface Booked {
  readonly currency: string
  readonly minor: string
}

/** One card for each currency, in their order. What a person or a rule settled counts as confirmed. */
export function describeCards(rows: readonly SumRow[], booked: readonly Booked[]): Card[] {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted()
  return currencies.map(currency => {
    const of = (side: 'a' | 'b', states: readonly EntryState[]) =>
      addUp(rows.filter(row => row.currency === currency && row.side === side && states.includes(row.state)))
    const both = (states: readonly EntryState[]) => ({ a: of('a', states), b: of('b', states) })
    const side = (name: 'a' | 'b') => ({
      all: of(name, ['matched', 'proposed', ...OPEN]),
      confirmed: of(name, ['matched']),
      proposed: of(name, ['proposed']),
      open: of(name, OPEN),
    })
    const [a, b] = [side('a'), side('b')]
    return {
      currency,
      ...{ a, b },
      difference_minor: String(BigInt(a.all.minor) - BigInt(b.all.minor)),
      booked_minor: booked.find(sum => sum.currency === currency)?.minor ?? '0',
      unhandled: both(UNHANDLED),
      states: {
        matched: both(['matched']),
        proposed: both(['proposed']),
        ambiguous: both(['ambiguous']),
        only_a: both(['only_a']),
        only_b: both(['only_b']),
        carried: both(['carried']),
        ignored: both(['ignored']),
      },
    }
  })
}

const addUp = (rows: readonly SumRow[]) => ({
  lines: rows.reduce((sum, row) => sum + row.lines, 0),
  minor: String(rows.reduce((sum, row) => sum + BigInt(row.minor), 0n)),
})
