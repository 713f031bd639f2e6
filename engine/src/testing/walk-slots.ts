/** Hours, minutes and weekdays of a schedule; empty: every one. */
export interface WallRule {
  readonly hours: readonly number[]
  readonly minutes: readonly number[]
  /** 0 Sunday … 6 Saturday. */
  readonly weekdays?: readonly number[]
}

const QUARTER_MS = 900_000

interface Wall {
  readonly text: string
  /** The wall's own time as if it were UTC. */
  readonly ms: number
  readonly hour: number
  readonly minute: number
  readonly weekday: number
}

/**
 * Slots by looking at the clock on the wall every quarter of an hour, from `fromMs` on and before `toMs`: a second way,
 * which knows nothing of cron. All minutes of a rule are quarters. Times the wall leaves out fire when it goes on, times
 * it shows twice the first time only; a rule of every hour goes by elapsed time.
 */
export function walkSlots(rule: WallRule, timeZone: string, fromMs: number, toMs: number): number[] {
  const look = createLook(timeZone)
  const seen = new Set<string>()
  const slots: number[] = []
  const isEveryHour = rule.hours.length === 0
  // A day before, so that what the wall showed shortly before the start is known.
  let previous = look(fromMs - 96 * QUARTER_MS)
  for (let ms = fromMs - 95 * QUARTER_MS; ms < toMs; ms += QUARTER_MS) {
    const now = look(ms)
    const leftOut = isEveryHour ? [] : listBetween(previous.ms + QUARTER_MS, now.ms).filter(wall => matches(rule, wall))
    const isNew = isEveryHour || !seen.has(now.text)
    if (ms >= fromMs && ((matches(rule, now) && isNew) || leftOut.length > 0)) slots.push(ms)
    seen.add(now.text)
    previous = now
  }
  return slots
}

/** Quarters the wall jumped over; none where it went back. */
const listBetween = (fromMs: number, toMs: number): Wall[] =>
  Array.from({ length: Math.max(0, (toMs - fromMs) / QUARTER_MS) }, (_, index) => readUtc(fromMs + index * QUARTER_MS))

const matches = ({ hours, minutes, weekdays = [] }: WallRule, wall: Wall): boolean =>
  (hours.length === 0 || hours.includes(wall.hour)) &&
  minutes.includes(wall.minute) &&
  (weekdays.length === 0 || weekdays.includes(wall.weekday))

/** Readings of the zone asked for last: several rules are walked over the same wall. */
let kept: { readonly timeZone: string; readonly walls: Map<number, Wall> } | null = null

function createLook(timeZone: string): (ms: number) => Wall {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const walls = kept?.timeZone === timeZone ? kept.walls : new Map<number, Wall>()
  kept = { timeZone, walls }
  return ms => {
    const known = walls.get(ms)
    if (known) return known
    const wall = readUtc(Date.parse(`${format.format(ms).replace(' ', 'T')}:00Z`))
    walls.set(ms, wall)
    return wall
  }
}

function readUtc(ms: number): Wall {
  const at = new Date(ms)
  return { text: at.toISOString(), ms, hour: at.getUTCHours(), minute: at.getUTCMinutes(), weekday: at.getUTCDay() }
}
