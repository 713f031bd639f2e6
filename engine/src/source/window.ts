import type { ReadWindow, SourceConfig } from '@sluice/contract'

/** The window as a run stores it: `full` reads everything and only moves the watermark. */
export type RunWindow = ReadWindow & { readonly full?: boolean; readonly planned?: boolean }

export interface WindowFacts {
  readonly watermark: string | null
  /** What the source said; undefined where it cannot say. */
  readonly highWater: string | null | undefined
  readonly nowMs: number
  readonly full: boolean
}

/**
 * Both bounds are inclusive: rows equal to the last watermark are read again and known again by key and content, so
 * ties and late commits lose nothing. The upper bound is what one snapshot showed, never later.
 */
export function planWindow(increment: NonNullable<SourceConfig['increment']>, facts: WindowFacts): RunWindow {
  const to =
    facts.highWater === undefined
      ? new Date(facts.nowMs - increment.endLagSeconds * 1000).toISOString()
      : facts.highWater
  if (facts.full) return { field: increment.field, from: null, to, full: true }
  const from = facts.watermark === null ? null : shiftBack(facts.watermark, increment.lookBackSeconds)
  return { field: increment.field, from, to }
}

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)(?:([T ])(\d\d):(\d\d)(?::(\d\d))?([.,]\d+)?(.*))?$/
const NUMERAL = /^-?\d+(?:\.\d+)?$/

/** A date-time text moved into the past, in the source's own form; anything else (a number, a serial) as it is. */
export function shiftBack(text: string, seconds: number): string {
  const match = DATE_TIME.exec(text)
  if (!match || seconds === 0) return text
  const [, year, month, day, divider, hour = '00', minute = '00', second, fraction = '', zone = ''] = match
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second ?? 0))
  if (divider === undefined) return isoOf(time - Math.ceil(seconds / 86_400) * 86_400_000).slice(0, 10)
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
  const [first, second] = [Date.parse(a), Date.parse(b)]
  return Number.isNaN(first) || Number.isNaN(second) ? null : first - second
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
