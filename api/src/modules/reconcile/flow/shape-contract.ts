import { PublicFailure } from '@sluice/contract'
import { z } from 'zod'

const Minor = z.string().regex(/^-?\d{1,18}$/)
export const LineId = z.string().regex(/^\d{1,19}$/)
export const Side = z.enum(['a', 'b'])
export const ReasonText = z.string().trim().min(1).max(500)

/** What both sides of a line have; rules name them. */
export const matchColumns = ['order', 'parent_order', 'batch', 'item', 'account', 'day'] as const
const keys = z.array(z.enum(matchColumns)).min(1).max(4)
const hours = z
  .int()
  .min(0)
  .max(24 * 90)
const ruleId = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/)

/** A rule of the cascade; rules are tried in their order, each on what those before it left. */
export const MatchRule = z.discriminatedUnion('kind', [
  z.strictObject({ id: ruleId, kind: z.literal('exact'), keys }),
  z.strictObject({ id: ruleId, kind: z.literal('aggregate'), keys }),
  z.strictObject({ id: ruleId, kind: z.literal('batch'), keys }),
  z.strictObject({
    id: ruleId,
    kind: z.literal('tolerance'),
    keys,
    tolerance_minor: Minor,
    tolerance_basis_points: z.int().min(0).max(1000),
    /** Accounting item that differences are booked to. */
    item: z.string().min(1).max(40),
    /** Differences that one run may confirm in one currency. */
    limit_minor: Minor,
  }),
  z.strictObject({
    id: ruleId,
    kind: z.literal('reference'),
    keys,
    prefixes: z.array(z.string().min(1).max(20)).max(20),
  }),
  z.strictObject({ id: ruleId, kind: z.literal('window'), keys, before_hours: hours, after_hours: hours }),
  z.strictObject({ id: ruleId, kind: z.literal('subset'), keys, before_hours: hours, after_hours: hours }),
])
export type MatchRule = z.output<typeof MatchRule>

export const FlowConfig = z.strictObject({
  rules: z
    .array(MatchRule)
    .min(1)
    .max(20)
    .refine(rules => new Set(rules.map(({ id }) => id)).size === rules.length, { message: 'two rules have one name' }),
  /** Lines younger than this are on their way, and no exception. */
  in_transit_days: z.int().min(0).max(90),
})
export type FlowConfig = z.output<typeof FlowConfig>

export const flowFields = {
  name: z.string().trim().min(1).max(60),
  account_ids: z.array(z.uuid()).min(1).max(50),
  config: FlowConfig,
}

export const runStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export const runPhases = ['queued', 'loading', 'matching', 'saving', 'done'] as const
export const exceptionKinds = [
  ...['WAITING', 'DUPLICATE', 'AMBIGUOUS', 'AMOUNT_DIFF'],
  ...['CURRENCY_DIFF', 'ITEM_MISSING', 'A_ONLY', 'B_ONLY'],
] as const

const Sum = z.object({ lines: z.int(), minor: z.string() })
const SideSums = z.object({ all: Sum, confirmed: Sum, proposed: Sum, open: Sum })
const RunSummary = z.object({
  totals: z.array(z.object({ currency: z.string(), a: SideSums, b: SideSums, difference_minor: z.string() })),
  rules: z.array(z.object({ rule: z.string(), confirmed: z.int(), proposed: z.int(), may_confirm: z.boolean() })),
  exceptions: z.array(z.object({ kind: z.string(), lines: z.int() })),
})
export type RunSummary = z.output<typeof RunSummary>

