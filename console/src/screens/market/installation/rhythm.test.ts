import { expect, test } from 'vitest'
import { readRhythm, writeRhythm } from './rhythm.ts'

test('what is written is read again', () => {
  for (const rhythm of ['15', '30', '60', 'hand'] as const)
    expect(readRhythm(writeRhythm(rhythm, '02:00')).rhythm).toBe(rhythm)
  expect(writeRhythm('daily', '07:05')).toBe('5 7 * * *')
  expect(readRhythm('5 7 * * *')).toEqual({ rhythm: 'daily', time: '07:05' })
})

test('another rhythm stays what it is', () => {
  for (const cron of ['*/7 * * * *', '0 2 * * 1', 'nonsense', '0 2 1 * *'])
    expect(readRhythm(cron).rhythm).toBe('other')
})
