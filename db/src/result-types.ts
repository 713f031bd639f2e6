import pg from 'pg'

/** How answers become JavaScript values: nothing passes through a float or a Date that could not hold it. */
export const resultTypes: pg.CustomTypesConfig = {
  // pg-types declares one overload per known type; ours is the general case of all of them.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : PARSERS.get(oid)) ??
    pg.types.getTypeParser(oid, format ?? 'text')) as typeof pg.types.getTypeParser,
}

type Parse = (text: string) => unknown

// The driver knows more types than its declaration lists.
const TEXT_ARRAY = 1009 as Parameters<typeof pg.types.getTypeParser>[0]
const asText: Parse = text => text
const asTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY, 'text')

// Left to the driver: bool, int2, int4, float, bytea (Buffer), text, uuid, json and jsonb (parsed).
const PARSERS = new Map<number, Parse>([
  [20, asText], // int8: beyond 2^53
  [1016, asTexts],
  [1700, asText], // numeric: more digits than a double
  [1231, asTexts],
  [1082, asText], // date
  [1182, asTexts],
  [1083, asText], // time
  [1266, asText], // time with zone
  [1114, asText], // timestamp without zone
  [1115, asTexts],
  [1184, toUtcText], // timestamptz
  [1185, text => asTexts(text).map(item => (item === null ? null : toUtcText(item)))],
  [1186, asText], // interval
  [1187, asTexts],
])

const ZONED = /^(\d{4,})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(\.\d+)?([+-]\d\d)(?::(\d\d))?(?::(\d\d))?$/

/** `2026-07-02 09:30:00.123456+08` → `2026-07-02T01:30:00.123456Z`. Years BC and infinity stay as they are. */
export function toUtcText(text: string): string {
  // The pool works in UTC, so this is the way of nearly every value.
  if (text.endsWith('+00')) return `${text.slice(0, -3).replace(' ', 'T')}Z`
  const match = ZONED.exec(text)
  if (!match) return text
  const [, year, month, day, hour, minute, second, fraction = '', zone = '', zoneMinute = '0', zoneSecond = '0'] = match
  const sign = zone.startsWith('-') ? -1 : 1
  const offsetSeconds = sign * (Math.abs(Number(zone)) * 3600 + Number(zoneMinute) * 60 + Number(zoneSecond))
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  date.setUTCHours(Number(hour), Number(minute), Number(second) - offsetSeconds)
  return `${date.toISOString().slice(0, -'.000Z'.length)}${fraction}Z`
}
