import { type Connection, parseParams, type SourceRecord } from '@sluice/connector-kit'
import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import { SourceConfig } from '@sluice/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { places, type SqlPlace } from './sql-places.ts'

const connectorId = '01900000-0000-7000-8000-000000000002'
const signal = new AbortController().signal

describe.each(places)('%s', (_name, connector, create) => {
  let context: TestContext
  let place: SqlPlace
  let connection: Connection
  let isThere = false
  beforeAll(async () => {
    context = createTestContext()
    const made = await create(context)
    if (made === null) return
    place = made
    isThere = true
    connection = await connector.open(parseParams(connector.manifest.params, made.params), context)
  })
  afterAll(async () => {
    await connection?.close()
    await place?.dispose()
    await context.dispose()
  })
  beforeEach(async test => {
    if (!isThere) return test.skip()
    await place.run('create table seen (id integer not null primary key, part integer, up integer)')
    await place.run('insert into seen values (1, 1, 10), (2, null, null), (3, 3, 20), (4, 4, null), (5, null, 20)')
  })
  afterEach(async () => {
    if (isThere) await place.run('drop table seen')
  })

  const openSource = (key: readonly string[]) =>
    connection.openSource!(
      SourceConfig.parse({
        connector_id: connectorId,
        resource: place.resource('seen'),
        key,
        increment: { field: 'up' },
      }),
    )
  const window = { field: 'up', from: null, to: '20' }

  /** Each page by a read of its own, as after a restart. */
  async function readAll(key: readonly string[], change: object): Promise<SourceRecord[]> {
    const source = await openSource(key)
    const records: SourceRecord[] = []
    try {
      let cursor: string | null = null
      do {
        for await (const page of source.read({ cursor, window, pageSize: 2, signal, ...change })) {
          records.push(...page.records)
          cursor = page.cursor
          break
        }
      } while (cursor !== null)
    } finally {
      await source.close()
    }
    return records
  }
  const ids = (records: readonly SourceRecord[]) => records.map(({ data }) => Number(data?.['id']))

  test('rows without a change time are counted, and read behind those of the window', async () => {
    const source = await openSource(['id'])
    expect(await source.countUntimed?.('up', 10)).toBe(2)
    expect(await source.countUntimed?.('up', 1)).toBe(1)
    expect(await source.countUntimed?.('id', 10)).toBe(0)
    await source.close()
    expect(ids(await readAll(['id'], {}))).toEqual([1, 3, 5])
    expect(ids(await readAll(['id'], { untimed: true }))).toEqual([1, 3, 5, 2, 4])
  })

  test('rows without a key are refused by name in a window too', async () => {
    const records = await readAll(['part'], { untimed: true })
    expect(records.map(({ data, failure }) => [Number(data?.['id']), failure?.code ?? null])).toEqual([
      [1, null],
      [3, null],
      [5, 'record.keyMissing'],
      [4, null],
      [2, 'record.keyMissing'],
    ])
  })
})
