import { parseArgs } from 'node:util'
import type { Figure } from './figure.ts'
import { measureFirstLoad } from './first-load.ts'
import { measureMoves } from './move.ts'
import { measureStart } from './start.ts'

/**
 * `npm run bench [-- --json] [-- --only move]`: medians of several rounds, each beside its baseline in the same run, so
 * that the ratio says something on a noisy machine. Never part of the tests.
 */
const benches: readonly { readonly name: string; run(): AsyncIterable<Figure> }[] = [
  { name: 'move', run: measureMoves },
  { name: 'start', run: measureStart },
  { name: 'console', run: measureFirstLoad },
]

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, only: { type: 'string' } } })
for (const bench of benches.filter(bench => values.only === undefined || bench.name === values.only)) {
  for await (const figure of bench.run()) console.log(values.json ? JSON.stringify(figure) : describe(figure))
}

function describe(figure: Figure): string {
  const baseline =
    figure.baseline === null ? '' : `  baseline ${round(figure.baseline)}  ratio ${round(figure.ratio ?? 0)}`
  const memory = figure.rssMb === null ? '' : `  peak ${figure.rssMb} MB`
  return `${figure.name.padEnd(24)} ${round(figure.value)} ${figure.unit}${baseline}${memory}${figure.note ? `  (${figure.note})` : ''}`
}

function round(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3)
}
