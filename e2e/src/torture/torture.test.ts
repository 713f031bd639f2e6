import { expect, test } from 'vitest'
import { runCuts } from './cut-mode.ts'
import { runKills } from './kill-mode.ts'
import { runPauses } from './pause-mode.ts'
import { Random } from './random.ts'
import { Station } from './station.ts'
import { clean } from './verdict.ts'

// `npm run torture` does the same for longer, and more of it.
const KILLS = 30
const PAUSES = 3
const CUTS = 8

test(`${KILLS} kills, ${PAUSES} standstills and ${CUTS} cut cables lose nothing, double nothing and bring nothing old`, {
  timeout: 900_000,
}, async () => {
  const station = await Station.open({ random: new Random(20_261_120), bug: null })
  const options = { checkEvery: 15, renewEvery: 50, stopsEarly: false, progress: () => undefined }
  try {
    const kills = await runKills(station, { ...options, kills: KILLS })
    expect(kills.verdict).toEqual(clean(kills.verdict))
    // Most points are met by one process in a moment; a few need a state that an earlier one left behind.
    expect(Object.keys(kills.struck).length).toBeGreaterThan(6)
    const pauses = await runPauses(station, { ...options, kills: PAUSES })
    expect(pauses.verdict).toEqual(clean(pauses.verdict))
    expect(pauses.lateEffects).toBe(0)
    const cuts = await runCuts(station, { ...options, kills: CUTS })
    expect(cuts.verdict).toEqual(clean(cuts.verdict))
  } finally {
    await station.close()
  }
})
