import { expect, it } from 'vitest'
import { offsetOf } from './time-zone.ts'

const HOUR_SECONDS = 3600

/** What the runtime itself says: `GMT+08:05:43`, or `GMT` for none. */
function readName(epochSeconds: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(epochSeconds * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_SECONDS + Number(minutes) * 60 + Number(seconds))
}

// Changes by an hour, by half of one, by 24 (a day left out), at midnight UTC, and the local mean time of 1900.
it.each([
  ['America/New_York', '2026-03-08T00:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T00:00:00Z'],
  ['Pacific/Apia', '2011-12-29T00:00:00Z'],
  ['Atlantic/Azores', '2026-10-24T00:00:00Z'],
  ['Africa/Casablanca', '2026-02-14T00:00:00Z'],
  ['Asia/Shanghai', '1900-12-31T00:00:00Z'],
  ['Africa/Monrovia', '1972-01-06T00:00:00Z'],
])('the clocks of %s are read right on the days of a change, asked again too', (zone, from) => {
  const start = Date.parse(from) / 1000
  const instants = Array.from({ length: 72 * 4 }, (_, at) => start + at * (HOUR_SECONDS / 4))
  const told = instants.map(instant => readName(instant, zone))
  expect(instants.map(instant => offsetOf(instant, zone))).toEqual(told)
  expect(instants.toReversed().map(instant => offsetOf(instant, zone))).toEqual(told.toReversed())
})

it('more days and zones than are kept are read right', () => {
  const day = 24 * HOUR_SECONDS
  for (let at = 0; at < 161_000; at += 1) offsetOf(at * day, 'UTC')
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 50)
  const told = zones.map(zone => readName(0, zone))
  expect(zones.map(zone => offsetOf(0, zone))).toEqual(told)
  expect(offsetOf(0, 'UTC')).toBe(0)
})
