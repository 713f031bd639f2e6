import { readFile } from 'node:fs/promises'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { type Data, SourceConfig, TargetConfig } from '@sluice/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import soap from './index.ts'
import { serve } from './testing.ts'

/**
 * What node-soap 1.13.0 answered to our envelopes, over `fixtures/orders.wsdl`: recorded, since it would bring 41 packages.
 * An envelope that is not one of those it was given gets 501: then the conversation is to be recorded again.
 */
interface Turn {
  readonly action: string
  readonly request: string
  readonly status: number
  readonly type: string
  readonly answer: string
}
const read = (name: string) => readFile(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
const CONNECTOR_ID = '01900000-0000-7000-8000-000000000054'
const signal = new AbortController().signal
let far: Awaited<ReturnType<typeof serve>>

beforeEach(async () => {
  const [wsdl, turns] = [await read('orders.wsdl'), JSON.parse(await read('node-soap.json')) as readonly Turn[]]
  far = await serve(({ method, headers, xml }) => {
    if (method === 'GET') return { body: wsdl.replace('http://localhost', `http://${headers.host}`) }
    const turn = turns.find(each => each.request === xml && each.action === headers.soapaction)
    if (!turn) return { status: 501, body: '' }
    return { status: turn.status, headers: { 'content-type': turn.type }, body: turn.answer }
  })
})
afterEach(() => far.close())

async function connect() {
  const context = createTestContext({ sleep: async () => undefined })
  return soap.open({ wsdl: `${far.origin}/orders?wsdl` }, context)
}

async function list(customer: string): Promise<(Data | null)[]> {
  const options = { body: JSON.stringify({ customer }) }
  const config = SourceConfig.parse({ connector_id: CONNECTOR_ID, resource: 'ListOrders', key: ['no'], options })
  const source = await (await connect()).openSource!(config)
  const records: (Data | null)[] = []
  for await (const page of source.read({ cursor: null, window: null, pageSize: 100, signal }))
    records.push(...page.records.map(each => each.data))
  return records
}

async function save(data: Data) {
  const config = TargetConfig.parse({ connector_id: CONNECTOR_ID, resource: 'SaveOrder', key: ['no'] })
  const target = await (await connect()).openTarget!(config)
  return (await target.write([{ data, idempotencyKey: 'k' }], signal))[0]
}

test('a list is read with the lists in it, one and none as well', async () => {
  expect(await list('three')).toEqual([
    {
      no: 'SO-1',
      note: 'a <b> & "c" 你好',
      Line: [
        { sku: 'A', amount: '0.10' },
        { sku: 'B', amount: '12345678901234567890.5' },
      ],
    },
    { no: 'SO-2', note: '', Line: [{ sku: 'C', amount: '1' }] },
    { no: 'SO-3', Line: [] },
  ])
  expect(await list('one')).toMatchObject([{ no: 'SO-1' }])
  expect(await list('none')).toEqual([])
})

test('a record is written with its lines, whatever the order of its fields', async () => {
  const Line = [
    { amount: '2.50', sku: 'A&B' },
    { sku: 'C', amount: '3' },
  ]
  expect(await save({ Line, note: 'first\n"second" <third>', no: 'SO-9' })).toMatchObject({ kind: 'written' })
})

test('a fault of the sender stays with its record, and one of the server comes again', async () => {
  expect(await save({ no: 'refused' })).toMatchObject({
    kind: 'failed',
    failure: { retry: 'skip', message: expect.stringContaining('refused is no number of an order') },
  })
  expect(await save({ no: 'broken' })).toMatchObject({
    kind: 'failed',
    failure: { retry: 'later', message: expect.stringContaining('the stock is away') },
  })
})
