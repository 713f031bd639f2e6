import { expect, test } from 'vitest'
import type { FigureReading } from './figure-contract.ts'
import { shareReadings } from './share-readings.ts'

const reading = (value: number) => ({ value }) as FigureReading

test('whoever asks while one is read, or before it is old, is answered with the same reading', async () => {
  let now = 0
  let reads = 0
  const shared = shareReadings<FigureReading>(() => now)
  const ask = () => shared.get('a', 5000, async () => reading(++reads))
  const hundred = await Promise.all(Array.from({ length: 100 }, ask))
  expect(new Set(hundred.map(({ value }) => value))).toEqual(new Set([1]))
  now = 4999
  expect((await ask()).value).toBe(1)
  now = 5000
  expect((await ask()).value).toBe(2)
})

test('another sight of the tenant reads for itself, and what failed is asked for again', async () => {
  const shared = shareReadings<FigureReading>(() => 0)
  expect((await shared.get('all', 5000, async () => reading(1))).value).toBe(1)
  expect((await shared.get('some', 5000, async () => reading(2))).value).toBe(2)
  await expect(shared.get('x', 5000, () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect((await shared.get('x', 5000, async () => reading(3))).value).toBe(3)
})
