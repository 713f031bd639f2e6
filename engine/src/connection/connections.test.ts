import type { ConnectorContext } from '@sluice/connector-kit'
import { Failure } from '@sluice/contract'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, makeOrders } from '../testing/fixture.ts'
import type { Connections } from './connections.ts'

let place: TestDatabase
let fixture: Fixture
let connections: Connections
beforeAll(async () => {
  place = await createTestDatabase()
})
afterAll(() => place.drop())
beforeEach(async () => {
  fixture = await createFixture(place.database)
  connections = fixture.createEngine().connections
})

describe('a connection', () => {
  it('tests a saved connector', async () => {
    expect(await connections.testSaved(fixture.tenantId, fixture.connectorId)).toMatchObject([
      { name: 'network', ok: true },
    ])
  })

  it('answers a test that cannot begin with a step that says why', async () => {
    expect(await connections.test(fixture.tenantId, 'fake', {})).toMatchObject([
      { ok: false, error: { code: 'params.invalid' } },
    ])
    expect(await connections.test(fixture.tenantId, 'nope', {})).toMatchObject([
      { error: { code: 'platform.missing' } },
    ])
    fixture.system.openFailures = [new Failure({ code: 'dns', message: 'No such host.', advice: 'Check the name.' })]
    expect(await connections.test(fixture.tenantId, 'fake', { host: 'x' })).toMatchObject([
      { ok: false, error: { code: 'dns', advice: 'Check the name.' } },
    ])
  })

  it('holds what belongs to the environment in force alone', async () => {
    const envs: (string | undefined)[] = []
    const { connections } = fixture.createEngine({
      makeContext: (_tenant, _connector, env) => {
        envs.push(env)
        return {} as ConnectorContext
      },
    })
    const { tenantId, connectorId } = fixture
    await fixture.query("update connector set env = 'test'")
    await connections.sample(tenantId, connectorId, { resource: 'orders', limit: 1 })
    await connections.testSaved(tenantId, connectorId)
    await connections.test(tenantId, 'fake', { host: 'x' }, { connectorId, env: 'production' })
    expect(envs).toEqual(['test', 'test', 'production'])
  })

  it('samples records as they are and stores nothing', async () => {
    fixture.system.setRows(makeOrders(20))
    const sample = await connections.sample(fixture.tenantId, fixture.connectorId, { resource: 'orders', limit: 3 })
    expect(sample).toHaveLength(3)
    expect(sample[0]).toContain('"id":1')
    expect(await fixture.query('select 1 from page')).toEqual([])
  })

  it('that is no language model says so when it is spoken to', async () => {
    await expect(
      connections.converse(fixture.tenantId, fixture.connectorId, [{ role: 'user', content: 'hello' }]),
    ).rejects.toMatchObject({ code: 'connector.noConversation', advice: expect.any(String) })
  })

  it('of another tenant does not exist', async () => {
    const other = await createFixture(place.database)
    await expect(connections.discover(other.tenantId, fixture.connectorId)).rejects.toMatchObject({
      code: 'connector.missing',
    })
  })

  it('asks for resources once in a while, and at once when told to', async () => {
    const { tenantId, connectorId } = fixture
    expect((await connections.discover(tenantId, connectorId))[0]?.id).toBe('orders')
    fixture.system.resource = { ...fixture.system.resource, id: 'orders2' }
    expect((await connections.discover(tenantId, connectorId))[0]?.id).toBe('orders')
    expect((await connections.discover(tenantId, connectorId, true))[0]?.id).toBe('orders2')
  })

  it('refuses to make a table where the connector cannot', async () => {
    const wanted = { resource: 't', fields: [{ name: 'id', type: 'int' as const }], key: ['id'] }
    await expect(connections.createResource(fixture.tenantId, fixture.connectorId, wanted)).rejects.toMatchObject({
      code: 'connector.cannotCreate',
    })
  })
})
