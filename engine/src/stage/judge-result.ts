import type { WriteOutcome } from '@sluice/connector-kit'
import {
  type Counts,
  type Data,
  type FailureDetail,
  nextRecordState,
  type RecordEvent,
  RecordState,
  type RetryPolicy,
  toJson,
} from '@sluice/contract'
import type { IgnoreRule } from '../sql/ignore-rule-rows.ts'
import type { MapProblem } from './map-problem.ts'
import { formatResultLine, type ResultDetail, type ResultLetter } from './page-result.ts'
import type { StagedRecord } from './staged-record.ts'
import { toStorable, toStorableFailure } from './storable.ts'

/** What happened to a record in this run. */
export type RecordResult =
  | { readonly kind: 'refused'; readonly problems: readonly MapProblem[]; readonly version?: number | undefined }
  | { readonly kind: 'held' }
  /** Gone at the source, and the strategy only marks it. */
  | { readonly kind: 'marked' }
  /** `tries` of this run; `data` as sent, null when it is no longer known. */
  | {
      readonly kind: 'sent'
      readonly outcome: WriteOutcome
      readonly tries: number
      readonly data: Data | null
      /** That mapped it; absent: the run's. */
      readonly version?: number | undefined
    }

/** The verdict: the row's new state, the book it is counted in, and the evidence. */
export interface Verdict {
  readonly status: RecordState
  readonly counter: keyof Counts
  readonly line: string
  readonly attempts: number
  readonly failure: FailureDetail | null
  readonly response: string | null
  readonly targetKey: string | null
  readonly retryAt: string | null
  readonly request: string | null
  /** That mapped it; absent: the run's. */
  readonly version?: number
  /** The ignore rule that decided; absent: none did. */
  readonly ruleId?: string
}

export interface JudgeRules {
  readonly retry: RetryPolicy
  readonly nowMs: number
  random(): number
  /** In the order in which they are asked: the first that fits decides. */
  readonly ignore?: readonly IgnoreRule[]
}

const HOUR_MS = 3_600_000
const RESPONSE_CHARS = 65_536

/** The pause doubles with each try, at most an hour, spread by ± 20 %; never shorter than the far system asked for. */
function retryDelayMs(attempts: number, failure: FailureDetail, rules: JudgeRules): number {
  const base = Math.min(rules.retry.firstDelaySeconds * 1000 * 2 ** Math.max(0, attempts - 1), HOUR_MS)
  return Math.max(base * (0.8 + 0.4 * rules.random()), failure.retryAfterMs ?? 0)
}

export function judgeResult(record: StagedRecord, result: RecordResult, rules: JudgeRules): Verdict {
  if (result.kind === 'held') return judgeHeld(record)
  if (result.kind === 'marked') return conclude(record, 'deleted', 's', 'skipped', { tries: 0 }, null)
  if (result.kind === 'refused') {
    const failure = toFailureDetail(result.problems)
    const detail = { failure, tries: 1, ...versionOf(result) }
    const byRule = judgeByRule(record, detail, null, rules)
    if (byRule) return byRule
    // It lacks nothing but what another strategy has not stored yet.
    if (result.problems.length > 0 && result.problems.every(({ code }) => code === 'mapping.notFound'))
      return judgeHold(conclude(record, 'heldMasterData', 'f', 'failed', detail, null), rules)
    return conclude(record, 'failed', 'x', 'dead', detail, null)
  }
  const { outcome, tries } = result
  const isDelete = record.change === 'delete'
  if (outcome.kind === 'written' && tries === 1 && record.attempts === 0 && !isDelete) {
    if (outcome.response === undefined && outcome.targetKey === undefined) return plainVerdict(result.version)
  }
  const request = result.data === null ? null : result.data
  const response =
    'response' in outcome && outcome.response !== undefined
      ? toStorable(outcome.response).slice(0, RESPONSE_CHARS)
      : undefined
  const evidence = { ...(response === undefined ? {} : { response }), tries, ...versionOf(result) }
  if (outcome.kind === 'written') {
    const targetKey = outcome.targetKey === undefined ? {} : { targetKey: toStorable(outcome.targetKey).slice(0, 2000) }
    return conclude(record, isDelete ? 'deleted' : 'written', 'w', 'written', { ...evidence, ...targetKey }, request)
  }
  if (outcome.kind === 'skipped') {
    const failure: FailureDetail = { code: 'target.skipped', message: toStorable(outcome.reason), retry: 'never' }
    return conclude(record, isDelete ? 'deleted' : 'skipped', 's', 'skipped', { ...evidence, failure }, request)
  }
  const failure = toStorableFailure(outcome.failure)
  if (outcome.kind === 'unknown')
    return conclude(record, 'answerLost', 'u', 'unknown', { ...evidence, failure }, request)
  return (
    judgeByRule(record, { ...evidence, failure }, request, rules) ??
    judgeFailure(record, evidence, failure, request, rules)
  )
}

const NO_VERSION = {}
/** Also in the line: whoever takes the page over knows by what it was mapped. */
const versionOf = ({ version }: { readonly version?: number | undefined }) =>
  version === undefined ? NO_VERSION : { version }

