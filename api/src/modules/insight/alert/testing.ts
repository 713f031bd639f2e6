import { CANARY } from '../../../testing/objects.ts'
import { type CreateSamples, own, type Sample, unique, type World } from '../../../testing/sample.ts'

/** What a channel takes; the secret is planted wherever one may be. */
const channelForm = (secret: string) => ({
  name: unique('group'),
  language: 'en-US',
  token: secret,
  secret,
})

export const createSamples: CreateSamples = server => {
  /** A tenant has room for so many; those of earlier calls make way. */
  const newChannel = async (world: World) => {
    await server.database.withTenant(world.tenantId, tx => tx.execute('delete from alert_channel'))
    const body = { ...channelForm(CANARY), kind: 'dingtalk' }
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
    'alert.createChannel': own({ body: { ...channelForm(CANARY), kind: 'feishu' } }),
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
      body: { heartbeat_url: `https://beat.test/${CANARY}`, heartbeat_minutes: 5, self_test_hour: 9 },
    }),
    'alert.selfTest': own(),
  }
}
