import { isTimeZone } from '@sluice/contract'

/** An instant as our own sentences hold it; one in quotes or behind a sign is a value of somebody's data and stays. */
const INSTANT = /(?<![\w"'“‘«:=([{/-])\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z(?![\w"'”’»])/g

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * The instants of a sentence as the reader's clock shows them: `15:02:07`, on another day `2026-11-24 15:02`.
 * @param timeZone IANA name; unknown or absent, they stay ISO in UTC, which programs read
 */
export function writeTimes(sentence: string, timeZone: string | undefined, nowMs: number): string {
  if (timeZone === undefined || !sentence.includes('Z')) return sentence
  const format = findFormat(timeZone)
  if (format === null) return sentence
  const today = format.format(nowMs).slice(0, 10)
  return sentence.replace(INSTANT, found => {
    const local = format.format(new Date(found))
    return local.startsWith(today) ? local.slice(11) : local.slice(0, 16)
  })
}

/** Formats are dear to make; the list of zones is short, and what is no zone is not kept. */
function findFormat(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone)
  if (known) return known
  if (!isTimeZone(timeZone)) return null
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(timeZone, format)
  return format
}

/** The zone that whoever asks reads times in; absent: none, as programs do. */
export function readTimeZone(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  const zone = headers['x-time-zone']
  return typeof zone === 'string' && zone.length <= 60 ? zone : undefined
}
