import { newStrategy } from '../../../testing/objects.ts'
import { type CreateSamples, unique, type World } from '../../../testing/sample.ts'

const origin = 'http://127.0.0.1:8080'

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

const newLink = async (world: World) => {
  const { id, strategyId } = await newApplication(world)
  const body = { title: 'partner', may_rotate: true }
  const made = await world.post<{ link: { id: string }; token: string }>(
    `/api/dh/lessee/gateway/application/${id}/portal`,
    body,
  )
  return { application: id, strategyId, link: made.link.id, token: made.token }
}

const newWebhook = async (world: World) => {
  const { application, strategyId, link, token } = await newLink(world)
  const body = { strategy_id: strategyId, url: 'https://partner.example.com/hook', events: ['written'] }
  const made: { id: string } = await world.post(`/api/dh/lessee/gateway/application/${application}/webhook`, body)
  return { params: { id: link }, body: { token, webhook: made.id } }
}

const ofLink = async (world: World, more: object = {}) => {
  const { link, token } = await newLink(world)
  return { params: { id: link }, body: { token, ...more } }
}

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = () => ({
  'portal.list': async world => ({ params: { id: (await newLink(world)).application } }),
  'portal.create': async world => ({ params: { id: (await newApplication(world)).id }, body: { title: 'partner' } }),
  'portal.revoke': async world => {
    const { application, link } = await newLink(world)
    return { params: { id: application, link } }
  },
  'portal.open': world => ofLink(world, { origin }),
  'portal.samples': world => ofLink(world, { origin, method: 'GET', path: '/v2/limits' }),
  'portal.postman': world => ofLink(world, { origin }),
  'portal.calls': ofLink,
  'portal.deliveries': newWebhook,
  'portal.rotateWebhook': newWebhook,
})
