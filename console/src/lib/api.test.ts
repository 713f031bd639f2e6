import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Announcement, onAnnouncement } from './announce.ts'

const kept = new Map<string, string>()
let said: Announcement[] = []
let leave: () => void = () => undefined
let status = 200
// The settings of the browser are read when the module is loaded.
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}

beforeEach(() => {
  kept.clear()
  said = []
  for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, storage)
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: false, code: 'x.y', message: 'No.', content: [] }, { status }),
  )
  kept.set('access_token', 'a')
  leave = onAnnouncement(announcement => said.push(announcement))
})
afterEach(() => {
  leave()
  vi.unstubAllGlobals()
})

const ask = async (answered: number): Promise<unknown> => {
  status = answered
  const { api } = await import('./api.ts')
  return api.role.list({ query: {} })
}

test.each([404, 409, 413, 422, 429, 503])(
  'any other refusal is the caller’s alone: nothing is announced, stored or left (%i)',
  async answered => {
    const before = [...kept]
    await expect(ask(answered)).rejects.toMatchObject({ name: 'ApiError', status: answered, message: 'No.' })
    expect([said, [...kept]]).toEqual([[], before])
  },
)

test('405 is announced with its message, 500 is stored; both are the caller’s, too', async () => {
  await expect(ask(405)).rejects.toMatchObject({ status: 405 })
  expect(said).toMatchObject([{ kind: 'error', text: 'No.' }])
  await expect(ask(500)).rejects.toMatchObject({ status: 500 })
  expect([said.length, [...kept.keys()].filter(key => key.startsWith('errorKey')).length]).toEqual([1, 1])
})

test('who signs out is not told that the session ran out', async () => {
  vi.resetModules()
  const { api, beginSignOut } = await import('./api.ts')
  beginSignOut()
  status = 401
  const before = [...kept]
  await expect(api.role.list({ query: {} })).rejects.toMatchObject({ status: 401 })
  expect([...kept]).toEqual(before)
})
