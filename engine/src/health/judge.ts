import { Schedule } from '@sluice/contract'
import { tellTrouble } from '../account/tell-trouble.ts'
import { describeDrift } from '../discovery/drift.ts'
import type { KnownDrift } from '../discovery/drift-rows.ts'
import { nextSlots } from '../schedule/slots.ts'
import type { ConnectorFigures, HealthFigures } from './figures.ts'

/** From worst to best; a strategy that is not started has none, unless it runs by hand alone. */
export const healthLevels = ['abnormal', 'stalled', 'watch', 'healthy'] as const
export type HealthLevel = (typeof healthLevels)[number]

/** What a rule looks at. The last three are levels of the health page alone. */
type HealthRule =
  | 'connector'
  | 'process'
  | 'errorRate'
  | 'failures'
  | 'silent'
  | 'growth'
  | 'backlog'
  | 'wait'
  | 'drift'
  | 'missing'

/** Why a strategy is not healthy: by which rule, and by which figure, in one sentence. */
export interface HealthReason {
  readonly rule: HealthRule
  readonly level: Exclude<HealthLevel, 'healthy'>
  readonly text: string
  readonly advice: string
}

/** From which figure on a rule speaks. */
export const thresholds = {
  abnormalErrorPercent: 20,
  watchErrorPercent: 5,
  failures: 3,
  backlog: 1000,
  waitMinutes: 120,
  silentPeriods: 3,
  emptyRuns: 3,
} as const

const MINUTE_MS = 60_000
/** Schedules go by minutes: whoever was dispatched later than this has not missed three of anything. */
const SHORTEST_SILENCE_MS = thresholds.silentPeriods * MINUTE_MS

/** Everything that is wrong with a strategy, worst first. Nothing is said of one that is not started and runs by schedule. */
export function judge(figures: HealthFigures, nowMs: number): HealthReason[] {
  if (!isJudged(figures)) return []
  const isStarted = figures.status === 'running'
  const { abnormalErrorPercent, watchErrorPercent } = thresholds
  const found = [
    ...[figures.source, figures.target].map(side => side && findBadConnector(side, nowMs)),
    ...figures.drifts.map(findDrifted),
    isStarted ? findOffline(figures) : null,
    findErrorRate(figures, abnormalErrorPercent) ?? findErrorRate(figures, watchErrorPercent),
    findFailures(figures, thresholds.failures) ?? findFailure(figures),
    findMissing(figures),
    findEmptyRuns(figures),
    // Nothing is due of what nobody has started.
    ...(isStarted ? findUndone(figures, nowMs) : []),
  ]
  const reasons = found.filter(reason => reason !== null)
  const isNew = (reason: HealthReason, at: number): boolean =>
    reasons.findIndex(({ text }) => text === reason.text) === at
  return reasons.filter(isNew).toSorted((a, b) => healthLevels.indexOf(a.level) - healthLevels.indexOf(b.level))
}

const findUndone = (figures: HealthFigures, nowMs: number): (HealthReason | null)[] => [
  findSilence(figures, nowMs),
  findNoGrowth(figures),
  findBacklog(figures, thresholds.backlog),
  findWait(figures, thresholds.waitMinutes, nowMs),
]

/** Whoever runs a strategy by hand alone need not start it: its last run says how it does. */
function isJudged({ status, schedule, is_follow: isFollow, dispatched_at: lastAt }: HealthFigures): boolean {
  if (status === 'running') return true
  if (status === 'draft' || isFollow || lastAt === null) return false
  const stored = Schedule.safeParse(schedule)
  return !stored.success || stored.data.cron === null
}

export const levelOf = (figures: HealthFigures, reasons: readonly HealthReason[]): HealthLevel | null =>
  isJudged(figures) ? (reasons[0]?.level ?? 'healthy') : null

/** Errors among what was settled in the window, in percent with one place; null: nothing was. */
export function errorPercent({ errors, written }: Pick<HealthFigures, 'errors' | 'written'>): number | null {
  const settled = Number(errors) + Number(written)
  return settled <= 0 ? null : Math.round((Number(errors) / settled) * 1000) / 10
}

function findBadConnector(connector: ConnectorFigures, nowMs: number): HealthReason | null {
  const { name, status, trouble, open_until: openUntil } = connector
  if (trouble)
    return {
      rule: 'connector',
      level: 'abnormal',
      text: `The far system of the connector ${name}: ${tellTrouble(trouble, openUntil === null ? null : Date.parse(openUntil), nowMs)}`,
      advice: trouble.reason.advice ?? 'Look at its calls; it is tried again by itself from time to time.',
    }
  if (status !== 'failed') return null
  return {
    rule: 'connector',
    level: 'abnormal',
    text: `The connector ${name} did not pass its last test.`,
    advice: 'Test the connector and mend what the failed step names.',
  }
}

/** What it reads or writes is not what its version was made for. */
const findDrifted = ({ side, object_id, detail }: KnownDrift): HealthReason => ({
  rule: 'drift',
  level: 'watch',
  text: describeDrift(side, object_id, detail),
  advice: 'Look at the mapped fields that are named, and save a version that fits.',
})

export function findOffline({ pool }: Pick<HealthFigures, 'pool'>): HealthReason | null {
  if (!pool?.is_offline) return null
  return {
    rule: 'process',
    level: 'abnormal',
    text: `No living process serves the process pool ${pool.name}.`,
    advice: `Start a process with the label ${pool.label}.`,
  }
}

