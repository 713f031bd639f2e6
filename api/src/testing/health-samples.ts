import { Readable } from 'node:stream'
import { createAggregateSamples } from './aggregate-samples.ts'
import type { Sample, Samples, World } from './sample.ts'
import type { TestServer } from './start-test-server.ts'

let counter = 0
const unique = (prefix: string) => `${prefix}-${++counter}`

/** What a channel takes; `secret` is planted wherever one may be. */
const channelForm = (secret: string) => ({
  name: unique('group'),
  language: 'en-US',
  token: secret,
  secret,
})

/** One valid call of every route about how strategies do, and about who is told. */
export function createHealthSamples(
  server: TestServer,
  newStrategy: (world: World) => Promise<{ readonly id: string }>,
  secret: string,
): Samples {
  const own =
    (sample: Sample = {}) =>
    async (): Promise<Sample> => ({ ...sample, strangerGets: 'own' })
  const strategy = async (world: World): Promise<Sample> => ({ params: { id: (await newStrategy(world)).id } })
  return {
    'strategyHealth.search': own({ body: { window: '1h' } }),
    'strategyHealth.export': own({ body: { window: '7d' } }),
    'strategyHealth.growth': own({
      body: { created_at_begin: '2026-01-01T00:00:00Z', created_at_end: '2026-01-02T00:00:00Z' },
    }),
    'strategyHealth.subscribe': strategy,
    'strategyHealth.unsubscribe': strategy,
    ...createAlertSamples(server, secret),
    ...createExportSamples(server, newStrategy),
    ...createAggregateSamples(newStrategy, (tenantId, sql) =>
      server.database.withTenant(tenantId, tx => tx.execute(sql)),
    ),
  }
}

function createAlertSamples(server: TestServer, secret: string): Samples {
  const own =
    (sample: Sample = {}) =>
    async (): Promise<Sample> => ({ ...sample, strangerGets: 'own' })
  /** A tenant has room for so many; those of earlier calls make way. */
  const newChannel = async (world: World) => {
    await server.database.withTenant(world.tenantId, tx => tx.execute('delete from alert_channel'))
    const body = { ...channelForm(secret), kind: 'dingtalk' }
    return world.post<{ id: string; version: number }>('/api/dh/lessee/alert/channel', body)
  }
  const newDelivery = async (world: World): Promise<Sample> => {
    const { id } = await newChannel(world)
    await world.post(`/api/dh/lessee/alert/channel/${id}/test`, undefined)
    return server.database.withTenant(world.tenantId, async tx => {
      const [row] = await tx.query<{ id: string }>(`update alert_delivery set state = 'failed' returning id`)
      return { params: { id: row!.id } } // the test left one
    })
  }
  const channel = async (world: World): Promise<Sample> => ({ params: { id: (await newChannel(world)).id } })
  const ruleForm = async (world: World) => ({ name: unique('rule'), channel_ids: [(await newChannel(world)).id] })
  const newRule = async (world: World) =>
    world.post<{ id: string; version: number }>('/api/dh/lessee/alert/rule', {
      ...(await ruleForm(world)),
      kind: 'backlog',
    })
  return {
    'alert.channels': own(),
    'alert.createChannel': own({ body: { ...channelForm(secret), kind: 'feishu' } }),
    'alert.updateChannel': async world => {
      const { id, version } = await newChannel(world)
      return { params: { id }, body: { ...channelForm('******'), version } }
    },
    'alert.deleteChannel': channel,
    'alert.testChannel': channel,
    'alert.rules': own(),
    'alert.createRule': async world => ({ body: { ...(await ruleForm(world)), kind: 'failures' } }),
    'alert.updateRule': async world => {
      const { id, version } = await newRule(world)
      return { params: { id }, body: { ...(await ruleForm(world)), version } }
    },
    'alert.deleteRule': async world => ({ params: { id: (await newRule(world)).id } }),
    'alert.events': own(),
    'alert.deliveries': own(),
    'alert.resend': newDelivery,
    'alert.setting': own(),
    'alert.saveSetting': own({
      body: { heartbeat_url: `https://beat.test/${secret}`, heartbeat_minutes: 5, self_test_hour: 9 },
    }),
    'alert.selfTest': own(),
  }
}

function createExportSamples(
  server: TestServer,
  newStrategy: (world: World) => Promise<{ readonly id: string }>,
): Samples {
  /** There is room for three at once; those of earlier calls make way. */
  const makeRoom = (world: World) =>
    server.database.withTenant(world.tenantId, tx => tx.execute('delete from export_job'))
  const ofStrategy = async (world: World): Promise<Sample> => {
    await makeRoom(world)
    return { params: { strategy: (await newStrategy(world)).id } }
  }
  const newJob = async (world: World): Promise<Sample> => {
    const { params } = await ofStrategy(world)
    const path = `/api/dh/lessee/strategy-data/${params?.['strategy']}/export-job`
    const { id } = await world.post<{ id: string }>(path, { format: 'csv' })
    return { params: { id } }
  }
  const ended = async (world: World): Promise<Sample> => {
    const sample = await newJob(world)
    const id = sample.params?.['id'] ?? ''
    const { path } = await server.exports.write(world.tenantId, id, Readable.from([Buffer.from('x')]))
    await server.database.withTenant(world.tenantId, tx =>
      tx.execute(`update export_job set state = 'done', path = $1`, [path]),
    )
    return sample
  }
  return {
    'exportJob.list': async () => ({ strangerGets: 'own' }),
    'exportJob.fields': ofStrategy,
    'exportJob.create': async world => ({ ...(await ofStrategy(world)), body: { format: 'parquet' } }),
    'exportJob.again': ended,
    'exportJob.cancel': newJob,
    'exportJob.remove': ended,
    'exportJob.download': ended,
  }
}