export const ReconRun = z.object({
  id: z.uuid(),
  flow_id: z.uuid(),
  mode: z.enum(['trial', 'commit']),
  state: z.enum(runStates),
  phase: z.enum(runPhases),
  period_from: z.string().nullable(),
  period_to: z.string().nullable(),
  /** Lines read so far. */
  done: z.string(),
  summary: RunSummary.nullable(),
  /** Equal for equal lines and rules. */
  result_hash: z.string().nullable(),
  requested_by: z.string(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  failure: PublicFailure.nullable(),
})
export type ReconRun = z.output<typeof ReconRun>

export const Flow = z.object({
  id: z.uuid(),
  ...flowFields,
  /** None: it came from a file or a package, and somebody chooses them yet. */
  account_ids: z.array(z.uuid()),
  /** Names of the accounts, in the order of their ids. */
  accounts: z.array(z.object({ id: z.uuid(), name: z.string(), currency: z.string() })),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  last_run: ReconRun.pick({ id: true, mode: true, state: true, finished_at: true }).nullable(),
})
export type Flow = z.output<typeof Flow>

export const entryStates = ['matched', 'proposed', 'ambiguous', 'only_a', 'only_b', 'carried', 'ignored'] as const
const BothSums = z.object({ a: Sum, b: Sum })

/** Of one currency: received (A), receivable (B), and the lines and amounts in each state. They add up. */
export const Card = z.object({
  currency: z.string(),
  a: SideSums,
  b: SideSums,
  difference_minor: z.string(),
  /** Of the difference, what people or rules booked to accounting items. */
  booked_minor: z.string(),
  /** Proposed, ambiguous, and without a counterpart: what waits for a person. */
  unhandled: BothSums,
  /** Where each line stands. Ignored ones count in none of the sums above. */
  states: z.record(z.enum(entryStates), BothSums),
})
export type Card = z.output<typeof Card>

export const Group = z.object({
  id: LineId,
  run_id: z.uuid().nullable(),
  rule: z.string(),
  score: z.int(),
  state: z.enum(['proposed', 'confirmed', 'revoked']),
  currency: z.string(),
  a_count: z.int(),
  b_count: z.int(),
  a_minor: z.string(),
  b_minor: z.string(),
  difference_minor: z.string(),
  reason: z.string(),
  decided_by: z.string(),
  decided_at: z.string().nullable(),
  created_at: z.string(),
  occurred_at: z.string(),
  /** What the difference is booked to; null: nothing is booked. */
  adjustment: z
    .object({
      item: z.string(),
      amount_minor: z.string(),
      /** Submitted: it waits for a second person. */
      state: z.enum(['submitted', 'approved', 'rejected', 'reversed']),
      reason: z.string(),
      /** "": a rule says so. */
      maker: z.string(),
      /** "": nobody yet, or a rule that confirms by itself. */
      checker: z.string(),
      checked_at: z.string().nullable(),
    })
    .nullable(),
})
export type Group = z.output<typeof Group>

export const Line = z.object({
  id: LineId,
  side: Side,
  account: z.string(),
  order_no: z.string().nullable(),
  /** Transaction number of a bill line, document number of the other side. */
  number: z.string().nullable(),
  item: z.string().nullable(),
  amount_minor: z.string(),
  currency: z.string(),
  occurred_at: z.string(),
  status: z.string(),
  /** The day in the account's own zone. */
  day: z.string(),
  remark: z.string().nullable(),
  /** Why it is ignored or carried. */
  reason: z.string(),
  carried_until: z.string().nullable(),
  assignee: z.string().nullable(),
  assignee_id: z.uuid().nullable(),
  due_on: z.string().nullable(),
  /** Of whose it is and by when: sent back with a change, so that the second of two is told. */
  handling: z.int(),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  /** The file it was read from; documents come without one. */
  file_id: z.uuid().nullable(),
  /** The strategy and its record that pushed it. */
  strategy_id: z.uuid().nullable(),
  record_id: z.string().nullable(),
})
export type Line = z.output<typeof Line>

export const Exception = z.object({
  kind: z.string(),
  rule: z.string().nullable(),
  /** Lines the rule had to choose from; -1: more than it counts. */
  candidates: z.int(),
  since: z.string(),
  line: Line,
})
export type Exception = z.output<typeof Exception>

const Failure = z.object({
  why: z.enum(['currency', 'taken', 'key', 'amount', 'reference', 'time']),
  column: z.string().nullable(),
  value: z.string().nullable(),
  other: z.string().nullable(),
  /** By how much it was too far: minor units, or milliseconds. */
  missing: z.string().nullable(),
})
const Verdict = z.object({ rule: z.string(), failures: z.array(Failure) })
export const Candidate = z.object({
  line: Line,
  reference: z.enum(['equal', 'near', 'different', 'missing']),
  is_same_currency: z.boolean(),
  /** A less B. */
  difference_minor: z.string(),
  /** B less A. */
  lag_ms: z.string(),
  is_taken: z.boolean(),
  nearest: Verdict.nullable(),
  verdicts: z.array(Verdict),
})
export type Candidate = z.output<typeof Candidate>

/** A match with the first lines of both sides, or a line that stands alone. */
export const Entry = z.object({
  /** `g12`, `a5`, `b7` */
  key: z.string(),
  state: z.enum(entryStates),
  currency: z.string(),
  occurred_at: z.string(),
  a: z.object({ lines: z.array(Line), count: z.int(), minor: z.string() }),
  b: z.object({ lines: z.array(Line), count: z.int(), minor: z.string() }),
  difference_minor: z.string(),
  group: Group.nullable(),
  /** Why a line is alone, and since when; null: no run looked at it. */
  exception: z
    .object({ kind: z.string(), rule: z.string().nullable(), candidates: z.int(), since: z.string() })
    .nullable(),
  comments: z.int(),
})
export type Entry = z.output<typeof Entry>

export const Comment = z.object({ id: LineId, text: z.string(), username: z.string(), created_at: z.string() })
export type Comment = z.output<typeof Comment>
