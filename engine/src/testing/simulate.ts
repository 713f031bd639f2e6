import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import './simulator/stop-time.ts'

// Histories of the engine, one per seed. Imported after `stop-time`, which changes what the engine sees of the world.
const { createTestDatabase } = await import('@sluice/db/testing')
const { simulate } = await import('./simulator/history.ts')

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    /** Every so many seeds: processes share a row of seeds by their first one. */
    step: { type: 'string', default: '1' },
    trace: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})
const file = fileURLToPath(new URL('seeds.json', import.meta.url))
const keptSeeds = JSON.parse(readFileSync(file, 'utf8')) as number[]
const drawn = Array.from(
  { length: Number(values.histories) },
  (_, at) => Number(values.seed) + at * Number(values.step),
)
const seeds = [...keptSeeds, ...drawn]

const place = await createTestDatabase({ poolSize: 6 })
const startedMs = Date.now()
const failed: number[] = []
const met = new Set<string>()
let steps = 0
let first: readonly string[] | null = null
for (const seed of seeds) {
  const history = await simulate(place.database, seed)
  steps += history.steps
  first ??= history.trace
  for (const point of history.met) met.add(point)
  if (values.trace) process.stderr.write(`${history.trace.join('\n')}\n`)
  if (history.violations.length === 0) continue
  failed.push(seed)
  process.stderr.write(`seed ${seed}: ${history.violations.slice(0, 5).join('; ')}\n`)
}
// Played again, the first seed takes the very same steps.
const again = seeds[0] === undefined ? null : await simulate(place.database, seeds[0])
const isRepeatable = JSON.stringify(again?.trace ?? null) === JSON.stringify(first)
const seconds = (Date.now() - startedMs) / 1000
if (values.keep && failed.length > 0)
  writeFileSync(file, `${JSON.stringify([...new Set([...keptSeeds, ...failed])].sort((a, b) => a - b))}\n`)
process.stdout.write(
  `${JSON.stringify({ histories: seeds.length, steps, seconds, perMinute: Math.round((seeds.length / seconds) * 60), failed, isRepeatable, met: met.size })}\n`,
)
await place.drop()
process.exit(failed.length === 0 && isRepeatable ? 0 : 1)
