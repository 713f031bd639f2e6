/**
 * The instant at which a calendar day begins in a zone, as ISO 8601 in UTC; `plusDays` 1 gives the day's end.
 * undefined when the text is no day.
 */
export function toInstant(day: string | undefined, timeZone: string, plusDays: 0 | 1): string | undefined {
  if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const asUtc = Date.parse(`${day}T00:00:00Z`) + plusDays * 86_400_000
  if (Number.isNaN(asUtc)) return undefined
  // The first guess may fall on the other side of a clock change; the second uses the offset that holds there.
  const guess = asUtc - offsetMs(asUtc, timeZone)
  return new Date(asUtc - offsetMs(guess, timeZone)).toISOString()
}

/** How far the zone's clock is ahead of UTC at an instant. */
function offsetMs(atMs: number, timeZone: string): number {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(atMs)
  return Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(atMs / 1000) * 1000
}

/** The calendar day of an instant in a zone: 2026-11-20. */
export const dayOf = (atMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(atMs)
