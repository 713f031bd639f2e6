import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Counts } from './counts.ts'
import { type Allowance, judgeRun, type RunEnding } from './judge-run.ts'

const text = readFileSync(new URL('../../docs/engine.md', import.meta.url), 'utf8')
const table = text
  .slice(text.indexOf('| rows | upsert or insert | replacement | notice | health of the strategy |'))
  .split('\n\n')[0]!
  .split('\n')
  .slice(2)
  .map(
    line =>
      line
        .split('|')
        .map(cell => cell.trim())
        .slice(1, -1) as [string, string, string, string, string],
  )

const missing = ['rejected', 'conflicts', 'failed', 'dead', 'unknown'] as const
const arrived = ['written', 'skipped', 'duplicate'] as const
/** Of a row written over another of its key both are counted, and one has arrived. */
const one = (book: string): Partial<Counts> => (book === 'conflicts' ? { conflicts: 1, duplicate: 1 } : { [book]: 1 })

interface Case {
  readonly counts: Partial<Counts>
  readonly ending: RunEnding
}
const anything: readonly Partial<Counts>[] = [{}, { written: 5 }, { written: 4, dead: 1 }, { rejected: 3 }]
const ending = (how: RunEnding): Case[] => anything.map(counts => ({ counts, ending: how }))

/** What each row of the table speaks of, every figure that makes it so. */
const rows: Readonly<Record<string, readonly Case[]>> = {
  'none missing': [{}, { filtered: 3 }, ...arrived.map(book => ({ [book]: 2, filtered: 1 }))].map(counts => ({
    ...{ counts, ending: 'read' },
  })),
  'some missing, some arrived': missing.flatMap(book =>
    arrived.map((here): Case => {
      const lost = one(book)
      return { counts: { ...lost, [here]: (lost[here] ?? 0) + 4 }, ending: 'read' }
    }),
  ),
  'some missing, none arrived': missing.map(book => ({ counts: { ...one(book), filtered: 2 }, ending: 'read' })),
  'the run broke off': ending('broken'),
  'control totals do not agree': ending('unbalanced'),
  'stopped by a person': ending('stopped'),
}

const modes: readonly (readonly [string, Allowance, 1 | 2, isAllowed: boolean])[] = [
  ['upsert', { mode: 'upsert' }, 1, false],
  ['insert', { mode: 'insert' }, 1, false],
  ['replace', { mode: 'replace' }, 2, false],
  ['replace where one may be missing', { mode: 'replace', replace: { maxErrors: 1, allowEmpty: true } }, 2, true],
]

const cells = table.flatMap(row =>
  modes.map(([mode, target, column, isAllowed]) => [row[0], mode, { row, target, column, isAllowed }] as const),
)

test('the table has these rows', () => expect(table.map(([name]) => name)).toEqual(Object.keys(rows)))

test.each(cells)('%s, %s: state, notice and health are what the table says', (name, _mode, cell) => {
  const { row, target, column, isAllowed } = cell
  const [, , , notice, health] = row
  const states = /^(\w+)(?:; (partial) where no more are missing)?/.exec(row[column]) ?? []
  const state = (isAllowed && states[2]) || states[1]
  for (const { counts, ending: how } of rows[name] ?? []) {
    const judged = judgeRun(counts, how, target)
    expect(judged.state, JSON.stringify(counts)).toBe(state)
    expect(judged.notice).toBe(readNotice(notice, judged.state))
    expect(judged.health).toBe(health === 'healthy' ? 'healthy' : health === 'says nothing' ? null : 'watch')
  }
})

/** `run.partial`; `run.failed` where it failed. */
function readNotice(told: string, state: string): string | null {
  const [first, failed] = Array.from(told.matchAll(/`([\w.]+)`/g), ([, kind]) => kind)
  return (state === 'failed' ? failed : undefined) ?? first ?? null
}
