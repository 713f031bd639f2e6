import { afterEach, expect, test } from 'vitest'
import { readJson } from './json.ts'
import type { Sandbox, SandboxOptions } from './sandbox.ts'
import { startSandbox } from './start-sandbox.ts'
import { createPatientClient, readData, readList, readPages, readScroll, readText, toBill } from './testing.ts'

const started: Sandbox[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map(sandbox => sandbox.stop()))
})
async function start(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ faults: 'none', orders: 230, ...options })
  started.push(sandbox)
  return sandbox
}
const basic = ({ username, password }: Sandbox) => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
})
const readText200 = async (sandbox: Sandbox, path: string) =>
  (await fetch(`${sandbox.shop.url}${path}`, { headers: basic(sandbox) })).text()

test('the same seed gives the same bytes, another seed gives others', async () => {
  const [one, same, other] = [await start({ seed: 7 }), await start({ seed: 7 }), await start({ seed: 8 })]
  const path = '/basic/orders?page=2&page_size=50'
  expect(await readText200(one, path)).toBe(await readText200(same, path))
  expect(one.credentials).toEqual(same.credentials)
  expect(await readText200(other, path)).not.toBe(await readText200(one, path))
})

test('the same seed and the same requests meet the same faults', async () => {
  const run = async (): Promise<string[]> => {
    const sandbox = await start({ seed: 3, faults: { shop: { serverError: 0.3, duplicate: 0.3, truncated: 0.2 } } })
    const seen: string[] = []
    for (let page = 1; page <= 23; page += 1)
      seen.push(await readText200(sandbox, `/basic/orders?page=${page}&page_size=10`))
    return seen
  }
  expect(await run()).toEqual(await run())
})

test('without faults each way of paging sees every record exactly once, byte for byte', async () => {
  const sandbox = await start()
  const client = createPatientClient(sandbox)
  const wanted = sandbox.shop.orders.map(order => order.json).sort()
  const write = (records: object[]) => records.map(record => JSON.stringify(record)).sort()
  expect(write(await readPages(client, '/api/orders', 37))).toEqual(wanted)
  expect(write(await readScroll(client, 33))).toEqual(wanted)
  const refunds = await readPages(client, '/api/refunds', 3)
  expect(new Set(refunds.map(refund => refund['refund_no'])).size).toBe(refunds.length)
  expect(refunds.length).toBeGreaterThan(5)
  const skus: string[] = []
  for (let offset = 0; offset < 60; offset += 25) {
    const data = readData(await client.readShop(`/api/products?offset=${offset}&limit=25`))
    skus.push(...readList(data['list']).map(product => readText(product['sku_code'])))
  }
  expect(new Set(skus).size).toBe(60)
  expect(skus.length).toBe(60)
})

test('ids beyond 2^53, leading zeros, trailing zeros, null, missing and "" are all met', async () => {
  const sandbox = await start()
  for (const { id, no, json } of sandbox.shop.orders) {
    expect(String(Number(id))).not.toBe(id)
    expect(json).toContain(`"order_id":${id},"order_no":"${no}"`)
    expect(no).toMatch(/^00\d{12}$/)
  }
  const all = sandbox.shop.orders.map(order => order.json).join()
  expect(all).toMatch(/"price":\d+\.\d0,/)
  expect(all).toContain('"remark":null')
  expect(all).toContain('"remark":""')
  expect(sandbox.shop.orders.some(order => !order.json.includes('"remark"'))).toBe(true)
  expect(all).toMatch(/\p{Extended_Pictographic}/u)
  const times = sandbox.shop.orders.map(order => order.updatedMs)
  expect(new Set(times).size).toBeLessThan(times.length)
})

