import { expect, test } from 'vitest'
import {
  allFaults,
  createFaults,
  defaultFaults,
  erpFaultKinds,
  type FaultPlan,
  parseFaultPlan,
  type ShopFault,
  shopFaultKinds,
} from './faults.ts'
import { readJson } from './json.ts'
import type { Sandbox } from './sandbox.ts'
import { startSandbox } from './start-sandbox.ts'
import { createPatientClient, readData, readList, readPages, readScroll, readText, toBill } from './testing.ts'

async function withSandbox(faults: FaultPlan, use: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  const sandbox = await startSandbox({ orders: 250, faults })
  await use(sandbox).finally(() => sandbox.stop())
}
const ask = async (sandbox: Sandbox, path = '/api/orders?page=2&page_size=10') => {
  const body = new URLSearchParams({ client_id: sandbox.clientId, client_secret: sandbox.clientSecret })
  body.set('grant_type', 'client_credentials')
  const grant = await (await fetch(`${sandbox.shop.url}/oauth/token`, { method: 'POST', body })).json()
  const headers = { authorization: `Bearer ${(grant as { access_token?: string }).access_token}` }
  const answer = await fetch(`${sandbox.shop.url}${path}`, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('429 names its wait, 500 and 503 alternate, and both are counted', async () => {
  await withSandbox({ shop: { rateLimit: { rate: 1, ms: 1500, max: 2 } } }, async sandbox => {
    const answer = await ask(sandbox)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '2'])
    expect(sandbox.stats().shop.faults.rateLimit).toBe(2)
    expect((await ask(sandbox)).status).toBe(200)
  })
  await withSandbox({ shop: { serverError: 1 } }, async sandbox => {
    const statuses = [await fetch(sandbox.shop.url), await fetch(sandbox.shop.url)].map(answer => answer.status)
    expect(statuses.sort()).toEqual([500, 503])
  })
})

test('slow waits as long as its rule says, and stopping does not wait for it', async () => {
  await withSandbox({ shop: { slow: { rate: 1, ms: 60 } } }, async sandbox => {
    const startedMs = performance.now()
    await fetch(sandbox.shop.url)
    expect(performance.now() - startedMs).toBeGreaterThan(50)
  })
  const sandbox = await startSandbox({ orders: 1, faults: { shop: { slow: { rate: 1, ms: 60_000 } } } })
  const waiting = expect(fetch(sandbox.shop.url)).rejects.toThrow()
  await expect.poll(() => sandbox.stats().shop.faults.slow).toBe(1)
  await sandbox.stop()
  await waiting
})

test('a reset connection gives no answer', async () => {
  await withSandbox({ shop: { reset: { rate: 1 } } }, async sandbox => {
    await expect(fetch(sandbox.shop.url)).rejects.toThrow()
    expect(sandbox.stats().shop.faults.reset).toBeGreaterThanOrEqual(1)
  })
})

test('an expired token answers 401 with its own code', async () => {
  await withSandbox({ shop: { expireToken: { rate: 1, max: 1 } } }, async sandbox => {
    const answer = await ask(sandbox)
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([401, 40102])
    expect((await ask(sandbox)).status).toBe(200)
  })
})

test.each([
  ['busy', '"code":50001'],
  ['html', '<!DOCTYPE html>'],
  ['truncated', '{"code":0'],
  ['emptyPage', '"list":[],"total":250'],
] as const)('%s spoils an answer with status 200 and spares its repetition', async (kind: ShopFault, sign) => {
  await withSandbox({ shop: { [kind]: 1 } }, async sandbox => {
    const spoilt = await ask(sandbox)
    expect(spoilt.status).toBe(200)
    expect(spoilt.text).toContain(sign)
    const whole = await ask(sandbox)
    expect(readList(readData(readJson(whole.text) as never)['list'])).toHaveLength(10)
    expect(sandbox.stats().shop.faults[kind]).toBe(1)
  })
})

test('a duplicate is the last record of the page before', async () => {
  await withSandbox({ shop: { duplicate: 1 } }, async sandbox => {
    const list = readList(readData(readJson((await ask(sandbox)).text) as never)['list'])
    expect(list).toHaveLength(11)
    expect(readText(list[0]?.['order_no'])).toBe(sandbox.shop.orders[9]?.no)
  })
})

test('a late edit leaves the reader with the old version, and the truth moves on', async () => {
  await withSandbox({ shop: { lateEdit: 1 } }, async sandbox => {
    const before = new Map(sandbox.shop.orders.map(order => [order.no, order.json]))
    const list = readList(readData(readJson((await ask(sandbox)).text) as never)['list'])
    const edited = sandbox.shop.orders.filter(order => order.json !== before.get(order.no))
    expect(edited).toHaveLength(1)
    const seen = list.find(order => readText(order['order_no']) === edited[0]?.no)
    expect(JSON.stringify(seen)).toBe(before.get(edited[0]?.no ?? ''))
    expect(edited[0]?.updatedMs).toBeGreaterThan(Date.UTC(2026, 0, 1))
  })
})

test('a patient reader and writer gets everything through with every fault switched on', async () => {
  // The waits are shortened, the rates are not.
  const plan = { shop: { ...allFaults.shop, slow: { rate: 0.1, ms: 5 }, rateLimit: { rate: 0.05, ms: 0 } } }
  const erp = { ...allFaults.erp, slow: { rate: 0.1, ms: 5 }, rateLimit: { rate: 0.05, ms: 0 } }
  await withSandbox({ ...plan, erp }, async sandbox => {
    const client = createPatientClient(sandbox)
    const wanted = new Set(sandbox.shop.orders.map(order => order.no))
    for (const read of [() => readPages(client, '/api/orders', 3), () => readScroll(client, 3)]) {
      const seen = await read()
      expect(new Set(seen.map(order => readText(order['order_no'])))).toEqual(wanted)
    }
    for (const order of await readPages(client, '/api/orders', 100))
      await client.save(
        '/api/bill/save',
        JSON.stringify(toBill(order)),
        `${readText(order['order_no'])}:${readText(order['updated_at'])}`,
      )
    expect(sandbox.erp.ledger()).toHaveLength(247)
    const { shop, erp: far } = sandbox.stats()
    for (const kind of shopFaultKinds) expect(shop.faults[kind], kind).toBeGreaterThan(0)
    for (const kind of erpFaultKinds) expect(far.faults[kind], kind).toBeGreaterThan(0)
  })
})

test('fault rates are met in the long run and follow from the seed alone', () => {
  const strikes = (seed: number) => {
    const faults = createFaults(shopFaultKinds, { slow: 0.05 }, seed)
    return Array.from({ length: 20_000 }, (_, at) => faults.strike('slow', at) !== null)
  }
  const hits = strikes(1).filter(Boolean).length
  expect(hits).toBeGreaterThan(850)
  expect(hits).toBeLessThan(1150)
  expect(strikes(1)).toEqual(strikes(1))
  expect(strikes(2)).not.toEqual(strikes(1))
})

test('a plan with an unknown side, kind or rate is refused by name', () => {
  expect(parseFaultPlan('default')).toBe(defaultFaults)
  expect(() => parseFaultPlan({ shop: { lostAnswer: 1 } })).toThrow('shop.lostAnswer')
  expect(() => parseFaultPlan({ bank: { slow: 1 } })).toThrow('bank.slow')
  expect(() => parseFaultPlan({ erp: { slow: { rate: 1.5 } } })).toThrow('erp.slow')
  expect(() => parseFaultPlan(null)).toThrow(RangeError)
})
