import { expect, test } from 'vitest'
import { runKills } from './kill-mode.ts'
import { Random } from './random.ts'
import { Station } from './station.ts'
import { clean } from './verdict.ts'

test('points that no process comes to by itself are struck too', { timeout: 300_000 }, async () => {
  const station = await Station.open({ random: new Random(20_261_124), bug: null })
  const only = ['source.reopening', 'run.failing', 'run.releasing', 'run.released']
  try {
    const options = { checkEvery: 8, renewEvery: 50, stopsEarly: false, progress: () => undefined }
    const { struck, verdict } = await runKills(station, { ...options, kills: 12, only })
    expect(Object.keys(struck).toSorted()).toEqual(only.toSorted())
    expect(verdict).toEqual(clean(verdict))
  } finally {
    await station.close()
  }
})
