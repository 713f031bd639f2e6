import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFixture } from '../testing/fixture.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await createTestDatabase()
})
afterAll(() => place.drop())

test('a source that asks is told when this very source was last read to its end, and another is told nothing', async () => {
  const fixture = await createFixture(place.database)
  const { system } = fixture
  system.listed = [system.resource, { ...system.resource, id: 'orders2' }]
  system.asksLastRead = true
  const engine = fixture.createEngine()
  await engine.start()
  const told = async (): Promise<string | null> => {
    await fixture.run(engine)
    return system.lastReads.at(-1) ?? null
  }
  try {
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    await fixture.saveConfig()
    expect([await told(), await told()]).toEqual([null, time])
    // Another place, then the first one again by a version that reads it in other pages.
    await fixture.saveConfig({ source: { resource: 'orders2' } }, 2)
    expect([await told(), await told()]).toEqual([null, time])
    await fixture.query(`update run set read_complete = false where version = 2`)
    expect(await told()).toBeNull()
    await fixture.saveConfig({ source: { pageSize: 20 } }, 3)
    expect(await told()).toEqual(time)
    system.asksLastRead = false
    expect(await told()).toBeNull()
  } finally {
    await fixture.stop()
  }
})
