import type { WriteOutcome } from '@sluice/connector-kit'
import { createTestContext, testConnector } from '@sluice/connector-kit/conformance'
import { type Data, ExactNumber, parseJson, TargetConfig, toText } from '@sluice/contract'
import { type Sandbox, startSandbox } from '@sluice/sandbox'
import { describe, expect, test } from 'vitest'
import erp from './index.ts'

let sandbox: Sandbox

const makeBill = (number: number): Data => ({
  FBillNo: `B${number}`,
  FDate: '2025-09-01',
  FCustId: 'C00001',
  FNote: number % 2 === 0 ? null : '东京 👍',
  FEntry: [
    { FMaterialId: `own-${number}`, FQty: 2, FPrice: new ExactNumber('12.50'), FAmount: new ExactNumber('25.00') },
  ],
})
const makeBills = (count: number): Data[] => Array.from({ length: count }, (_, at) => makeBill(at + 1))
const read = (json: string): Data => parseJson(json) as Data // the ERP keeps objects

testConnector({
  connector: erp,
  prepare: async () => {
    sandbox = await startSandbox({ faults: 'none' })
    return { params: paramsOf(sandbox), dispose: () => sandbox.stop() }
  },
  wrong: [
    { title: 'port', change: { base_url: 'http://127.0.0.1:1' }, step: 'network' },
    { title: 'secret', change: { app_secret: 'wrong-canary-23' }, step: 'auth' },
  ],
  source: {
    given: async () => ({
      place: { resource: 'material.list', key: ['FNumber'] },
      records: await listMaterials(sandbox),
    }),
    countRequests: () => sandbox.stats().erp.requests,
    missing: 'material.gone',
    knowsKey: false,
  },
  target: {
    prepare: async () => {
      sandbox.reset()
      return { resource: 'bill.save', key: ['FBillNo'] }
    },
    records: makeBills,
    readBack: async () => sandbox.erp.ledger().map(bill => read(bill.json)),
    spoil: bill => ({ ...bill, FCustId: '' }),
    missing: 'bill.gone',
  },
})

/** All materials, asked for without the connector. */
async function listMaterials({ erp: { url }, erpAppId, erpAppSecret }: Sandbox): Promise<Data[]> {
  const login = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ app_id: erpAppId, app_secret: erpAppSecret }),
  })
  const { SessionToken } = (await login.json()) as { SessionToken: string } // as the ERP's manual has it
  const answer = await fetch(`${url}/api/material?page=1&page_size=100`, {
    headers: { 'X-Session-Token': SessionToken },
  })
  return (read(await answer.text())['Result'] as Data)['Rows'] as Data[] // 60 materials fit into one page
}

const paramsOf = ({ erp: { url }, erpAppId, erpAppSecret }: Sandbox) => ({
  base_url: url,
  app_id: erpAppId,
  app_secret: erpAppSecret,
  max_concurrent: 8,
})

async function write(to: Sandbox, resource: string, bills: readonly Data[]): Promise<readonly WriteOutcome[]> {
  const context = createTestContext({ sleep: ms => new Promise(resolve => setTimeout(resolve, Math.min(ms, 50))) })
  const connection = await erp.open(paramsOf(to), context)
  const config = TargetConfig.parse({ connector_id: '01900000-0000-7000-8000-000000000006', resource })
  const target = await connection.openTarget?.(config)
  const batch = bills.map(data => ({ data, idempotencyKey: `订单:${toText(data['FBillNo'])}:1` }))
  const outcomes = (await target?.write(batch, new AbortController().signal)) ?? []
  await context.dispose()
  return outcomes
}

test('asked after a lost answer, the ERP tells which bills it has, and whether they are as they were sent', async () => {
  const quiet = await startSandbox({ faults: 'none' })
  const context = createTestContext()
  try {
    await write(quiet, 'bill.save', [makeBill(1), makeBill(2)])
    const connection = await erp.open(paramsOf(quiet), context)
    const config = { connector_id: '01900000-0000-7000-8000-000000000002', resource: 'bill.save', key: ['FBillNo'] }
    const target = await connection.openTarget!(TargetConfig.parse(config)) // the ERP is one
    const changed = { ...makeBill(2), FDate: '2025-09-02' }
    const records = [makeBill(1), changed, makeBill(3), { FDate: '2025-09-01' }]
    const found = await target.find!(
      records.map(data => ({ data, idempotencyKey: '' })),
      new AbortController().signal,
    ) // it has a query
    expect(found).toMatchObject([
      { kind: 'equal', targetKey: expect.stringMatching(/^\d+$/) },
      { kind: 'different', fields: ['FDate'] },
      { kind: 'missing' },
      { kind: 'unclear' },
    ])
    expect(quiet.erp.ledger()).toHaveLength(2)
    await connection.close()
  } finally {
    await context.dispose()
    await quiet.stop()
  }
})

describe.each(['bill.save', 'bill.batchSave'])('%s', resource => {
  test('each record gets its own answer, and holds are told from errors', async () => {
    const quiet = await startSandbox({ faults: 'none' })
    try {
      const line = { FQty: 1, FPrice: 1 }
      const bills: Data[] = [
        makeBill(1),
        { ...makeBill(2), FEntry: [{ ...line, FMaterialId: 'SKU-0061' }] },
        { ...makeBill(3), FEntry: [{ ...line, FMaterialId: 'SKU-9999' }] },
        { ...makeBill(4), FEntry: [{ ...line, FMaterialId: 'SKU-9999', FQty: 0 }] },
        makeBill(5),
      ]
      const outcomes = await write(quiet, resource, bills)
      const codes = outcomes.map(each => (each.kind === 'failed' ? each.failure.code : each.kind))
      expect(codes).toEqual(['written', 'target.negativeStock', 'target.masterData', 'target.refused', 'written'])
      const refused = outcomes[3]
      expect(refused?.kind === 'failed' && refused.failure.field).toBe('FEntry[0].FMaterialId')
      expect(outcomes[0]?.kind === 'written' && outcomes[0].targetKey).toMatch(/^\d+$/)
    } finally {
      await quiet.stop()
    }
  })

  test('every bill takes effect once under every fault, lost answers included', async () => {
    const restless = await startSandbox({ faults: 'all', tokenTtlMs: 1000 })
    try {
      const outcomes = await write(restless, resource, makeBills(300))
      const left = makeBills(300).filter((_, at) => outcomes[at]?.kind !== 'written')
      // What the engine would try again later.
      expect(outcomes.filter(each => each.kind === 'failed').every(each => each.failure.retry === 'later')).toBe(true)
      restless.setFaults('none')
      await write(restless, resource, left)
      const bills = restless.erp.ledger()
      expect(bills).toHaveLength(300)
      expect(bills.filter(bill => bill.accepted !== 1)).toEqual([])
    } finally {
      await restless.stop()
    }
  })
})
