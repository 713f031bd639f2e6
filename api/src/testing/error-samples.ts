import type { Sample, Samples, World } from './sample.ts'
import type { TestServer } from './start-test-server.ts'

type MakeRecord = (world: World) => Promise<{ readonly strategyId: string; readonly recordId: string }>

/** A group with one record in it, as a run would have left it. */
async function newGroup(server: TestServer, world: World, makeRecord: MakeRecord) {
  const { strategyId, recordId } = await makeRecord(world)
  return server.database.withTenant(world.tenantId, async tx => {
    const [group] = await tx.query<{ id: string }>(
      `insert into error_group (id, strategy_id, category, code, field, pattern, sample, seen_count)
       values (gen_random_uuid(), $1, 'business', 'target.refused', 'customer', 'Customer … is unknown.',
         'Customer "C1" is unknown.', 1) returning id`,
      [strategyId],
    )
    const id = group!.id // inserted
    await tx.execute(
      `update record_state set error_code = 'target.refused', error_message = 'Customer "C1" is unknown.', error_group = $2
        where id = $1`,
      [recordId, id],
    )
    return { id, strategyId, recordId }
  })
}

export function createErrorSamples(server: TestServer, makeRecord: MakeRecord): Samples {
  const make = (world: World) => newGroup(server, world, makeRecord)
  const groupParams = async (world: World): Promise<Sample> => ({ params: { id: (await make(world)).id } })
  const newRule = (world: World) =>
    world.post<{ id: string }>('/api/dh/lessee/ignore-rule', {
      strategy_id: null,
      contains: 'exists',
      outcome: 'finished',
    })
  const newReplay = async (world: World): Promise<Sample> => {
    const { id } = await make(world)
    const job = await world.post<{ id: string }>('/api/dh/lessee/replay', { group_id: id, kind: 'remap' })
    return { params: { id: job.id } }
  }
  const rule = { strategy_id: null, contains: '单据已存在', outcome: 'finished', enabled: true, remark: '' }
  return {
    'errorGroup.search': async () => ({ body: { status: ['open'] }, strangerGets: 'own' }),
    'errorGroup.summary': async () => ({ body: { range: '24h' }, strangerGets: 'own' }),
    'errorGroup.export': async () => ({ body: { category: ['business'] }, strangerGets: 'own' }),
    'errorGroup.people': async () => ({ strangerGets: 'own' }),
    'errorGroup.assign': async world => ({ body: { ids: [(await make(world)).id], user_id: world.userId } }),
    'errorGroup.setStatus': async world => ({ body: { ids: [(await make(world)).id], status: 'ignored' } }),
    'errorGroup.get': groupParams,
    'errorGroup.records': async world => ({ ...(await groupParams(world)), body: { of: 'open' } }),
    'ignoreRule.search': async () => ({ strangerGets: 'own' }),
    'ignoreRule.create': async () => ({ body: rule, strangerGets: 'own' }),
    'ignoreRule.update': async world => ({ params: { id: (await newRule(world)).id }, body: { ...rule, version: 1 } }),
    'ignoreRule.delete': async world => ({ params: { id: (await newRule(world)).id } }),
    'replay.preview': async world => {
      const { strategyId, recordId } = await make(world)
      const changes = [{ field: 'customer', value: '"C2"' }]
      return { body: { kind: 'correct', changes, strategy_id: strategyId, ids: [recordId] } }
    },
    'replay.create': async world => {
      const { id, recordId } = await make(world)
      return { body: { kind: 'resend', group_id: id, ids: [recordId] } }
    },
    'replay.search': async world => ({ query: { group_id: (await make(world)).id }, strangerGets: 'empty' }),
    'replay.get': newReplay,
    'replay.items': async world => ({ ...(await newReplay(world)), body: {} }),
    'replay.cancel': newReplay,
  }
}
