import { afterAll, beforeAll, expect, test } from 'vitest'
import { docOf, newAdapter } from './testing/asset-objects.ts'
import { openColleague, openWorld } from './testing/drive.ts'
import { configOf, newConnector } from './testing/objects.ts'
import { unique, type World } from './testing/sample.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'

// What a strategy needs is not taken away by somebody who does not see it: whether something is needed is a question of
// the whole tenant, and only who needs it is told as far as the role sees.

let server: TestServer
let admin: World
let colleague: World

beforeAll(async () => {
  server = await startTestServer()
  admin = await openWorld(server, 'admin-a', server.a.tenantId)
  colleague = await openColleague(server, 'colleague', { permissions: ['*'], groups: ['elsewhere'] })
})
afterAll(() => server.drop())

interface Made {
  readonly id: string
}

/** One that the colleague does not see. */
async function hide(change: { source?: object; mapping?: object; connectorId?: string }) {
  const given = configOf(change.connectorId ?? (await newConnector(admin)).id)
  const config = { ...given, source: { ...given.source, ...change.source }, mapping: change.mapping ?? given.mapping }
  return admin.post<Made>('/api/dh/lessee/strategy', { name: unique('hidden-'), group: 'sales', config })
}

const kinds: Readonly<Record<string, () => Promise<string>>> = {
  connector: async () => {
    const { id } = await newConnector(admin)
    await hide({ connectorId: id })
    return `connector/${id}`
  },
  'value map': async () => {
    const { id } = await admin.post<Made>('/api/dh/lessee/mapping', { name: unique('map-') })
    await hide({
      mapping: {
        copyAll: true,
        fields: [
          {
            target: 'shop',
            value: { kind: 'template', template: '{{shop}}' },
            lookup: { map_id: id, direction: 'forward' },
          },
        ],
      },
    })
    return `mapping/${id}`
  },
  'API asset': async () => {
    const body = { platform_id: 'fake', doc: docOf() }
    const { id, resource } = await admin.post<Made & { resource: string }>('/api/dh/lessee/api-asset', body)
    await hide({ source: { resource } })
    return `api-asset/${id}`
  },
  adapter: async () => {
    const { id } = (await newAdapter(admin)) as Made
    await hide({ source: { options: { adapter: id } } })
    return `adapter/${id}`
  },
  'process pool': async () => {
    const { id } = await admin.post<Made>('/api/dh/lessee/process', { name: unique('pool-'), label: unique('l') })
    const hidden = await hide({})
    await server.database.withTenant(server.a.tenantId, tx =>
      tx.execute('update strategy set process_id = $2 where id = $1', [hidden.id, id]),
    )
    return `process/${id}`
  },
}

test.each(Object.keys(kinds))('a %s that a hidden strategy needs stays, and who asks is told why', async kind => {
  const path = await kinds[kind]!()
  const answer = await server.call('DELETE', `/api/dh/lessee/${path}`, { token: colleague.token })
  expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('看不到')])
  expect(answer.body).not.toContain('hidden-')
})
