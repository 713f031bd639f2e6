import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../sandbox.ts'
import { startSandbox } from '../start-sandbox.ts'

let sandbox: Sandbox
let token = ''
beforeEach(async () => {
  sandbox = await startSandbox({ orders: 20, faults: 'none', tokenTtlMs: 60_000 })
  const body = JSON.stringify({ app_id: sandbox.erpAppId, app_secret: sandbox.erpAppSecret })
  const answer = await fetch(`${sandbox.erp.url}/auth/login`, { method: 'POST', body })
  token = ((await answer.json()) as { SessionToken: string }).SessionToken
})
afterEach(() => sandbox.stop())

interface SaveResult {
  readonly ResponseStatus: {
    readonly IsSuccess: boolean
    readonly Errors: readonly { FieldName: string; Code: string }[]
  }
  readonly Id: number | null
  readonly Revision: number
  readonly Rows: readonly { readonly Number: string; readonly IsSuccess: boolean }[]
}
async function post(path: string, body: unknown, key = '') {
  const headers = { authorization: `Bearer ${token}`, ...(key === '' ? {} : { 'idempotency-key': key }) }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await fetch(`${sandbox.erp.url}/api/bill/${path}`, { method: 'POST', headers, body: text })
  const sent = await answer.text()
  return {
    status: answer.status,
    replay: answer.headers.get('idempotent-replay'),
    text: sent,
    result: JSON.parse(sent).Result as SaveResult,
  }
}
const line = (changed: object = {}) => ({
  FMaterialId: 'SKU-0001',
  FQty: 2,
  FPrice: 12.5,
  FAmount: '25.00',
  ...changed,
})
const bill = (number: string, changed: object = {}) => ({
  FBillNo: number,
  FCustId: 'C001',
  FDate: '2025-09-01',
  FEntry: [line()],
  ...changed,
})

test('50 repeats at once under one key have one effect and one answer', async () => {
  sandbox.setFaults({ erp: { slow: { rate: 0.5, ms: 20 } } })
  const answers = await Promise.all(Array.from({ length: 50 }, () => post('save', bill('B1'), 'key-1')))
  expect(new Set(answers.map(answer => answer.text)).size).toBe(1)
  expect(answers.filter(answer => answer.replay === 'true')).toHaveLength(49)
  expect(sandbox.erp.ledger()).toMatchObject([{ number: 'B1', accepted: 1, repeats: 0 }])
  expect(sandbox.stats().erp).toMatchObject({ accepted: 1, replays: 49 })
})

test('another body under a key is 409 and has no effect; the order of its fields does not matter', async () => {
  await post('save', bill('B1'), 'key-1')
  const conflict = await post('save', bill('B2'), 'key-1')
  expect([conflict.status, conflict.result.ResponseStatus.IsSuccess]).toEqual([409, false])
  const reversed = Object.fromEntries(Object.entries(bill('B1')).reverse())
  expect((await post('save', reversed, 'key-1')).replay).toBe('true')
  expect(sandbox.erp.ledger()).toHaveLength(1)
})

test('a bill number is unique: the same content is a repeat, other content a revision', async () => {
  const first = await post('save', bill('B1'))
  const again = await post('save', bill('B1'), 'key-2')
  expect(again.result.Id).toBe(first.result.Id)
  expect(sandbox.erp.ledger()).toMatchObject([{ accepted: 1, repeats: 1 }])
  const changed = await post('save', bill('B1', { FNote: '改' }))
  expect(changed.result).toMatchObject({ Id: first.result.Id, Revision: 2 })
  expect(sandbox.erp.ledger()).toMatchObject([{ accepted: 2, repeats: 1 }])
})

test('every complaint of a bill comes at once and names its field', async () => {
  const entries = [
    line({ FMaterialId: 'SKU-9999' }),
    line({ FQty: 0, FAmount: 0 }),
    line({ FAmount: '25.01' }),
    line({ FPrice: -1 }),
  ]
  const { status, result } = await post('save', bill('B1', { FCustId: ' ', FDate: '2023-05-01', FEntry: entries }))
  expect(status).toBe(200)
  expect(result.ResponseStatus.Errors.map(({ FieldName, Code }) => `${FieldName} ${Code}`)).toEqual([
    'FCustId REQUIRED',
    'FDate PERIOD_CLOSED',
    'FEntry[0].FMaterialId MATERIAL_UNKNOWN',
    'FEntry[1].FQty QTY_NOT_POSITIVE',
    'FEntry[2].FAmount AMOUNT_MISMATCH',
    'FEntry[3].FPrice PRICE_NEGATIVE',
    'FEntry[3].FAmount AMOUNT_MISMATCH',
  ])
  for (const wrong of [{ FBillNo: '' }, { FDate: '2025-02-30' }, { FEntry: [] }, { FEntry: null }])
    expect((await post('save', bill('B1', wrong))).result.ResponseStatus.Errors).toHaveLength(1)
  expect(sandbox.erp.ledger()).toEqual([])
})

