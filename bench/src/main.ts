import { parseArgs } from 'node:util'
import { measureCatalog } from './catalog.ts'
import { measureTabs } from './console-tabs.ts'
import { measureFairness } from './fairness.ts'
import type { Figure } from './figure.ts'
import { measureFiles } from './files.ts'
import { measureFirstLoad } from './first-load.ts'
import { measureGateway } from './gateway.ts'
import { measureGatewayStore } from './gateway-store.ts'
import { measureGrid } from './grid.ts'
import { measureHttp } from './http.ts'
import { measureJobs } from './jobs.ts'
import { measureLifecycle } from './lifecycle.ts'
import { measureLists } from './lists.ts'
import { measureMemory } from './memory.ts'
import { measureMoves } from './move.ts'
import { measureReconcile } from './reconcile.ts'
import { measureSignIn } from './sign-in.ts'
import { measureStart } from './start.ts'
import { measureStudio } from './studio.ts'
import { measureWorkers } from './workers.ts'

/**
 * `npm run bench [-- --json] [-- move | move.pg-to-pg]`: medians of several rounds, each beside its baseline in the same run, so
 * that the ratio says something on a noisy machine. Never part of the tests.
 */
const benches: readonly { readonly name: string; run(only: string): AsyncIterable<Figure> }[] = [
  { name: 'move', run: only => measureMoves(only === '' ? 'move' : only) },
  { name: 'move', run: measureHttp },
  { name: 'map', run: () => measureMoves('map') },
  { name: 'start', run: measureStart },
  { name: 'sign-in', run: measureSignIn },
  { name: 'console', run: measureFirstLoad },
  { name: 'console', run: measureTabs },
  { name: 'console', run: measureGrid },
  { name: 'studio', run: measureStudio },
  { name: 'lists', run: measureLists },
  { name: 'workers', run: measureWorkers },
  { name: 'stage', run: measureLifecycle },
  { name: 'memory', run: measureMemory },
  { name: 'files', run: measureFiles },
  { name: 'jobs', run: measureJobs },
  { name: 'fairness', run: measureFairness },
  { name: 'catalog', run: measureCatalog },
  { name: 'gateway', run: measureGateway },
  { name: 'gateway', run: measureGatewayStore },
  { name: 'reconcile', run: measureReconcile },
]

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false }, only: { type: 'string' } },
  allowPositionals: true,
})
const only = values.only ?? positionals[0] ?? ''
for (const bench of benches.filter(bench => only === '' || only.split('.')[0] === bench.name)) {
  for await (const figure of bench.run(only)) console.log(values.json ? JSON.stringify(figure) : describe(figure))
}

function describe(figure: Figure): string {
  const baseline =
    figure.baseline === null ? '' : `  baseline ${round(figure.baseline)}  ratio ${round(figure.ratio ?? 0)}`
  const memory = figure.rssMb === null ? '' : `  peak ${figure.rssMb} MB`
  const cpu = figure.cpuUs
    ? `  CPU µs each: node ${figure.cpuUs.node}, own database ${figure.cpuUs.store}, far ${figure.cpuUs.far}`
    : ''
  return `${figure.name.padEnd(24)} ${round(figure.value)} ${figure.unit}${baseline}${memory}${cpu}${figure.note ? `  (${figure.note})` : ''}`
}

function round(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3)
}
