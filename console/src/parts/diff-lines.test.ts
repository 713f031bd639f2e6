import { expect, test } from 'vitest'
import { diffLines } from './diff-lines.ts'

test('a difference names what went and what came', () => {
  expect(diffLines('a\nb\nc\nd', 'a\nx\nc\ne\nd').map(line => `${line.kind[0]}${line.text}`)).toEqual([
    'sa',
    'rb',
    'ax',
    'sc',
    'ae',
    'sd',
  ])
  expect(diffLines('a', 'a').every(line => line.kind === 'same')).toBe(true)
})