test('a window is half open, and a late edit moves no record across the pages of page mode', async () => {
  let clockMs = Date.UTC(2026, 0, 1)
  const sandbox = await start({ now: () => clockMs })
  const numbers = async (query: string) => {
    const body = readJson(await readText200(sandbox, `/basic/orders?page_size=100&${query}`))
    return readList(readData(body as never)['list']).map(order => readText(order['order_no']))
  }
  const window = `updated_from=${encodeURIComponent('2025-09-10T00:00:00+08:00')}&updated_to=2025-09-12 00:00:00`
  const before = await numbers(window)
  expect(before.length).toBeGreaterThan(3)
  const edited = sandbox.shop.edit(230)
  clockMs += 1
  const [added] = sandbox.shop.add(1)
  expect(edited.length).toBe(230)
  expect(await numbers(window)).toEqual(before)
  expect(await numbers(`updated_from=${clockMs}`)).toEqual([added])
  expect(await numbers(`updated_from=${Date.UTC(2026, 0, 1)}&updated_to=${clockMs}&page=3`)).toHaveLength(30)
  expect(await readText200(sandbox, '/basic/orders?updated_from=soon')).toContain('"code":40002')
  expect(await readText200(sandbox, '/basic/orders?page_size=500')).toContain('"code":40001')
})

test('1,200 orders reach the ERP under the default faults, none lost or doubled, three refused, well under a minute', async () => {
  const sandbox = await start({ orders: 1200, faults: 'default' })
  const client = createPatientClient(sandbox)
  const latest = new Map((await readScroll(client)).map(order => [readText(order['order_no']), order]))
  const orders = [...latest.values()]
  for (let at = 0; at < orders.length; at += 8)
    await Promise.all(
      orders
        .slice(at, at + 8)
        .map(order => client.save('/api/bill/save', JSON.stringify(toBill(order)), readText(order['order_no']))),
    )
  const held = sandbox.erp.ledger()
  const wanted = sandbox.shop.orders.map(order => order.no).filter(no => !sandbox.shop.flawed.includes(no))
  expect(sandbox.shop.flawed).toHaveLength(3)
  expect(held.map(bill => bill.number).sort()).toEqual(wanted.sort())
  expect(held.filter(bill => bill.accepted !== 1 || bill.repeats !== 0)).toEqual([])
  const { shop, erp } = sandbox.stats()
  expect(Object.values(shop.faults).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(2)
  expect(erp.faults.lostAnswer).toBeGreaterThan(0)
  expect(erp.replays).toBe(erp.faults.lostAnswer)
})

test('the admin door needs the secret of this start, and a reset begins again', async () => {
  const sandbox = await start({ orders: 30 })
  const ask = (path: string, init: RequestInit = {}, secret = sandbox.adminSecret) =>
    fetch(`${sandbox.erp.url}/_sandbox/${path}`, { ...init, headers: { 'x-sandbox-admin': secret } })
  expect((await ask('stats', {}, 'guess')).status).toBe(403)
  expect((await fetch(`${sandbox.shop.url}/_sandbox/ledger`)).status).toBe(403)
  const first = sandbox.shop.orders[0]?.json
  expect((await ask('add?n=5', { method: 'POST' })).status).toBe(200)
  expect(await (await ask('stats')).json()).toMatchObject({ shop: { orders: 35, requests: 0 } })
  expect((await ask('faults', { method: 'POST', body: '{"shop":{"sloow":1}}' })).status).toBe(400)
  expect((await ask('faults', { method: 'POST', body: '{"shop":{"serverError":1}}' })).status).toBe(200)
  expect((await fetch(`${sandbox.shop.url}/api/orders`)).status).toBeGreaterThanOrEqual(500)
  expect((await ask('reset', { method: 'POST' })).status).toBe(200)
  expect(sandbox.shop.orders).toHaveLength(30)
  expect(sandbox.shop.orders[0]?.json).toBe(first)
  expect(sandbox.stats().shop.faults.serverError).toBe(0)
  sandbox.reset(99)
  expect(sandbox.shop.orders[0]?.json).not.toBe(first)
})

test('live orders arrive on their timer', async () => {
  const sandbox = await start({ orders: 20, live: { everyMs: 10, orders: 2 } })
  await expect.poll(() => sandbox.shop.orders.length).toBeGreaterThanOrEqual(24)
})
