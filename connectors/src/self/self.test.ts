import type { RecordStore, SourcePage } from '@sluice/connector-kit'
import { createTestContext, testConnector } from '@sluice/connector-kit/conformance'
import { Failure, RecordState, SourceConfig, TargetConfig } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import self from './index.ts'

let next = 1

testConnector({
  connector: self,
  prepare: async context => {
    addStrategy = (id, records) => context.addRecords(id, records)
    return { params: {} }
  },
  wrong: [],
  source: {
    put: async records => {
      const id = `strategy-${next++}`
      addStrategy(
        id,
        records.map(data => ({ key: String(data['id']), state: RecordState.finished, data })),
      )
      return { resource: `strategy.query/${id}` }
    },
    missing: 'strategy.query/gone',
    knowsKey: false,
    guessesTypes: true,
  },
  target: {
    prepare: async () => ({ resource: 'noop.write' }),
    missing: 'noop.elsewhere',
  },
})

let addStrategy: ReturnType<typeof createTestContext>['addRecords'] = () => undefined

describe('the platform as a source', () => {
  const connector_id = '01900000-0000-7000-8000-000000000004'
  const signal = new AbortController().signal

  async function readAll(resource: string, options: Record<string, string>) {
    const context = createTestContext()
    context.addInbox('orders', [{ key: 'a', state: 0, data: { no: 'a' } }])
    const states = [RecordState.finished, RecordState.error, RecordState.finished]
    context.addRecords(
      's1',
      states.map((state, at) => ({ key: `${at}`, state, data: { at } })),
    )
    const connection = await self.open({}, context)
    const source = await connection.openSource?.(SourceConfig.parse({ connector_id, resource, options, key: ['no'] }))
    const records: unknown[] = []
    for await (const page of source?.read({ cursor: null, window: null, pageSize: 2, signal }) ?? [])
      records.push(...page.records.map(record => record.data))
    await context.dispose()
    return records
  }

  test('passive.receive reads the inbox that is named, and an unused one is empty', async () => {
    expect(await readAll('passive.receive', { inbox: 'orders' })).toEqual([{ no: 'a' }])
    expect(await readAll('passive.receive', {})).toEqual([])
  })

  test('strategy.query reads everything, or only what is finished', async () => {
    expect(await readAll('strategy.query/s1', {})).toHaveLength(3)
    expect(await readAll('strategy.query/s1', { records: 'finished' })).toEqual([{ at: 0 }, { at: 2 }])
  })

  test('an increment is refused with the way out, not silently ignored', async () => {
    const context = createTestContext()
    const connection = await self.open({}, context)
    const source = await connection.openSource?.(
      SourceConfig.parse({ connector_id, resource: 'passive.receive', key: ['no'] }),
    )
    const window = { field: 'at', from: null, to: '2024' }
    const pages = source?.read({ cursor: null, window, pageSize: 2, signal })[Symbol.asyncIterator]()
    await expect(pages?.next()).rejects.toThrow(/increments by a field are not possible/)
    await context.dispose()
  })

  test('grouped records come page by page as the store makes them, each page with the number of its rows', async () => {
    const context = createTestContext()
    context.addRecords('s1', [])
    const asked: unknown[] = []
    const store: RecordStore = {
      ...context.records,
      async *readGroups(read) {
        asked.push(read)
        yield { records: [{ data: { no: 'A', recordIds: ['1', '2'] }, rows: 2 }], rows: 2, cursor: '1' }
        yield { records: [{ data: { no: 'B', recordIds: ['3'] }, rows: 1 }], rows: 1, cursor: null }
      },
    }
    const connection = await self.open({}, { ...context, records: store })
    const group = { by: ['no'] }
    const config = SourceConfig.parse({ connector_id, resource: 'strategy.query/s1', key: ['no'], group })
    const source = await connection.openSource?.({ ...config, options: { records: 'finished' } })
    const pages: SourcePage[] = []
    for await (const page of source?.read({ cursor: '0', window: null, pageSize: 2, signal }) ?? []) pages.push(page)
    expect(asked).toEqual([{ strategyId: 's1', grouping: group, onlyFinished: true, cursor: '0', limit: 2 }])
    expect(pages.map(({ cursor, request }) => [cursor, request])).toEqual([
      ['1', 'group 2 records of strategy s1'],
      [null, 'group 1 records of strategy s1'],
    ])
    const windowed = source?.read({ cursor: null, window: { field: 'at', from: null, to: '1' }, pageSize: 2, signal })
    await expect(windowed?.[Symbol.asyncIterator]().next()).rejects.toThrow(/increments by a field are not possible/)
    await context.dispose()
  })

  test('a list of strategies that cannot be read is a failed step, not an exception', async () => {
    const context = createTestContext()
    const records = { ...context.records, list: () => Promise.reject(new Failure({ code: 'x.y', message: 'down' })) }
    const connection = await self.open({}, { ...context, records })
    for await (const step of connection.test()) expect(step.ok).toBe(false)
    await context.dispose()
  })

  test('noop.write keeps nothing and can be nothing else', async () => {
    const context = createTestContext()
    const connection = await self.open({}, context)
    const target = await connection.openTarget?.(TargetConfig.parse({ connector_id, resource: 'noop.write' }))
    expect(target?.guarantee).toBe('upsert')
    await context.dispose()
  })
})
