import { Failure, type FieldSpec, type ReadWindow, type Remedy, type SourceConfig } from '@sluice/contract'

/** What a run reads when it is not the next increment. */
export interface RunPlan {
  /**
   * range: a window a person chose; remedy: days past, once more; scan: keys only, to find what is gone; keys: the records
   * named by `keys`, whose key is `field`.
   */
  readonly kind: 'range' | 'remedy' | 'scan' | 'keys'
  readonly field: string
  readonly from: string | null
  readonly to: string | null
  /** Known records are written again although nothing changed. */
  readonly overwrite?: boolean
  /** How many vanished keys a person agreed to. */
  readonly confirmed?: number
  readonly keys?: readonly string[]
}

/** The window as a run stores it: `full` reads everything and only moves the watermark. */
export type RunWindow = ReadWindow & {
  readonly full?: boolean
  readonly planned?: boolean
  /** Absent: the next increment. Runs with a plan of their own leave the watermark alone. */
  readonly kind?: RunPlan['kind']
  readonly overwrite?: boolean
  readonly confirmed?: number
  readonly keys?: readonly string[]
  /** Stretches behind the watermark in which rows lie that were refused before. */
  readonly again?: readonly Pick<ReadWindow, 'from' | 'to'>[]
  /** Where the watermark goes when the run ends well; `to` when absent. */
  readonly next?: string | null
  /** Records without a value in the increment field, which no window holds; `isRead`: they are read beside it. */
  readonly untimed?: { readonly count: number; readonly isRead: boolean }
  /**
   * More than a day after now. rows: the newest value of the source, which the cursor does not follow; cursor: where it was
   * put before, so that what came since was not read.
   */
  readonly ahead?: { readonly rows?: string; readonly cursor?: string }
  /** The newest value of the source, which lies before the cursor: rows were deleted, or the source was set back or filled anew. */
  readonly behind?: { readonly rows: string; readonly cursor: string }
}

export interface WindowFacts {
  readonly watermark: string | null
  /** What the source said; undefined where it cannot say. */
  readonly highWater: string | null | undefined
  readonly nowMs: number
  readonly full: boolean
}

/**
 * `endLagSeconds` is for records committed late. Where the clock is the upper bound, the window ends that much before
 * now. Where the source said what it holds, everything it holds is read at once and only the watermark stays behind:
 * the last seconds are read again by the next run, and nothing waits for a newer record to come.
 *
 * Both bounds are inclusive: rows equal to the last watermark are read again and known again by key and content, so
 * ties and late commits lose nothing. The upper bound is what one snapshot showed, never later.
 *
 * Where all that the source holds lies before the watermark, its newest rows are read once more: they are known, unless the
 * source was set back or filled anew.
 *
 * The watermark never goes beyond now: a single row of the year 9999 would hide all that come after it. Rows of the
 * future are read in each run until their time has come.
 */
export function planWindow(increment: NonNullable<SourceConfig['increment']>, facts: WindowFacts): RunWindow {
  const to =
    facts.highWater === undefined
      ? new Date(facts.nowMs - increment.endLagSeconds * 1000).toISOString()
      : facts.highWater
  const held = facts.highWater ? shiftBack(notAfterNow(facts.highWater, facts.nowMs), increment.endLagSeconds) : null
  const next = held === null || held === to ? {} : { next: held }
  const ahead = findAhead(facts)
  if (facts.full) return { field: increment.field, from: null, to, full: true, ...next, ...ahead }
  const behind = findBehind(facts)
  const start = behind?.rows ?? facts.watermark
  const from = start === null ? null : shiftBack(notAfterNow(start, facts.nowMs), increment.lookBackSeconds)
  return { field: increment.field, from, to, ...next, ...ahead, ...(behind && { behind }) }
}

function findBehind({ highWater, watermark, nowMs }: WindowFacts): RunWindow['behind'] | null {
  if (!highWater || watermark === null || isAfter(watermark, nowMs)) return null
  return (compareWatermarks(highWater, watermark) ?? 0) < 0 ? { rows: highWater, cursor: watermark } : null
}

const DAY_MS = 86_400_000

/** Behind all times: PostgreSQL's own word, and years of five digits. */
const ENDLESS = /^(?:\+?infinity$|\d{5,}-\d\d-\d\d)/i

