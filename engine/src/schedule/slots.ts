import { Failure, type Schedule } from '@sluice/contract'
import { Cron, CronPattern } from 'croner'
import { findActive, isActive } from './active-window.ts'

const PARTS = [
  { name: 'minute', range: '0–59' },
  { name: 'hour', range: '0–23' },
  { name: 'day of month', range: '1–31' },
  { name: 'month', range: '1–12' },
  { name: 'day of week', range: '0–7, 0 and 7 being Sunday' },
] as const

// Plain cron only: croner's own L, W, # and nicknames have no place in the console's builder.
const PLAIN = /^[\d*,/A-Za-z-]+$/

/** What says when a strategy's slots are. */
export type SlotRule = Pick<Schedule, 'cron' | 'timeZone' | 'windows'>

// Slots and windows that never meet are found out after so many windows; a year has at most 366 of one weekday's kind.
const MAX_WINDOWS = 1500

/**
 * Slots after `fromMs`. A local time that daylight saving skips fires at the first instant after it, one that comes
 * twice fires the first time only; with every hour chosen the slots go by elapsed time. Only those inside the active
 * windows count.
 * @throws Failure `schedule.cron` | `schedule.timeZone` | `schedule.windows`
 */
export function nextSlots(rule: SlotRule, fromMs: number, count: number): number[] {
  if (rule.cron === null) return []
  const job = openCron(rule.cron, rule.timeZone)
  const slots: number[] = []
  let last = fromMs
  while (slots.length < count) {
    const next = findNext(job, rule, last)
    if (next === null) break
    slots.push(next)
    last = next
  }
  if (slots.length === 0 && count > 0)
    throw wrong('schedule.cron', 'The schedule never fires: no date fits it.', rule.cron)
  return slots
}

function findNext(job: Cron, { windows = [], timeZone, cron }: SlotRule, afterMs: number): number | null {
  let from = afterMs
  for (let tries = 0; tries < MAX_WINDOWS; tries += 1) {
    const next = job.nextRun(new Date(from))?.getTime()
    if (next === undefined) return null
    if (isActive(windows, timeZone, next)) return next
    // The slot at the very opening counts.
    from = findActive(windows, timeZone, next) - 1
  }
  throw wrong('schedule.windows', 'The schedule never fires inside its active windows.', cron ?? '')
}

function openCron(cron: string, timeZone: string): Cron {
  requireZone(timeZone)
  const parts = cron.trim().split(/\s+/)
  if (parts.length !== 5)
    throw wrong(
      'schedule.cron',
      `A schedule has five parts (minute, hour, day, month, weekday); this has ${parts.length}.`,
      cron,
    )
  for (const [index, part] of parts.entries()) requirePart(part, index, cron)
  // Lists instead of steps make croner treat the job as one of fixed local times (its rule "no-wildcard"), which is
  // the rule for skipped and repeated times; only `*` hours stay an interval.
  const pattern = new CronPattern(cron.trim(), undefined, { mode: '5-part' })
  if (parts[1] !== '*') {
    parts[0] = listOf(pattern.minute)
    parts[1] = listOf(pattern.hour)
  }
  return new Cron(parts.join(' '), { timezone: timeZone, mode: '5-part', paused: true, fixedTimeRule: 'no-wildcard' })
}

const listOf = (flags: readonly number[]): string => flags.flatMap((flag, value) => (flag ? [value] : [])).join(',')

function requirePart(part: string, index: number, cron: string): void {
  const { name, range } = PARTS[index]! // five parts
  const alone = PARTS.map((_, at) => (at === index ? part : '*')).join(' ')
  try {
    if (!PLAIN.test(part)) throw new Error('characters that cron does not know')
    new CronPattern(alone, undefined, { mode: '5-part' })
  } catch (cause) {
    throw wrong(
      'schedule.cron',
      `The ${name} part "${part}" is not valid; it takes ${range}, lists, ranges and steps.`,
      cron,
      cause,
    )
  }
}

function requireZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch (cause) {
    throw wrong(
      'schedule.timeZone',
      `There is no time zone ${timeZone}; use a name such as Asia/Shanghai.`,
      timeZone,
      cause,
    )
  }
}

const wrong = (code: string, message: string, value: string, cause?: unknown): Failure =>
  new Failure({ code, message, field: code, value, cause })
