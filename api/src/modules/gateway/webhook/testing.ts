import { randomUUID } from 'node:crypto'
import { newStrategy } from '../../../testing/objects.ts'
import { type CreateSamples, unique, type World } from '../../../testing/sample.ts'

const newApplication = async (world: World) => {
  const strategyId = (await newStrategy(world)).id
  const limits = { rate_per_minute: 60, burst: 60, quota_per_day: null, quota_per_month: null, concurrency: null }
  const body = {
    ...{ name: unique('partner'), remark: '', expires_at: null, ip_allow: [], plan_id: null, ...limits },
    scopes: [{ strategy_id: strategyId, operations: ['query'], fields: [] }],
  }
  const { id }: { id: string } = await world.post('/api/dh/lessee/gateway/application', body)
  return { id, strategyId }
}

const settings = { url: 'https://partner.example.com/hook', events: ['written', 'error'] }

const bodyOf = async (world: World) => {
  const { id, strategyId } = await newApplication(world)
  return { params: { id }, body: { strategy_id: strategyId, ...settings } }
}

const newWebhook = async (world: World): Promise<{ id: string; version: number }> => {
  const { params, body } = await bodyOf(world)
  return world.post(`/api/dh/lessee/gateway/application/${params.id}/webhook`, body)
}

const ofNew = async (world: World) => ({ params: { id: (await newWebhook(world)).id } })

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = () => ({
  'webhook.list': async world => ({ params: { id: (await newApplication(world)).id } }),
  'webhook.create': bodyOf,
  'webhook.update': async world => {
    const { id, version } = await newWebhook(world)
    return { params: { id }, body: { ...settings, is_enabled: false, version } }
  },
  'webhook.delete': ofNew,
  'webhook.deliveries': ofNew,
  'webhook.replay': async world => ({ ...(await ofNew(world)), body: { delivery: randomUUID() } }),
})
