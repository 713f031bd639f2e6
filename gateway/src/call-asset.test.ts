import { newId } from '@sluice/contract'
import { expect, test } from 'vitest'
import { createAssetCalls } from './call-asset.ts'
import type { ApplicationRow, AssetRow } from './setting-rows.ts'

const asset: AssetRow = {
  ...{ asset_id: newId(), connector_id: newId(), name: 'Orders', asset_version: 1, request: [], response: [] },
  ...{ version: 1, is_current: true, deprecated_at: null, sunset_at: null, body_policy: null },
  ...{ fields: ['id'], masks: {} },
}
const applicationOf = (tenant: string) =>
  ({ tenant_id: tenant, id: newId(), assets: [asset] }) as unknown as ApplicationRow
const nothing = new Uint8Array()

/** Far systems that answer when they are let. */
function open(withinMs = 60_000) {
  const waiting: (() => void)[] = []
  const call = () => new Promise<string[]>(resolve => waiting.push(() => resolve(['{"id":"1","cost":"9"}'])))
  const calls = createAssetCalls({ assets: { call }, log: { error: () => undefined } }, { withinMs })
  return { waiting, ask: (tenant: string) => calls.call(applicationOf(tenant), () => asset, nothing) }
}

test('systems of one tenant that hang leave room for the calls of others, and come back when they answer', async () => {
  const { waiting, ask } = open()
  const slow = Array.from({ length: 8 }, () => ask('one'))
  await expect.poll(() => waiting.length).toBe(8)
  const refused = await ask('one')
  expect(refused).toThrow(expect.objectContaining({ status: 503 }))
  const others = ['two', 'three'].flatMap(tenant => Array.from({ length: 8 }, () => ask(tenant)))
  await expect.poll(() => waiting.length).toBe(24)
  expect(await ask('four')).toThrow(expect.objectContaining({ status: 503 }))
  for (const answer of waiting.splice(0)) answer()
  for (const tell of await Promise.all([...slow, ...others]))
    expect(tell()).toMatchObject({ content: '{"items":[{"id":"1"}]}', rows: 1 })
  const next = ask('one')
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]?.()
  expect((await next)()).toMatchObject({ rows: 1 })
})

test('one that is late is told so, and its place is taken until the far system lets go', async () => {
  const { waiting, ask } = open(10)
  for (const tell of await Promise.all(Array.from({ length: 8 }, () => ask('one'))))
    expect(tell).toThrow(expect.objectContaining({ status: 504 }))
  expect(await ask('one')).toThrow(expect.objectContaining({ status: 503 }))
  for (const answer of waiting) answer()
  await new Promise(setImmediate)
  void ask('one')
  expect(waiting.length).toBe(9)
})
