import type { Tx } from '@sluice/db'
import {
  type Candidate as Explained,
  explainLine,
  type Failure,
  type Line as PlainLine,
  type Side,
} from '@sluice/matcher'
import { refuse } from '../../../http/refuse.ts'
import type { Candidate, FlowConfig } from './contract.ts'
import { findRuleLine, listLines, listNearLines, type RuleLine } from './line-rows.ts'
import { toRuleSet } from './to-rule-set.ts'

const UNEARNED = { right: 0, wrong: 0 }

/** Why a line of a flow is not matched, with the lines of the other side nearest to it. */
export async function explainOpen(
  tx: Tx,
  flow: { readonly id: string; readonly config: FlowConfig },
  side: Side,
  id: string,
): Promise<Candidate[]> {
  const line = await findRuleLine(tx, flow.id, side, id)
  if (!line) throw refuse('notFound.reconLine', { value: id })
  const other = side === 'a' ? 'b' : 'a'
  const near = await listNearLines(tx, flow.id, other, line)
  const ruleSet = toRuleSet(flow.config.rules, () => UNEARNED)
  const explained = explainLine(side, toPlain(line), near.map(toPlain), ruleSet)
  const lines = new Map(
    (
      await listLines(
        tx,
        other,
        explained.map(one => one.id),
      )
    ).map(one => [one.id, one]),
  )
  return explained.flatMap(one => {
    const shown = lines.get(one.id)
    return shown === undefined ? [] : [{ line: shown, ...describeCandidate(one) }]
  })
}

const toPlain = (row: RuleLine): PlainLine => ({
  id: row.id,
  amountMinor: BigInt(row.amount_minor),
  currency: row.currency,
  occurredMs: row.occurred_ms,
  columns: {
    ...{ order: row.order_no, parent_order: row.parent_order, batch: row.batch },
    ...{ item: row.item, account: row.account, day: row.day },
  },
  isTaken: row.status !== 'open',
})

const describeCandidate = ({ distances, nearest, verdicts }: Explained): Omit<Candidate, 'line'> => ({
  reference: distances.reference,
  is_same_currency: distances.isSameCurrency,
  difference_minor: String(distances.differenceMinor),
  lag_ms: String(distances.lagMs),
  is_taken: distances.isTaken,
  nearest: nearest && describeVerdict(nearest),
  verdicts: verdicts.map(describeVerdict),
})

const describeVerdict = ({ rule, failures }: Explained['verdicts'][number]) => ({
  rule,
  failures: failures.map(describeFailure),
})

const NOTHING = { column: null, value: null, other: null, missing: null }

function describeFailure(failure: Failure) {
  switch (failure.why) {
    case 'key':
      return { ...NOTHING, ...failure }
    case 'amount':
      return { ...NOTHING, why: failure.why, missing: String(failure.missingMinor) }
    case 'time':
      return { ...NOTHING, why: failure.why, missing: String(failure.missingMs) }
    default:
      return { ...NOTHING, why: failure.why }
  }
}
