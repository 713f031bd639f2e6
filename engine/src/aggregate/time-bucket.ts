import { partsInZone } from '../map/format-date.ts'
import type { Granularity } from './report.ts'

type Span = Exclude<Granularity, 'value'>

/** A date-time as nearly all sources write it. Zones turn by whole minutes since 1902, so a minute is looked up once. */
const PLAIN = /^((?:19[1-9]|2\d\d)\d-\d{2}-\d{2}[T ]\d{2}:\d{2}):[0-5]\d(?:\.\d{1,12})?(Z|[+-]\d{2}:\d{2})?$/
const REMEMBERED = 20_000

/** The bucket of a date's text by the clocks of a zone; undefined: it is no date. */
export function createBuckets(span: Span, timeZone: string): (text: string) => string | undefined {
  const known = new Map<string, string | undefined>()
  return text => {
    const plain = PLAIN.exec(text)
    const minute = plain ? `${plain[1]}${plain[2] ?? ''}` : text
    if (known.has(minute)) return known.get(minute)
    const bucket = findBucket(text, span, timeZone)
    if (known.size >= REMEMBERED) known.clear()
    known.set(minute, bucket)
    return bucket
  }
}

const pad = (value: number, length = 2): string => String(value).padStart(length, '0')

function findBucket(text: string, span: Span, timeZone: string): string | undefined {
  const parts = readParts(text, timeZone)
  if (!parts) return undefined
  const month = `${pad(parts.year, 4)}-${pad(parts.month)}`
  const day = `${month}-${pad(parts.day)}`
  switch (span) {
    case 'year':
      return pad(parts.year, 4)
    case 'month':
      return month
    case 'day':
      return day
    case 'hour':
      return `${day} ${pad(parts.hour)}:00`
    case 'week':
      return findMonday(parts)
  }
}

/** A date without a time is that day in every zone. */
function readParts(text: string, timeZone: string) {
  const parts = partsInZone(text, undefined)
  if (typeof parts === 'string') return undefined
  if (!parts.hasTime || parts.offsetSeconds === undefined) return parts
  const moved = partsInZone(text, timeZone)
  return typeof moved === 'string' ? undefined : moved
}

/** A week is named by its Monday. */
function findMonday({ year, month, day }: { year: number; month: number; day: number }): string {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`
}
