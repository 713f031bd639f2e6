import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let home: TestDatabase
beforeAll(async () => {
  home = await createTestDatabase()
})
afterAll(() => home.drop())

const notify = (payload: string): Promise<number> =>
  home.database.withSystem(tx => tx.execute(`select pg_notify('run-changed', $1)`, [payload]))

test('a message arrives at every receiver from commit on, until it stops listening', async () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const stopFirst = await home.database.listen('run-changed', first)
  const stopSecond = await home.database.listen('run-changed', second)
  await notify('one')
  await vi.waitFor(() => expect(second).toHaveBeenCalledWith('one'))
  expect(first).toHaveBeenCalledWith('one')
  await stopFirst()
  await notify('two')
  await vi.waitFor(() => expect(second).toHaveBeenCalledWith('two'))
  expect(first).toHaveBeenCalledTimes(1)
  await stopSecond()
})

test('many that begin and end at once never talk to the connection at the same time', async () => {
  const warnings: string[] = []
  const note = (warning: Error): unknown => warnings.push(warning.message)
  process.on('warning', note)
  const receive = vi.fn()
  const names = Array.from({ length: 8 }, (_, index) => `many-${index}`)
  const stops = await Promise.all(names.map(name => home.database.listen(name, receive)))
  await Promise.all(stops.slice(1).map(stop => stop()))
  await home.database.withSystem(tx => tx.execute(`select pg_notify('many-0', '')`))
  await vi.waitFor(() => expect(receive).toHaveBeenCalledTimes(1))
  await stops[0]?.()
  process.off('warning', note)
  expect(warnings).toEqual([])
})

test('a lost connection is made again by itself', async () => {
  const receive = vi.fn()
  const stop = await home.database.listen('run-changed', receive)
  const owner = new pg.Client({ connectionString: home.url })
  await owner.connect()
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sluice-listen'
                        and datname = current_database()`)
  await owner.end()
  await vi.waitFor(
    async () => {
      await notify('again')
      expect(receive).toHaveBeenCalledWith('again')
    },
    { timeout: 30_000, interval: 100 },
  )
  await stop()
})