// Wall clocks of the zones that are farthest ahead and behind: nobody says in which a time without an offset is meant.
const [FIRST, LAST] = ['Etc/GMT-14', 'Etc/GMT+12']

/** Numbers and other texts are never of the future, for nobody says what they count. */
const isAfter = (text: string, nowMs: number): boolean =>
  ENDLESS.test(text) || (DATE_TIME.test(text) && (compareWatermarks(formatLike(text, nowMs, FIRST), text) ?? 0) < 0)

/** A time in its own form, and of the future none: no row that comes now may lie before it. */
const notAfterNow = (text: string, nowMs: number): string =>
  isAfter(text, nowMs) ? formatLike(ENDLESS.test(text) ? '2000-01-01 00:00:00' : text, nowMs, LAST) : text

function findAhead({ highWater, watermark, nowMs, full }: WindowFacts): Pick<RunWindow, 'ahead'> {
  // Clocks differ.
  const isAhead = (text: string | null | undefined): text is string => !!text && isAfter(text, nowMs + DAY_MS)
  const rows = isAhead(highWater) ? { rows: highWater } : {}
  const cursor = !full && isAhead(watermark) ? { cursor: watermark } : {}
  return 'rows' in rows || 'cursor' in cursor ? { ahead: { ...rows, ...cursor } } : {}
}

/** Days past, counted back from now, in the form the source writes its times in. */
export function planRemedy(
  field: string,
  remedy: Pick<Remedy, 'fromDaysAgo' | 'toDaysAgo'>,
  facts: { readonly nowMs: number; readonly like: string | null; readonly timeZone: string },
): RunPlan {
  const textOf = (days: number): string => formatLike(facts.like, facts.nowMs - days * DAY_MS, facts.timeZone)
  return { kind: 'remedy', field, from: textOf(remedy.fromDaysAgo), to: textOf(remedy.toDaysAgo) }
}

/** An instant in the form of a text the source itself gave; ISO 8601 in UTC where there is none. */
function formatLike(like: string | null, ms: number, timeZone: string): string {
  const match = like === null ? null : DATE_TIME.exec(like)
  if (!match) return like !== null && NUMERAL.test(like) ? formatEpoch(like, ms) : new Date(ms).toISOString()
  const [, , , , divider, , , second, , zone = ''] = match
  const local = isoOf(ms + offsetMs(zone, ms, timeZone))
  if (divider === undefined) return local.slice(0, 10)
  return `${local.slice(0, 10)}${divider}${local.slice(11, second === undefined ? 16 : 19)}${zone}`
}

/** @throws Failure `window.noTime` */
function formatEpoch(like: string, ms: number): string {
  const unit = unitOf(like)
  if (unit === null) throw noTime(like)
  return unit === 'seconds' ? String(Math.floor(ms / 1000)) : String(ms)
}

/** Numbers that look like a time since 1970 in seconds or milliseconds; other numbers are no times. */
function unitOf(numeral: string): 'seconds' | 'milliseconds' | null {
  const digits = numeral.replace(/\..*/, '').length
  return digits === 10 ? 'seconds' : digits === 13 ? 'milliseconds' : null
}

/** Whether days can be counted back in a field that holds such values. */
export const isTime = (like: string): boolean => !NUMERAL.test(like) || unitOf(like) !== null

export const noTime = (like: string): Failure =>
  new Failure({
    code: 'window.noTime',
    message: `The increment field holds numbers like ${like}, which are no times.`,
    field: 'remedy',
    advice: 'Choose a time as the increment field, or run a range by hand.',
  })

function offsetMs(zone: string, ms: number, timeZone: string): number {
  if (/^Z$/i.test(zone)) return 0
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(zone.trim())
  if (match) return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0)) * 60_000
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(ms)
  const name = parts.find(part => part.type === 'timeZoneName')?.value ?? 'GMT'
  return name === 'GMT' ? 0 : offsetMs(name.slice(3), ms, 'UTC')
}

/** Each named record by a window of its own. */
export const sliceByKey = (field: string, keys: readonly string[]): ReadWindow[] =>
  keys.map(key => ({ field, from: key, to: key }))

