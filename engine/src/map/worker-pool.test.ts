import { Mapping } from '@sluice/contract'
import { expect, test } from 'vitest'
import { runChunk } from './worker-pool.ts'

const mappingJson = JSON.stringify(
  Mapping.parse({ fields: [{ target: 'x', value: { kind: 'expression', expression: 'row.n' } }] }),
)

test('a long queue of one mapping holds up no other', async () => {
  let ended = 0
  const run = (mappingId: number) =>
    runChunk({
      ...{ mappingJson, heapMb: 64, cpuMsOf: () => 10_000 },
      chunk: { mappingId, nowMs: 0, rowsJson: '[{"n":1}]' },
      onAnswer: ({ isLast }) => {
        if (isLast) ended += 1
      },
    })
  const queue = Array.from({ length: 60 }, () => run(1))
  await run(2)
  expect(ended).toBeLessThan(30)
  await Promise.all(queue)
  expect(ended).toBe(61)
})