test('a hold says 库存不足, and the same key gets through once there is stock', async () => {
  const wanted = bill('B1', { FEntry: [line({ FMaterialId: 'SKU-0061' })] })
  const held = await post('save', wanted, 'key-1')
  expect(held.result.ResponseStatus.Errors).toMatchObject([{ Code: 'STOCK_SHORT', Kind: 'hold' }])
  expect(held.text).toContain('库存不足')
  sandbox.erp.setStock('SKU-0061', 2)
  expect((await post('save', wanted, 'key-1')).result.ResponseStatus.IsSuccess).toBe(true)
})

test('a batch answers row by row, and its repetition has no second effect', async () => {
  const rows = [bill('B1'), bill('B2', { FCustId: null }), 7, bill('B3')]
  const first = await post('batch-save', rows, 'batch-1')
  expect(first.result.Rows.map(row => [row.Number, row.IsSuccess])).toEqual([
    ['B1', true],
    ['B2', false],
    ['', false],
    ['B3', true],
  ])
  expect((await post('batch-save', { Model: rows }, 'batch-1')).text).toBe(first.text)
  expect(sandbox.erp.ledger().map(held => [held.number, held.accepted, held.repeats])).toEqual([
    ['B1', 1, 0],
    ['B3', 1, 0],
  ])
  expect((await post('batch-save', bill('B4'))).status).toBe(400)
  expect((await post('save', '{"FBillNo":')).status).toBe(400)
})

test('an order of another system is accepted, and its digits come back as they were sent', async () => {
  const text =
    '{"FBillNo":10248,"FCustId":"VINET","FDate":"1996-07-04 00:00:00.000","Freight":32.380,"ShipRegion":null,"Big":9007199254740993,"FEntry":[{"FMaterialId":11,"FQty":12,"FPrice":14.00},{"FMaterialId":"42","FQty":"10","FPrice":9.8,"FDiscountRate":0.15,"FAmount":83.30}]}'
  expect((await post('save', text)).result.ResponseStatus).toMatchObject({ IsSuccess: true })
  const headers = { 'x-session-token': token }
  const answer = await fetch(`${sandbox.erp.url}/api/bill/query?number=10248`, { headers })
  expect(await answer.text()).toContain(`"Exists":true,"Id":100001,"Revision":1,"Document":${text}`)
  const missing = await fetch(`${sandbox.erp.url}/api/bill/query?number=nope`, { headers })
  expect(await missing.text()).toContain('"Exists":false')
})

test('a lost answer has its effect, and the repetition is answered from the ledger', async () => {
  sandbox.setFaults({ erp: { lostAnswer: 1 } })
  await expect(post('save', bill('B1'), 'key-1')).rejects.toThrow()
  expect(sandbox.erp.ledger()).toMatchObject([{ number: 'B1', accepted: 1 }])
  const again = await post('save', bill('B1'), 'key-1')
  expect([again.status, again.replay]).toEqual([200, 'true'])
  expect(sandbox.stats().erp.faults.lostAnswer).toBe(1)
})

test('without a session, or with an expired one, nothing is answered', async () => {
  const get = (headers: Record<string, string>) => fetch(`${sandbox.erp.url}/api/material?page=1`, { headers })
  expect((await get({})).status).toBe(401)
  expect((await get({ authorization: 'Bearer nonsense' })).status).toBe(401)
  const page = (await (await get({ authorization: `Bearer ${token}` })).json()) as {
    Result: { Total: number; Rows: unknown[] }
  }
  expect([page.Result.Total, page.Result.Rows.length]).toEqual([61, 20])
  sandbox.setFaults({ erp: { expireToken: 1 } })
  expect((await get({ authorization: `Bearer ${token}` })).status).toBe(401)
  sandbox.setFaults('none')
  expect((await get({ authorization: `Bearer ${token}` })).status).toBe(401)
  const login = await fetch(`${sandbox.erp.url}/auth/login`, {
    method: 'POST',
    body: 'app_id=sandbox-erp&app_secret=no',
  })
  expect(login.status).toBe(401)
})
