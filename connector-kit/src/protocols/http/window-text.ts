import { Failure, type ReadWindow } from '@sluice/contract'
import type { WindowFormat } from './http-plan.ts'

const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?/
const STEP_MS = { iso: 1, datetime: 1000, date: 86_400_000, unix: 1000, unixMs: 1 } as const

/** The bounds as the far system writes them. The lower one is rounded down, the upper one up: nothing is left out. */
export function formatWindow(
  window: ReadWindow | null,
  format: WindowFormat = { format: 'iso' },
): { from: string | null; to: string | null } {
  const { from = null, to = null } = window ?? {}
  return { from: formatBound(from, format, false), to: formatBound(to, format, true) }
}

function formatBound(text: string | null, format: WindowFormat, isEnd: boolean): string | null {
  if (text === null) return null
  const isExclusive = isEnd && format.isEndExclusive === true
  // An ISO text goes out as it came in, with all its digits.
  if (format.format === 'iso' && HAS_ZONE.test(text) && text.includes('T') && !isExclusive) return text
  const { ms, hasMore } = parseTime(text, format.timeZone ?? 'UTC')
  const step = STEP_MS[format.format]
  const isExact = !hasMore && isAtStep(ms, format)
  const raised = isExclusive ? ms + step : isEnd && !isExact ? ms + (format.format === 'date' ? 0 : step) : ms
  return writeTime(raised, format)
}

/** Whether the instant loses nothing in this format. A date never needs raising: it means the whole day. */
const isAtStep = (ms: number, { format }: WindowFormat): boolean => format === 'date' || ms % STEP_MS[format] === 0

/** Milliseconds, rounded down; `hasMore` when digits were cut. */
export function parseTime(text: string, timeZone: string): { readonly ms: number; readonly hasMore: boolean } {
  if (/^\d{9,11}$/.test(text)) return { ms: Number(text) * 1000, hasMore: false }
  if (/^\d{12,14}$/.test(text)) return { ms: Number(text), hasMore: false }
  const parts = DATE_TIME.exec(text)
  if (!parts) throw badTime(text)
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = ''] = parts
  const cut = fraction.slice(0, 3).padEnd(3, '0')
  const wall = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(cut),
  )
  const zone = HAS_ZONE.exec(text.slice(10))?.[0]
  const ms = zone === undefined ? wall - offsetAt(wall, timeZone) : wall - offsetOf(zone)
  if (Number.isNaN(ms)) throw badTime(text)
  return { ms, hasMore: /[1-9]/.test(fraction.slice(3)) }
}

const badTime = (text: string): Failure =>
  new Failure({
    code: 'source.window',
    message: `The bound ${text.slice(0, 60)} is not a time this source can be asked for.`,
    advice: 'Choose a field that holds times as the increment field.',
    value: text,
  })

/** Milliseconds of `+08:00`, `-0330` and `Z`. */
function offsetOf(zone: string): number {
  if (/^z$/i.test(zone)) return 0
  const digits = zone.replace(':', '')
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5))
  return (digits.startsWith('-') ? -minutes : minutes) * 60_000
}

/** What the wall clock of a zone is ahead of UTC at (about) this wall time. Twice, because the first guess may cross a change. */
function offsetAt(wallMs: number, timeZone: string): number {
  const first = zoneOffset(wallMs, timeZone)
  return zoneOffset(wallMs - first, timeZone)
}

function zoneOffset(ms: number, timeZone: string): number {
  const text = wallText(ms, timeZone)
  return Date.parse(`${text.replace(' ', 'T')}Z`) - Math.floor(ms / 1000) * 1000
}

/** `YYYY-MM-DD HH:mm:ss` on the wall of a zone. Swedish writes it so. */
export function wallText(ms: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(ms)
}

function writeTime(ms: number, { format, timeZone = 'UTC' }: WindowFormat): string {
  if (format === 'unix') return String(Math.floor(ms / 1000))
  if (format === 'unixMs') return String(ms)
  if (format === 'iso') return new Date(ms).toISOString()
  const wall = wallText(ms, timeZone)
  return format === 'date' ? wall.slice(0, 10) : wall
}
