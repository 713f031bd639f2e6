import { expect, test } from 'vitest'
import { writeTimes } from './write-times.ts'

const NOW = Date.parse('2026-11-25T07:10:00Z')

test.each([
  [
    'Failing since 2026-11-25T07:02:00Z, next try at 2026-11-25T07:09:30Z.',
    'Failing since 15:02:00, next try at 15:09:30.',
  ],
  ['自 2026-11-24T07:02:00Z 起连续失败', '自 2026-11-24 15:02 起连续失败'],
  ['Outside the active windows until 2026-11-25T07:02:00.000Z.', 'Outside the active windows until 15:02:00.'],
  // values of records
  ['at: "2026-11-25T07:02:00Z" is no number.', 'at: "2026-11-25T07:02:00Z" is no number.'],
  ['at=2026-11-25T07:02:00Z', 'at=2026-11-25T07:02:00Z'],
])('%s', (sentence, written) => {
  expect(writeTimes(sentence, 'Asia/Shanghai', NOW)).toBe(written)
})

test('without a zone, or with one that does not exist, times stay as programs read them', () => {
  const sentence = 'Failing since 2026-11-25T07:02:00Z, tried once.'
  expect(writeTimes(sentence, undefined, NOW)).toBe(sentence)
  expect(writeTimes(sentence, 'Mars/Olympus', NOW)).toBe(sentence)
})
