import type { Sample, World } from './sample.ts'
import type { TestServer } from './start-test-server.ts'

const fakeParams = { host: 'model.test', password: 'p' }

/** The smallest PNG: one red pixel. */
export const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
)

/** A token of the caller's own. */
export const newTokenOf =
  (server: TestServer) =>
  async (world: World): Promise<Sample> => {
    // There is room for twenty; those of earlier calls make way.
    await server.database.withTenant(world.tenantId, tx => tx.execute('delete from access_token'))
    const body = { name: 'ci', permissions: ['connector:query'], days: 30 }
    const { item } = await world.post<{ item: { id: string } }>('/api/dp/account/token', body)
    return { params: { id: item.id } }
  }

/** Of somebody who has entered an address that is not confirmed yet. */
const withAddress = (server: TestServer) => async (): Promise<Sample> => {
  await server.database.withSystem(async tx => {
    await tx.execute('delete from throttle')
    await tx.execute(`update app_user set email = 'own@example.test'`)
  })
  return { strangerGets: 'own' }
}

/** One valid call of every route about oneself: personal data, access tokens, notices. */
export function createOwnSamples(server: TestServer): Record<string, (world: World) => Promise<Sample>> {
  const own =
    (sample: Sample = {}) =>
    async (): Promise<Sample> => ({ ...sample, strangerGets: 'own' })
  const newToken = newTokenOf(server)
  const newNotice = async (world: World): Promise<string> =>
    server.database.withTenant(world.tenantId, async tx => {
      const [row] = await tx.query<{ id: string }>(
        `insert into notice (id, kind, text) values (gen_random_uuid(), 'quota.records', 'x')
         on conflict (tenant_id, kind, object_id, cause, user_id) do update set last_at = now() returning id`,
      )
      return row!.id // inserted or found
    })
  const newConversation = async (world: World): Promise<Sample> => {
    const [made] = await world.post<{ _id: { $oid: string } }[]>('/api/dp/assistant/collection', { name: 'x' })
    return { params: { id: made!._id.$oid } } // the answer holds the one that was made
  }
  return {
    ...createFilterSamples(),
    'assistant.create': own({ body: { name: '2026-01-02 03:04:05' } }),
    'assistant.list': async world => {
      await newConversation(world)
      return { strangerGets: 'own' }
    },
    'assistant.update': async world => ({ ...(await newConversation(world)), body: { name: 'y', pinned: true } }),
    'assistant.delete': newConversation,
    'assistant.messages': newConversation,
    'assistant.ask': async world => {
      await world.post('/api/dh/lessee/connector', {
        platform_id: 'fake',
        name: `m${Math.random()}`,
        params: fakeParams,
      })
      return { ...(await newConversation(world)), body: { msg: 'how?' } }
    },
    'assistant.provider': own(),
    'account.center': own(),
    'account.activity': own({ query: { operation: 'add' } }),
    'account.saveBase': own({ body: { nickname: 'A', email: 'a@example.test', phone: null } }),
    'account.sendEmailCode': withAddress(server),
    'account.confirmEmail': own({ body: { code: '123456' } }),
    'account.setAvatar': own({ file: ONE_PIXEL }),
    'account.removeAvatar': own(),
    'account.tokens': own(),
    'account.tokenPolicy': own(),
    'account.createToken': async world => {
      await newToken(world)
      return { body: { name: 'ci', permissions: ['connector:query'], days: 1 }, strangerGets: 'own' }
    },
    'account.revokeToken': newToken,
    'notice.list': async world => {
      await newNotice(world)
      return { strangerGets: 'own' }
    },
    'notice.unread': own(),
    'notice.read': async world => ({ body: { keys: [await newNotice(world)] }, strangerGets: 'own' }),
    'notice.readAll': own({ body: { group: 'todo' } }),
    'notice.clear': own({ body: { group: 'message' } }),
    'notice.preferences': own(),
    'notice.savePreferences': own({
      body: { preferences: [{ kind: 'quota.records', in_app: true, email: false }] },
    }),
    'notice.mail': own(),
    'notice.testMail': async () => {
      await server.database.withSystem(tx =>
        tx.execute(`update app_user set email = username || '@example.test', email_confirmed_at = now()`),
      )
      return { strangerGets: 'own' }
    },
  }
}

function createFilterSamples(): Record<string, (world: World) => Promise<Sample>> {
  let filters = 0
  const fields = () => ({ name: `mine ${++filters}`, filter: { keyword: 'x', errors: true } })
  const newFilter = async (world: World): Promise<Sample> => {
    const { id } = await world.post<{ id: string }>('/api/dp/saved-filter', { list: 'strategies', ...fields() })
    return { params: { id } }
  }
  return {
    'savedFilter.list': async () => ({ query: { list: 'strategies' }, strangerGets: 'own' }),
    'savedFilter.create': async () => ({ body: { list: 'strategies', ...fields() }, strangerGets: 'own' }),
    'savedFilter.update': async world => ({ ...(await newFilter(world)), body: fields() }),
    'savedFilter.remove': newFilter,
  }
}
