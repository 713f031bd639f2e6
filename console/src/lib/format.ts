import { type Language, useLanguage } from './i18n.ts'
import { useTimeZone } from './session.ts'

/** Numbers and times in the current language and the tenant's zone. `null` and undefined read as a dash. */
export interface Format {
  /** 2026-11-20 22:54:25; Portuguese 20/11/2026 22:54:25 */
  time(iso: string | null | undefined): string
  /** 11-20 22:54, for tight places */
  shortTime(iso: string | null | undefined): string
  /** 3 分钟前 / 3 minutes ago; in 2 hours */
  relative(iso: string | null | undefined, nowMs?: number): string
  /** 1,234,567; text passes digit by digit, so 64-bit counts stay whole */
  number(value: number | string | null | undefined): string
  /** 12.3% of a share between 0 and 1 */
  percent(share: number): string
  /** 1.2 MB, in powers of 1024 */
  bytes(value: number | string | null | undefined): string
  /** a, b, c; Chinese a、b、c */
  list(parts: readonly string[]): string
  /** 850 ms, 12.4 s, 3 min 20 s, 2 h 5 min */
  duration(ms: number | null | undefined): string
}

const DASH = '–'
const made = new Map<string, Format>()

export function useFormat(): Format {
  return getFormat(useLanguage(), useTimeZone())
}

/** Formatters are dear to make (about 0.1 ms each), so each pair is made once. */
export function getFormat(language: Language, timeZone: string): Format {
  const key = `${language} ${timeZone}`
  const known = made.get(key)
  if (known) return known
  const format = createFormat(language, timeZone)
  made.set(key, format)
  return format
}

/** Swedish writes ISO 8601's own order and digits, which Chinese and international English read best. */
const ISO = 'sv-SE'
const dateLocales: Readonly<Partial<Record<Language, string>>> = { 'pt-BR': 'pt-BR' }
const DIGITS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const
/** With the sign that parts it from the rest. */
const YEAR = /\d{4}-|\/\d{4}/

const durationWords: Readonly<Record<Language, readonly [ms: string, s: string, min: string, h: string]>> = {
  'zh-CN': ['毫秒', '秒', '分', '小时'],
  'zh-TW': ['毫秒', '秒', '分', '小時'],
  'en-US': ['ms', 's', 'min', 'h'],
  'pt-BR': ['ms', 's', 'min', 'h'],
}

function createFormat(language: Language, timeZone: string): Format {
  const full = new Intl.DateTimeFormat(dateLocales[language] ?? ISO, { ...DIGITS, timeZone })
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const relatives = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  const time: Format['time'] = iso => (iso ? full.format(new Date(iso)).replace(', ', ' ') : DASH)
  const number: Format['number'] = value => {
    if (value === null || value === undefined) return DASH
    // A decimal text is formatted exactly; the type does not know that yet.
    return numbers.format(value as number)
  }
  return {
    time,
    number,
    shortTime: iso => (iso ? time(iso).slice(0, 16).replace(YEAR, '') : DASH),
    relative: (iso, nowMs = Date.now()) => (iso ? writeRelative(relatives, new Date(iso).getTime() - nowMs) : DASH),
    percent: share => percents.format(share),
    bytes: value => writeBytes(value, number),
    list: parts => parts.join(language.startsWith('zh') ? '、' : ', '),
    duration: ms => writeDuration(ms, durationWords[language], number),
  }
}

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
] as const

function writeRelative(format: Intl.RelativeTimeFormat, distanceMs: number): string {
  let amount = distanceMs / 1000
  for (const [unit, size] of steps) {
    if (Math.abs(amount) < size) return format.format(Math.round(amount), unit)
    amount /= size
  }
  return DASH
}

function writeBytes(value: number | string | null | undefined, number: Format['number']): string {
  if (value === null || value === undefined) return DASH
  let amount = Number(value)
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let unit = 0
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024
    unit += 1
  }
  return `${number(Math.round(amount * 10) / 10)} ${units[unit]}`
}

function writeDuration(
  ms: number | null | undefined,
  words: readonly [string, string, string, string],
  number: Format['number'],
): string {
  if (ms === null || ms === undefined) return DASH
  if (ms < 1000) return `${Math.round(ms)} ${words[0]}`
  const seconds = ms / 1000
  if (seconds < 60) return `${number(Math.round(seconds * 10) / 10)} ${words[1]}`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} ${words[2]} ${Math.floor(seconds % 60)} ${words[1]}`
  return `${Math.floor(minutes / 60)} ${words[3]} ${minutes % 60} ${words[2]}`
}
