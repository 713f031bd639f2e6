import type { Sample, Samples, World } from './sample.ts'
import type { TestServer } from './start-test-server.ts'

type MakeStrategy = (world: World) => Promise<{ readonly id: string }>

const mapping = { copyAll: true, fields: [{ target: 'note', value: { kind: 'constant', value: 'new' } }] }

export function createPublishSamples(server: TestServer, makeStrategy: MakeStrategy): Samples {
  /** A strategy behind a gate, with a draft of its first save. */
  const draft = async (world: World): Promise<string> => {
    const { id } = await makeStrategy(world)
    await server.database.withTenant(world.tenantId, tx =>
      tx.execute('insert into strategy_gate (strategy_id, required, revision, parts) values ($1, true, 1, $2)', [
        id,
        JSON.stringify({ mapping }),
      ]),
    )
    return id
  }
  const rehearse = async (world: World) => {
    const strategyId = await draft(world)
    const path = `/api/dh/lessee/strategy/${strategyId}/rehearsal`
    const { id } = await world.post<{ id: string }>(path, { revision: 1 })
    return { id, strategyId }
  }
  const rehearsal = async (world: World): Promise<Sample> => ({ params: { id: (await rehearse(world)).id } })
  const finish = async (world: World) => {
    const made = await rehearse(world)
    const done = `update rehearsal set state = 'done', finished_at = now() where id = $1`
    await server.database.withTenant(world.tenantId, tx => tx.execute(done, [made.id]))
    return made
  }
  const accept = async (world: World): Promise<Sample> => {
    const { id, strategyId } = await finish(world)
    await world.post(`/api/dh/lessee/rehearsal/${id}/accept`, {})
    return { params: { id: strategyId }, body: { version: 1, revision: 1 } }
  }
  return {
    'strategyPublish.checkDraft': async world => ({ params: { id: await draft(world) } }),
    'strategyPublish.listCanaries': async world => ({ params: { id: await draft(world) } }),
    ...createCanarySamples(server, accept),
    'strategyPublish.setGate': async world => ({
      params: { id: (await makeStrategy(world)).id },
      body: { required: true },
    }),
    'strategyPublish.discard': async world => ({ params: { id: await draft(world) }, body: { revision: 1 } }),
    'strategyPublish.publish': accept,
    'strategyPublish.rehearse': async world => ({ params: { id: await draft(world) }, body: { revision: 1, days: 3 } }),
    'strategyPublish.compare': async world => ({
      params: { id: (await makeStrategy(world)).id },
      body: { version: 1 },
    }),
    'strategyPublish.comparisons': async world => ({ params: { id: (await makeStrategy(world)).id } }),
    'strategyPublish.moveEdition': async world => {
      const { id } = await makeStrategy(world)
      const stamp = `update strategy_version set config = jsonb_set(config, '{mapping,edition}', '1') where strategy_id = $1`
      await server.database.withSystem(async tx => {
        // Versions are written once.
        await tx.execute('reset role')
        await tx.execute(stamp, [id])
      })
      return { params: { id }, body: { version: 1 } }
    },
    'strategyPublish.listEditions': async () => ({ query: { page: '1', pageSize: '20' }, strangerGets: 'own' }),
    'strategyPublish.list': async world => ({ params: { id: (await rehearse(world)).strategyId } }),
    'strategyPublish.get': rehearsal,
    'strategyPublish.cancel': rehearsal,
    'strategyPublish.accept': async world => ({
      params: { id: (await finish(world)).id },
      body: { note: 'as wanted' },
    }),
    'strategyPublish.differences': async world => ({ ...(await rehearsal(world)), body: { kind: 'changed' } }),
    'strategyPublish.export': async world => ({ ...(await rehearsal(world)), body: {} }),
  }
}

/** `accept` makes a draft that may be published, and says which. */
function createCanarySamples(server: TestServer, accept: (world: World) => Promise<Sample>): Samples {
  const plan = { share: 10, records: 100, max_failed: 5 }
  const begin = async (world: World): Promise<Sample & { readonly params: { readonly id: string } }> => {
    const { params, body } = await accept(world)
    const path = `/api/dh/lessee/strategy/${params?.['id']}/canary`
    const { id } = await world.post<{ id: string }>(path, { ...(body as object), plan })
    return { params: { id } }
  }
  return {
    'strategyPublish.startCanary': async world => {
      const { params, body } = await accept(world)
      return { ...(params && { params }), body: { ...(body as object), plan } }
    },
    'strategyPublish.promoteCanary': begin,
    'strategyPublish.rollBackCanary': begin,
    'strategyPublish.replayCanary': async world => {
      const { params } = await begin(world)
      await world.post(`/api/dh/lessee/canary/${params.id}/roll-back`, {})
      // A record that the version in question failed.
      await server.database.withTenant(world.tenantId, tx =>
        tx.execute(
          `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id)
           select strategy_id, 'failed', nextval('record_id'), 1, now(), 0, 3, version, '', id from canary where id = $1`,
          [params.id],
        ),
      )
      return { params }
    },
  }
}
