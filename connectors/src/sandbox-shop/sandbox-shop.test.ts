import { createTestContext, testConnector } from '@sluice/connector-kit/conformance'
import { type Data, type FieldSpec, parseJson, type ReadWindow, SourceConfig, toText } from '@sluice/contract'
import { type Sandbox, startSandbox } from '@sluice/sandbox'
import { describe, expect, test } from 'vitest'
import { orderFields } from './fields.ts'
import shop from './index.ts'

let sandbox: Sandbox

testConnector({
  connector: shop,
  prepare: async () => {
    sandbox = await startSandbox({ orders: 60, faults: 'none' })
    return { params: paramsOf(sandbox), dispose: () => sandbox.stop() }
  },
  wrong: [
    { title: 'port', change: { base_url: 'http://127.0.0.1:1' }, step: 'network' },
    { title: 'secret', change: { client_secret: 'wrong-canary-17' }, step: 'auth' },
    { title: 'client id', change: { client_id: 'nobody' }, step: 'auth' },
  ],
  source: {
    given: async () => ({
      place: { resource: 'order.scroll', key: ['order_no'] },
      records: sandbox.shop.orders.map(order => parseJson(order.json) as Data), // the sandbox writes objects
    }),
    windowField: 'updated_at',
    countRequests: () => sandbox.stats().shop.requests,
    missing: 'order.gone',
    knowsKey: false,
  },
})

const paramsOf = ({ shop: { url }, clientId, clientSecret }: Sandbox) => ({
  base_url: url,
  client_id: clientId,
  client_secret: clientSecret,
  max_concurrent: 4,
})

async function readAll(from: Sandbox, resource: string, window: ReadWindow | null = null): Promise<Data[]> {
  const context = createTestContext()
  const connection = await shop.open(paramsOf(from), context)
  const config = SourceConfig.parse({ connector_id: '01900000-0000-7000-8000-000000000005', resource, key: ['x'] })
  const source = await connection.openSource?.(config)
  const records: Data[] = []
  const { signal } = new AbortController()
  // More than the shop allows: the connector asks for what it may.
  for await (const page of source?.read({ cursor: null, window, pageSize: 1000, signal }) ?? [])
    for (const record of page.records) if (record.data) records.push(record.data)
  await context.dispose()
  return records
}

describe('every list of the shop, under every fault', () => {
  test.each([
    ['order.list', 'order_no', 260],
    ['order.scroll', 'order_no', 260],
    ['product.list', 'sku_code', 60],
    ['refund.list', 'refund_no', 13],
  ] as const)('%s loses nothing', async (resource, key, count) => {
    const restless = await startSandbox({ orders: 260, faults: 'all', tokenTtlMs: 1500 })
    try {
      const keys = new Set((await readAll(restless, resource)).map(record => toText(record[key])))
      expect(keys.size).toBe(count)
    } finally {
      await restless.stop()
    }
  })

  test('every field of an order and of its lines is described', async () => {
    const quiet = await startSandbox({ orders: 40, faults: 'none' })
    try {
      const orders = await readAll(quiet, 'order.list')
      const namesOf = (records: readonly Data[]) => [...new Set(records.flatMap(Object.keys))].toSorted()
      const lines = orders.flatMap(order => order['lines'] as readonly Data[])
      const described = (fields: readonly FieldSpec[] = []) => fields.map(field => field.name).toSorted()
      expect(namesOf(orders)).toEqual(described(orderFields))
      expect(namesOf(lines)).toEqual(described(orderFields.find(field => field.name === 'lines')?.fields))
      expect(namesOf(lines)).toContain('unit')
    } finally {
      await quiet.stop()
    }
  })

  test('a window takes both its bounds in, although the shop leaves out the upper one', async () => {
    const quiet = await startSandbox({ orders: 80, faults: 'none' })
    try {
      const stamps = quiet.shop.orders.map(order => toText((parseJson(order.json) as Data)['updated_at'])).toSorted()
      const [from = '', to = ''] = [stamps[10], stamps[30]]
      const wanted = stamps.filter(stamp => stamp >= from && stamp <= to)
      const got = (await readAll(quiet, 'order.list', { field: 'updated_at', from, to })).map(record =>
        toText(record['updated_at']),
      )
      // The shop adds orders that were edited again later; none of the wanted ones is missing.
      expect(wanted.filter(stamp => !got.includes(stamp))).toEqual([])
    } finally {
      await quiet.stop()
    }
  })
})
