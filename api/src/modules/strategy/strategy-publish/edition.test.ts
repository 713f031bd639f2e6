import { NEWEST_EDITION } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { OldStrategy, Rehearsal } from './contract.ts'

const PATH = '/api/dh/lessee/strategy'
let server: TestServer
let token: string
let connectorId: string
let tenantId: string
let id: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  connectorId = (await call('POST', '/api/dh/lessee/connector', connectorBody())).json().content.id
})
afterAll(() => server.drop())
beforeEach(async () => {
  const config = { ...configOf(connectorId), mapping: { copyAll: true, fields: [], edition: 1 } }
  id = (await call('POST', PATH, { name: 'orders', config })).json().content.id
  const [row] = await server.database.withSystem(tx =>
    tx.query<{ tenant_id: string }>('select tenant_id from strategy where id = $1', [id]),
  )
  tenantId = row!.tenant_id
})

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
const execute = (text: string, values: readonly unknown[]) =>
  server.database.withTenant(tenantId, tx => tx.execute(text, values))
const compare = (body: object = {}) => call('POST', `${PATH}/${id}/comparison`, { version: 1, ...body })
const move = (body: object = {}) => call('POST', `${PATH}/${id}/edition`, { version: 1, ...body })
const readOld = async (): Promise<OldStrategy | undefined> =>
  (await call('GET', '/api/dh/lessee/strategy-edition?pageSize=100'))
    .json()
    .content.find((row: OldStrategy) => row.id === id)
const finish = (rehearsalId: string, kinds: object) =>
  execute(`update rehearsal set state = 'done', examined = 2000, summary = $2, finished_at = now() where id = $1`, [
    rehearsalId,
    JSON.stringify({ kinds, fields: [], causes: [], kept: 0, isCut: false }),
  ])

test('a strategy of the first edition is listed with what the newest would change, until it is moved', async () => {
  expect(await readOld()).toMatchObject({ version: 1, has_draft: false, comparison: null })
  const made: Rehearsal = (await compare()).json().content
  expect(made).toMatchObject({ compares: 'edition', revision: 0, max_records: 2000, is_current: true })
  expect((await compare()).json().code).toBe('conflict.comparing')
  await finish(made.id, { same: 1987, changed: 8, refused: 3, accepted: 0, stillRefused: 0, filtered: 1, unclear: 1 })
  expect((await readOld())?.comparison).toMatchObject({ examined: 2000, otherwise: 12, refused: 3, state: 'done' })
  expect((await call('GET', `${PATH}/${id}/comparison`)).json().content).toHaveLength(1)
  // It is none of the rehearsals of a draft, and is not accepted as one.
  expect((await call('GET', `${PATH}/${id}/rehearsal`)).json().content).toEqual([])
  expect((await call('POST', `/api/dh/lessee/rehearsal/${made.id}/accept`, {})).statusCode).toBe(409)
  const moved = (await move()).json().content
  expect(moved.version).toBe(2)
  expect(moved.config.mapping.edition).toBeUndefined()
  expect(await readOld()).toBeUndefined()
  expect((await move({ version: 2 })).statusCode).toBe(409)
})

test('a strategy of the second edition is told of in the same way', async () => {
  const value = { kind: 'expression', expression: 'sum(row.items.map(x, {"amt": x.qty}), "amt")' }
  const mapping = { copyAll: false, fields: [{ target: 'total', value }], edition: 2 }
  const config = { ...configOf(connectorId), mapping }
  id = (await call('POST', PATH, { name: 'of the second', config })).json().content.id
  expect(await readOld()).toMatchObject({ version: 1, comparison: null })
  expect((await compare()).json().content).toMatchObject({ compares: 'edition', is_current: true })
  expect((await move()).json().content.config.mapping).toEqual({ copyAll: false, fields: mapping.fields })
  expect(await readOld()).toBeUndefined()
})

test('behind a gate the move is a draft, and the strategy stays listed until it is published', async () => {
  await call('PUT', `${PATH}/${id}/gate`, { required: true })
  const { gate, version } = (await move()).json().content
  expect([version, gate.draft.changed]).toEqual([1, ['mapping']])
  expect(await readOld()).toMatchObject({ has_draft: true })
  expect((await move()).statusCode).toBe(409)
})

test('groups of stored records and what is written back move with the mapping', async () => {
  const group = { by: ['no'], edition: 1 }
  const writeBack = { edition: 1, fields: [{ field: 'no', value: '{{targetKey}}' }] }
  const { source, target, ...rest } = configOf(connectorId) as { source: object; target: object }
  const config = { ...rest, source: { ...source, group }, target: { ...target, writeBack } }
  id = (await call('POST', PATH, { name: 'grouped', config })).json().content.id
  expect(await readOld()).toBeDefined()
  const { content } = (await move()).json()
  expect([content.config.source.group, content.config.target.writeBack.edition]).toEqual([{ by: ['no'] }, undefined])
})

test('a change is compared before it is saved', async () => {
  const config = { ...configOf(connectorId), mapping: { copyAll: false, fields: [], edition: 1 } }
  const made = (await compare({ config, max_records: 500 })).json().content
  expect(made).toMatchObject({ compares: 'change', max_records: 500 })
  expect((await compare({ version: 7 })).statusCode).toBe(409)
  expect((await readOld())?.comparison).toBeNull()
})

test('a report keeps the edition it was saved in, and a new one has the newest', async () => {
  const body = { name: 'r', is_shared: false, definition: { metrics: [{ op: 'count' }] } }
  const made = (await call('POST', `/api/dh/lessee/strategy-aggregate/${id}`, body)).json()
  expect(made.content?.definition.edition, JSON.stringify(made)).toBe(NEWEST_EDITION)
})

test('a script is compared by those alone who may save one', async () => {
  const wanted = { name: 'no code', permissions: ['strategy:update', 'strategy:query'], days: 1 }
  const narrow = (await call('POST', '/api/dp/account/token', wanted)).json().content.token as string
  const mapping = { copyAll: true, fields: [], script: { code: 'export function afterMapping() {}' } }
  const body = { version: 1, config: { ...configOf(connectorId), mapping } }
  const compareWith = (by: string) => server.call('POST', `${PATH}/${id}/comparison`, { token: by, body })
  const refused = await compareWith(narrow)
  expect([refused.statusCode, refused.json().code]).toEqual([405, 'permission'])
  expect((await compareWith(token)).statusCode).toBe(200)
})
