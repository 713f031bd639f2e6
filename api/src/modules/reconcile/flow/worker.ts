import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Database, isUniqueViolation } from '@sluice/db'
import { tellSetAside } from '@sluice/engine'
import { type BothSides, type MatchResult, matchInTurns, mayConfirm, type RuleSet } from '@sluice/matcher'
import { type Job, JobWorker, type LoopLog } from '@sluice/work'
import { refuse } from '../../../http/refuse.ts'
import { refuseSettled } from '../../../http/refuse-settled.ts'
import type { RunSummary } from './contract.ts'
import { readOpenLines } from './line-rows.ts'
import { keepResult } from './result-rows.ts'
import { type ReconWork, reconKind } from './run-store.ts'
import { toRuleSet } from './to-rule-set.ts'

export interface MatchWorkerDeps {
  readonly database: Database
  readonly log: LoopLog
  readonly now: () => number
}

export interface MatchWorker {
  start(): Promise<void>
  /** A run under way is handed back; whoever takes it begins anew. */
  stop(options: { readonly timeoutMs: number }): Promise<void>
  /** Brings the next run to its end. @returns false: none waits */
  turn(): Promise<boolean>
}

const EVERY_MS = 1000
/** So long the loop is held by matching before others have their turn. */
const HELD_MS = 15
const DAY_MS = 86_400_000

/** Matches what people asked for, one flow after the other. */
export const createMatchWorker = (deps: MatchWorkerDeps): MatchWorker =>
  new JobWorker<ReconWork>({
    database: deps.database,
    log: deps.log,
    kind: reconKind,
    doing: 'reconciling',
    pollMs: EVERY_MS,
    run: job => matchFlow(deps, job),
    tell: (tx, { flow_id: objectId, requested_by: userId }, failure) => tellSetAside(tx, { objectId, userId, failure }),
  })

async function matchFlow({ now }: MatchWorkerDeps, job: Job<ReconWork>): Promise<void> {
  const { mode, rules } = job.row
  await job.note({ phase: 'loading' })
  const lines = await readSides(job)
  await job.note({ phase: 'matching' })
  const ruleSet = toRuleSet(
    rules.list.map(({ rule }) => rule),
    rule => rules.list.find(entry => entry.rule === rule)!, // it is made of the list
  )
  const result = await matchCalmly(job, lines, ruleSet, now)
  await job.note({ phase: 'saving' })
  const columns = { phase: 'done', result_hash: result.hash, summary: JSON.stringify(summarise(result, ruleSet)) }
  if (mode === 'trial') return job.finish(columns)
  await job
    .finish(columns, async tx => {
      if ((await keepResult(tx, job.row, lines, result)) > 0) throw refuse('conflict.linesTaken')
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'match_item_once')
        ? refuse('conflict.linesTaken')
        : (refuseSettled(error) ?? error)
    })
}

/** Both sides as of one moment. */
const readSides = (job: Job<ReconWork>): Promise<BothSides> =>
  job.inTenant(
    async tx => {
      const { flow_id: flowId, period_from: from, period_to: to } = job.row
      const read = (side: 'a' | 'b', before: number) =>
        readOpenLines(tx, { flowId, side, from, to }, done => job.note({ done: before + done }))
      const a = await read('a', 0)
      return { a, b: await read('b', a.ids.length) }
    },
    { isolation: 'repeatable read', readOnly: true },
  )

/** Lets everybody else have their turn, and hears of its end, every few milliseconds. */
async function matchCalmly(
  job: Job<ReconWork>,
  lines: BothSides,
  ruleSet: RuleSet,
  now: () => number,
): Promise<MatchResult> {
  const { in_transit_days, as_of } = job.row.rules
  const turns = matchInTurns(lines, ruleSet, { asOfMs: Date.parse(as_of), inTransitMs: in_transit_days * DAY_MS })
  for (let sinceMs = now(); ; ) {
    const turn = turns.next()
    if (turn.done) return turn.value
    if (now() - sinceMs < HELD_MS) continue
    await nextTurn()
    job.check()
    sinceMs = now()
  }
}

function summarise({ groups, open, totals }: MatchResult, { rules }: RuleSet): RunSummary {
  const counts = rules.map(rule => ({ rule: rule.id, confirmed: 0, proposed: 0, may_confirm: mayConfirm(rule) }))
  for (const [at, rule] of groups.rules.entries())
    counts[rule]![groups.confirmed[at] === 1 ? 'confirmed' : 'proposed'] += 1 // a rule of the set
  const kinds = new Map<string, number>()
  for (const { kind } of open) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  const say = ({ lines, minor }: { lines: number; minor: bigint }) => ({ lines, minor: String(minor) })
  const saySide = (side: (typeof totals)[number]['a']) => ({
    all: say(side.all),
    confirmed: say(side.confirmed),
    proposed: say(side.proposed),
    open: say(side.open),
  })
  return {
    totals: totals.map(({ currency, a, b, differenceMinor }) => ({
      ...{ currency, a: saySide(a), b: saySide(b) },
      difference_minor: String(differenceMinor),
    })),
    rules: counts,
    exceptions: [...kinds].toSorted().map(([kind, lines]) => ({ kind, lines })),
  }
}
