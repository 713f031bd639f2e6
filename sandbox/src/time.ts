/** China has had no summer time since 1991, and nothing here is older. */
const CHINA_OFFSET_MS = 8 * 3_600_000

/** `2025-09-01T08:00:00.120+08:00`. */
export const writeTime = (ms: number): string => `${new Date(ms + CHINA_OFFSET_MS).toISOString().slice(0, -1)}+08:00`

const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?$/

/**
 * Milliseconds since 1970 of: ISO 8601 with zone, `2025-09-01 08:00:00` or `2025-09-01` (both China time), epoch
 * seconds (10 digits) or milliseconds (13). null when it is none of these.
 */
export function parseTime(text: string): number | null {
  if (/^\d{13}$/.test(text)) return Number(text)
  if (/^\d{10}$/.test(text)) return Number(text) * 1000
  const local = LOCAL.exec(text)
  const iso = local === null ? text : `${local[1]}T${local[2] ?? '00:00'}+08:00`
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(iso)) return null
  const ms = Date.parse(iso)
  return Number.isNaN(ms) || !isRealDay(iso.slice(0, 10)) ? null : ms
}

/** False for 2025-02-30, which Date would roll over. */
export function isRealDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}
