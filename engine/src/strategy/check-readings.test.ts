import type { CheckLine, FileReading } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFixture } from '../testing/fixture.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await createTestDatabase()
})
afterAll(() => place.drop())

type Guess = Pick<FileReading, 'option' | 'taken'> & Partial<FileReading>

/** What the check-list says of one reading of the source's file. */
async function check(reading: Guess): Promise<readonly Partial<CheckLine>[]> {
  const fixture = await createFixture(place.database)
  const { system } = fixture
  const readings = [{ reason: 'Why.', choices: [], ...reading }]
  system.resource = { ...system.resource, fields: [{ name: 'id', type: 'int' }], readings }
  const config = await fixture.saveConfig()
  const lines = await fixture.createEngine().strategies.check(fixture.tenantId, config, 'source', fixture.strategyId)
  await fixture.stop()
  return lines
    .filter(({ item }) => item === 'source.reading')
    .map(({ level, message, field, advice }) => ({ level, message, field, ...(advice && { advice }) }))
}

const line = (level: string, field: string) => [{ level, message: 'Why.', field }]

test('what cannot be told between equals is an error at its option, with the place where it is chosen', async () => {
  const advice = 'Choose how it is read on the source page, where its readings stand side by side.'
  for (const option of ['encoding', 'delimiter'] as const) {
    const [told] = line('error', `source.options.${option}`)
    expect(await check({ option, taken: null })).toEqual([{ ...told, advice }])
  }
})

test('an order of days or a decimal sign that nothing settles is a warning at the mapping, which says it', async () => {
  for (const option of ['days', 'numbers'] as const)
    expect(await check({ option, taken: null, column: 'at' })).toEqual(line('warning', 'mapping'))
})

test('what is set and does not look right is a warning', async () => {
  expect(await check({ option: 'header', taken: 'true', isDoubtful: true })).toEqual(
    line('warning', 'source.options.header'),
  )
})

test('what is read on a guess says so, without being in the way of a start', async () => {
  const guesses = [
    { option: 'encoding', taken: 'gb18030' },
    { option: 'delimiter', taken: ';' },
  ] as const
  for (const guess of guesses) expect(await check(guess)).toEqual(line('info', `source.options.${guess.option}`))
  expect(await check({ option: 'days', taken: 'dmy', column: 'at' })).toEqual(line('info', 'mapping'))
})

test('what the far system itself may do to records is a line at either end', async () => {
  const fixture = await createFixture(place.database)
  const { system } = fixture
  const notes = [
    { level: 'warning' as const, text: 'The queue keeps 5 messages at most.' },
    { level: 'info' as const, text: 'More is not told.' },
  ]
  system.resource = { ...system.resource, notes }
  const config = await fixture.saveConfig()
  const lines = await fixture.createEngine().strategies.check(fixture.tenantId, config, 'all', fixture.strategyId)
  await fixture.stop()
  const found = lines.filter(({ item }) => item.endsWith('.note'))
  expect(found.map(({ item, level, field }) => [item, level, field])).toEqual(
    ['source', 'target'].flatMap(side => [
      [`${side}.note`, 'warning', `${side}.resource`],
      [`${side}.note`, 'info', `${side}.resource`],
    ]),
  )
})
