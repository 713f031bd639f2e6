import { expect, test } from 'vitest'
import { findGaps } from './spec-coverage.ts'

const files: Readonly<Record<string, string>> = { 'a.test.ts': `test('water flows down', () => {})` }
const read = (path: string): string | null => files[path] ?? null

test('a proof that is there, and a sentence that says what is missing, are no gaps', () => {
  const document = [
    '| sentence | proof |',
    '|---|---|',
    '| Water flows. | `a.test.ts` › water flows down |',
    '| Water rises. | not built: it does not |',
    'Text between tables | with a bar.',
  ]
  expect(findGaps(document.join('\n'), read)).toEqual([])
})

test('a test that is gone, a file that is gone and a row without a proof are found by their line', () => {
  const document = [
    '| One. | `a.test.ts` › water flows up |',
    '| Two. | `b.test.ts` › water flows down |',
    '| Three. | surely |',
    '| Four. | `a.test.ts` › water flows down<br>`b.test.ts` › again |',
  ]
  expect(findGaps(document.join('\n'), read)).toEqual([
    { line: 1, problem: 'a.test.ts has no test "water flows up"' },
    { line: 2, problem: 'b.test.ts does not exist' },
    { line: 3, problem: '"surely" names no test' },
    { line: 4, problem: 'b.test.ts does not exist' },
  ])
})
