import { limitTurn, measureLeast } from '@sluice/connector-kit/conformance'
import type { Data } from '@sluice/contract'
import { expect, test } from 'vitest'
import type { ExportColumn } from './export-column.ts'
import { writeExport } from './write-export.ts'

// A file for others is written in the process that answers everybody; what is compared is computing, on the same machine.

const COLUMNS = 2000
const columns: readonly ExportColumn[] = Array.from({ length: COLUMNS }, (_, at) => ({ name: `c${at}`, kind: 'text' }))

async function* listRows(count: number): AsyncGenerator<Data> {
  for (let row = 0; row < count; row += 1)
    yield Object.fromEntries(columns.map(({ name }, at) => [name, `${row * at} of ${name}`]))
}

test('Parquet of 2,000 columns is written without holding the thread', async () => {
  const limitMs = await limitTurn(100)
  let bytes = 0
  const tookMs = await measureLeast(limitMs, async () => {
    for await (const part of writeExport({ format: 'parquet', columns }, listRows(1500))) bytes += part.length
  })
  expect(bytes).toBeGreaterThan(COLUMNS * 100)
  process.stdout.write(`Parquet: ${Math.round(tookMs)} of ${Math.round(limitMs)} ms\n`)
  expect(Math.max(0, Math.round(tookMs - limitMs))).toBe(0)
})