/** Tried again later, held, or error data. */
function judgeFailure(
  record: StagedRecord,
  evidence: { readonly response?: string; readonly tries: number; readonly version?: number },
  failure: FailureDetail,
  request: Data | null,
  rules: JudgeRules,
): Verdict {
  const attempts = record.attempts + evidence.tries
  const hold = holds[failure.code]
  if (hold !== undefined)
    return judgeHold(conclude(record, hold, 'f', 'failed', { ...evidence, failure }, request), rules)
  if (failure.retry !== 'later' || attempts >= rules.retry.maxAttempts)
    return conclude(record, 'failed', 'x', 'dead', { ...evidence, failure }, request)
  const retryAt = new Date(rules.nowMs + retryDelayMs(attempts, failure, rules)).toISOString()
  return { ...conclude(record, 'retryLater', 'f', 'failed', { ...evidence, failure }, request), retryAt }
}

/** The failure stays in the record's history, with the rule that made it none. */
function judgeByRule(
  record: StagedRecord,
  detail: {
    readonly response?: string
    readonly tries: number
    readonly failure: FailureDetail
    readonly version?: number
  },
  request: Data | null,
  { ignore = [] }: JudgeRules,
): Verdict | null {
  const rule = ignore.find(({ contains }) => detail.failure.message.includes(contains))
  if (!rule) return null
  const advice =
    rule.outcome === 'ignored'
      ? `By the ignore rule "${rule.contains}" the record is left out.`
      : `By the ignore rule "${rule.contains}" the record counts as finished.`
  const failure: FailureDetail = { ...detail.failure, retry: 'never', advice }
  const event = rule.outcome === 'ignored' ? 'ignoredByRule' : 'skipped'
  // As a failure in the page's result: a holder that takes the page over asks the rules again.
  return { ...conclude(record, event, 'x', 'skipped', { ...detail, failure }, request), ruleId: rule.id }
}

/** Refusals that heal by themselves once stock or master data arrive. */
const holds: Readonly<Record<string, RecordEvent>> = {
  'target.negativeStock': 'heldStock',
  'target.masterData': 'heldMasterData',
}

/** Tried again on a slow cycle; after the last try the record stays on hold until a person takes it up. */
function judgeHold(verdict: Verdict, rules: JudgeRules): Verdict {
  if (verdict.attempts >= rules.retry.maxAttempts) return { ...verdict, counter: 'dead' }
  return { ...verdict, retryAt: new Date(rules.nowMs + HOUR_MS * (0.9 + 0.2 * rules.random())).toISOString() }
}

/** The everyday verdict, made once: written at the first try, nothing to tell. */
const PLAIN: Verdict = {
  status: RecordState.finished,
  counter: 'written',
  line: formatResultLine('w'),
  attempts: 1,
  failure: null,
  response: null,
  targetKey: null,
  retryAt: null,
  request: null,
}

let plainOf = PLAIN
/** The same of another version than the run's, made once in a row. */
function plainVerdict(version: number | undefined): Verdict {
  if (version === undefined) return PLAIN
  if (plainOf.version !== version) plainOf = { ...PLAIN, version, line: formatResultLine('w', { version }) }
  return plainOf
}

/** Kept as it is: an ignored record stays ignored, one whose answer was lost waits for a person. */
function judgeHeld(record: StagedRecord): Verdict {
  const isIgnored = record.held === RecordState.ignored
  const failure: FailureDetail = isIgnored
    ? {
        code: 'record.ignored',
        message: 'Ignored by a person; the new content is kept and not written.',
        retry: 'never',
      }
    : {
        code: 'record.unresolved',
        message: 'The answer to an earlier write was lost; the new content is kept and not written.',
        retry: 'never',
        advice: 'Look at the target, then reprocess or confirm the record.',
      }
  return {
    status: record.held ?? RecordState.ignored,
    counter: isIgnored ? 'skipped' : 'unknown',
    line: formatResultLine(isIgnored ? 's' : 'u', { failure }),
    attempts: record.attempts,
    failure,
    response: null,
    targetKey: null,
    retryAt: null,
    request: null,
  }
}

function conclude(
  record: StagedRecord,
  event: RecordEvent,
  letter: ResultLetter,
  counter: keyof Counts,
  detail: ResultDetail & { readonly tries: number },
  data: Data | null,
): Verdict {
  const { tries, ...bare } = detail
  const rest = record.change === undefined ? bare : { ...bare, change: record.change }
  const status = nextRecordState(RecordState.queued, event) ?? RecordState.error
  const attempts = Math.min(record.attempts + tries, 32_767) // smallint
  const isPlain = status === RecordState.finished && attempts === 1
  return {
    status,
    counter,
    line: formatResultLine(letter, tries === 1 ? rest : { ...rest, tries }),
    attempts,
    failure: detail.failure ?? null,
    response: detail.response ?? null,
    targetKey: detail.targetKey ?? null,
    retryAt: null,
    // Made only where a row for the try is kept.
    request: isPlain || data === null ? null : toJson(data),
    ...versionOf(detail),
  }
}

/** The first problem leads; the others are named so that one look mends all. */
function toFailureDetail(problems: readonly MapProblem[]): FailureDetail {
  const first = problems[0]
  if (!first) return { code: 'mapping.refused', message: 'The mapping refuses this record.', retry: 'never' }
  const others = problems.slice(1, 4).map(problem => problem.message)
  const rest = problems.length > 4 ? [`… and ${problems.length - 4} more`] : []
  return toStorableFailure({
    code: first.code,
    message: [first.message, ...others, ...rest].join(' '),
    retry: 'never',
    field: first.field,
    ...(first.value === undefined ? {} : { value: first.value }),
  })
}