/** A long range day by day: bounds that meet, both inside, so that nothing lies between two slices. */
export function sliceByDay(window: ReadWindow): ReadWindow[] {
  const { field, from, to } = window
  if (from === null || to === null) return [window]
  const [first, last] = [DATE_TIME.exec(from), DATE_TIME.exec(to)]
  if (!first || !last || first[4] !== last[4] || first[9] !== last[9]) return [window]
  const slices: ReadWindow[] = []
  let start = from
  while (slices.length < MAX_SLICES) {
    const end = shiftBack(start, -86_400)
    const order = compareWatermarks(end, to)
    if (order === null || order >= 0) break
    slices.push({ field, from: start, to: end })
    start = end
  }
  return [...slices, { field, from: start, to }]
}

const MAX_SLICES = 3660

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)(?:([T ])(\d\d):(\d\d)(?::(\d\d))?([.,]\d+)?(.*))?$/
/** Begins with its year, or as times in mails do. */
const TIME_LIKE = /^(?:\d{4}[-/]|[A-Z][a-z]{2},? )/
const NUMERAL = /^-?\d+(?:\.\d+)?$/

/** A date-time text moved into the past, in the source's own form; anything else (a number, a serial) as it is. */
export function shiftBack(text: string, seconds: number): string {
  const match = DATE_TIME.exec(text)
  if (!match || seconds === 0) return text
  const [, year, month, day, divider, hour = '00', minute = '00', second, fraction = '', zone = ''] = match
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second ?? 0))
  if (divider === undefined) return isoOf(time - Math.ceil(seconds / 86_400) * DAY_MS).slice(0, 10)
  const moved = isoOf(time - seconds * 1000)
  // Without seconds in the form the bound is cut to the minute, which is earlier: nothing is left out.
  const clock = second === undefined ? moved.slice(11, 16) : moved.slice(11, 19)
  return `${moved.slice(0, 10)}${divider}${clock}${fraction}${zone}`
}

const isoOf = (ms: number): string => new Date(ms).toISOString()

/** Negative when `a` is before `b`; null when they cannot be compared. */
export function compareWatermarks(a: string, b: string): number | null {
  if (a === b) return 0
  if (NUMERAL.test(a) && NUMERAL.test(b)) return compareNumerals(a, b)
  const [x, y] = [DATE_TIME.exec(a), DATE_TIME.exec(b)]
  // Same form and same zone: texts sort as times, with every digit of the fraction.
  if (x && y && x[4] === y[4] && x[9] === y[9]) return stripZone(a, x[9]) < stripZone(b, y[9]) ? -1 : 1
  // What is none would be taken for one: "SO-49" for the year 2049, which is before "SO-50", 1950.
  if (!TIME_LIKE.test(a) || !TIME_LIKE.test(b)) return null
  const [first, second] = [Date.parse(a), Date.parse(b)]
  return Number.isNaN(first) || Number.isNaN(second) ? null : first - second
}

/**
 * Whether what a person typed can be a bound of a field: in the form of what the field held last, else of its type. A
 * source may take any text, and then reads what nobody meant.
 * @param like what was read last; null: nothing yet
 * @param type of the field, where that is known
 */
export function isBound(text: string, like: string | null, type?: FieldSpec['type']): boolean {
  if (like !== null) {
    const form = [NUMERAL, DATE_TIME].find(each => each.test(like))
    return form === undefined || form.test(text)
  }
  if (type === 'int' || type === 'decimal' || type === 'float') return NUMERAL.test(text)
  // Some sources keep times as numbers.
  return (type !== 'date' && type !== 'datetime') || NUMERAL.test(text) || !Number.isNaN(Date.parse(text))
}

const stripZone = (text: string, zone: string | undefined): string => text.slice(0, text.length - (zone?.length ?? 0))

/** Beyond 2^53 too, which a double would round. */
function compareNumerals(a: string, b: string): number {
  const [wholeA = '', restA = ''] = a.split('.')
  const [wholeB = '', restB = ''] = b.split('.')
  const width = Math.max(restA.length, restB.length)
  const difference = BigInt(wholeA + restA.padEnd(width, '0')) - BigInt(wholeB + restB.padEnd(width, '0'))
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