export function findErrorRate(figures: HealthFigures, fromPercent: number): HealthReason | null {
  const percent = errorPercent(figures)
  if (percent === null || percent < fromPercent) return null
  return {
    rule: 'errorRate',
    level: fromPercent >= thresholds.abnormalErrorPercent ? 'abnormal' : 'watch',
    text: `${figures.errors} records failed and ${figures.written} were written in the window: ${percent} % errors, from ${fromPercent} % on that is too many.`,
    advice: 'Look at the error data: most of it usually has one cause.',
  }
}

export function findFailures({ failures }: Pick<HealthFigures, 'failures'>, from: number): HealthReason | null {
  if (failures < from) return null
  return {
    rule: 'failures',
    level: 'abnormal',
    text: `The last ${failures} runs failed, from ${from} on that is too many.`,
    advice: 'Look at the log of the last run, then check the strategy.',
  }
}

const findFailure = ({ failures }: HealthFigures): HealthReason | null =>
  failures === 0
    ? null
    : {
        rule: 'failures',
        level: 'watch',
        text: 'The last run failed.',
        advice: 'Look at the log of the last run, then check the strategy.',
      }

/** A strategy of which anything is missing at the target is not healthy, whatever its last run did. */
function findMissing({ rejected, in_error: inError }: HealthFigures): HealthReason | null {
  if (Number(rejected) + Number(inError) === 0) return null
  return {
    rule: 'missing',
    level: 'watch',
    text: `Not at the target: ${rejected} rows rejected by the last run, ${inError} records in error or without an answer.`,
    advice: 'Look at the rejected rows of the run and at the records in error.',
  }
}

/** A filter, a period or an account that finds nothing looks like a source that has nothing. */
function findEmptyRuns({ is_follow: isFollow, empty_runs: runs }: HealthFigures): HealthReason | null {
  if (isFollow || runs < thresholds.emptyRuns) return null
  return {
    rule: 'growth',
    level: 'watch',
    text: `Its last ${runs} runs ended well without a record, and none before them brought one.`,
    advice: 'Look at the source: is it still written to, and do filter and increment still find its rows?',
  }
}

/**
 * Three slots have gone by since the last dispatch. A run that is live, or a strategy that somebody paused, lets slots
 * go by on purpose.
 */
export function findSilence(figures: HealthFigures, nowMs: number): HealthReason | null {
  if (figures.is_follow || figures.is_live || figures.paused_at !== null) return null
  const lastMs = Date.parse(figures.dispatched_at ?? figures.updated_at)
  if (nowMs - lastMs <= SHORTEST_SILENCE_MS) return null
  const third = findSlot(figures.schedule, lastMs)
  if (third === null || third > nowMs) return null
  return {
    rule: 'silent',
    level: 'stalled',
    text:
      figures.dispatched_at === null
        ? 'It has been started and never dispatched, for three slots of its schedule.'
        : `It was last dispatched on ${toText(lastMs)}, three slots of its schedule ago or more.`,
    advice: 'Look at what its queued run waits for, and whether a scheduler is running.',
  }
}

/** The third slot after a time; null without a schedule, or with one that never fires. */
function findSlot(stored: unknown, afterMs: number): number | null {
  const schedule = Schedule.safeParse(stored)
  if (!schedule.success || schedule.data.cron === null) return null
  try {
    return nextSlots(schedule.data, afterMs, thresholds.silentPeriods).at(thresholds.silentPeriods - 1) ?? null
  } catch {
    // The scheduler tells of a rule that has become impossible.
    return null
  }
}

export function findNoGrowth({ fresh, usual }: Pick<HealthFigures, 'fresh' | 'usual'>): HealthReason | null {
  if (Number(fresh) > 0 || Number(usual) <= 0) return null
  return {
    rule: 'growth',
    level: 'stalled',
    text: `Nothing new came in the window; in the same hours of the last four weeks it was ${Number(usual)} on average.`,
    advice: 'Look at the source: is it still written to, and do filter and increment still find its rows?',
  }
}

export function findBacklog({ backlog }: Pick<HealthFigures, 'backlog'>, above: number): HealthReason | null {
  if (Number(backlog) <= above) return null
  return {
    rule: 'backlog',
    level: 'watch',
    text: `${backlog} records wait to be written, more than ${above}.`,
    advice: 'Give the process pool more places, or the target larger batches.',
  }
}

export function findWait(
  { waiting_since: since }: Pick<HealthFigures, 'waiting_since'>,
  aboveMinutes: number,
  nowMs: number,
): HealthReason | null {
  const minutes = waitMinutes(since, nowMs)
  if (minutes === null || minutes <= aboveMinutes) return null
  return {
    rule: 'wait',
    level: 'watch',
    text: `What has waited longest has done so for ${minutes} minutes, more than ${aboveMinutes}.`,
    advice: 'Dispatch the strategy now, or look at why its records wait for a retry.',
  }
}

export const waitMinutes = (since: string | null, nowMs: number): number | null =>
  since === null ? null : Math.max(0, Math.floor((nowMs - Date.parse(since)) / MINUTE_MS))

/** `2026-11-22 17:53 UTC` */
const toText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
