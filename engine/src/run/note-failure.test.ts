import { expect, test } from 'vitest'
import { noteFailure } from './note-failure.ts'
import type { Session } from './session.ts'

const fail = (message: string, field = 'day') => ({ code: 'map.invalid', message, field, retry: 'never' }) as const

test('failures of one code are told by their causes, each with its own count', () => {
  const failures: Session['failures'] = new Map()
  const messages = [
    '"2024-02-30" names a day that is none.',
    '"2023-02-30" names a day that is none.',
    '"x" is no date.',
  ]
  for (const message of messages) noteFailure({ failures }, fail(message))
  noteFailure({ failures }, fail('"y" is no date.', 'until'))
  expect([...failures.values()].map(({ code, count, message }) => [code, count, message])).toEqual([
    ['map.invalid', 2, messages[0]],
    ['map.invalid', 1, messages[2]],
    ['map.invalid', 1, '"y" is no date.'],
  ])
})

test('however many causes there are, few are kept and none is left uncounted', () => {
  const failures: Session['failures'] = new Map()
  for (let at = 0; at < 1000; at += 1) noteFailure({ failures }, fail('No.', `field${'x'.repeat(at)}`))
  expect(failures.size).toBeLessThanOrEqual(51)
  expect([...failures.values()].reduce((sum, { count }) => sum + count, 0)).toBe(1000)
})
