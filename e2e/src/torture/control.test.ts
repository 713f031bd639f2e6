import { expect, test } from 'vitest'
import { isFair, runRaces } from './race-mode.ts'
import { Random } from './random.ts'
import { Station } from './station.ts'
import { areSoon, runStops } from './stop-mode.ts'

// `npm run torture -- --mode stops,races --stops 200 --races 1000` does the same for longer.
const STOPS = 8
const RACES = 60
const progress = (): void => undefined

test(`${STOPS} stops of the real product under load are soon, and nothing is written after`, {
  timeout: 300_000,
}, async () => {
  const env = { LEASE_MS: '6000', CONCURRENCY: '8' }
  const station = await Station.open({ random: new Random(20_261_122), bug: null, env })
  try {
    const report = await runStops(station, { stops: STOPS, progress })
    expect(report).toMatchObject({ stops: STOPS, latePages: 0, lateEffects: 0 })
    expect(areSoon(report), JSON.stringify(report)).toBe(true)
  } finally {
    await station.close()
  }
})

test(`${RACES} races of starts and stops in two processes leave one live run at most, and no call fails`, {
  timeout: 300_000,
}, async () => {
  const station = await Station.open({ random: new Random(20_261_123), bug: null })
  try {
    const report = await runRaces(station, { races: RACES, progress })
    expect(report).toMatchObject({ races: RACES, broken: 0, doubled: 0 })
    expect(isFair(report), JSON.stringify(report)).toBe(true)
    expect(report.done).toBeGreaterThan(RACES / 2)
  } finally {
    await station.close()
  }
})
