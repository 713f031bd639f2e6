import { newStrategy } from '../../../testing/objects.ts'
import { type CreateSamples, own, unique, type World } from '../../../testing/sample.ts'

const bodyOf = async (world: World) => ({
  name: unique('partner'),
  remark: '',
  expires_at: null,
  ip_allow: ['10.0.0.0/8', '2001:db8::/32'],
  rate_per_minute: 60,
  burst: 60,
  quota_per_day: 1000,
  quota_per_month: null,
  concurrency: null,
  plan_id: null,
  scopes: [
    { strategy_id: (await newStrategy(world)).id, operations: ['store'], fields: ['id'], masks: { id: 'ends' } },
  ],
})

const newApplication = async (world: World): Promise<{ id: string; version: number }> =>
  world.post('/api/dh/lessee/gateway/application', await bodyOf(world))

const ofNew = async (world: World) => ({ params: { id: (await newApplication(world)).id } })

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = () => ({
  'application.list': own(),
  'application.export': own(),
  'application.get': ofNew,
  'application.create': async world => ({ body: await bodyOf(world) }),
  'application.update': async world => {
    const body = await bodyOf(world)
    const { id, version } = await world.post<{ id: string; version: number }>(
      '/api/dh/lessee/gateway/application',
      body,
    )
    return { params: { id }, body: { ...body, name: unique('partner'), version } }
  },
  'application.versions': ofNew,
  'application.setVersionDates': async world => {
    const body = await bodyOf(world)
    const { id } = await world.post<{ id: string }>('/api/dh/lessee/gateway/application', body)
    const of = { kind: 'strategy', object_id: body.scopes[0]?.strategy_id, version: 1 }
    return { params: { id }, body: { ...of, deprecated_at: null, sunset_at: '2099-01-01T00:00:00Z' } }
  },
  'application.setEnabled': async world => ({ ...(await ofNew(world)), body: { is_enabled: false } }),
  'application.rotateSecret': async world => ({ ...(await ofNew(world)), body: { keep_hours: 24 } }),
  'application.setCertificates': async world => {
    const { id, version } = await newApplication(world)
    return { params: { id }, body: { certificates: ['ab'.repeat(32)], certificate_use: 'alone', version } }
  },
  'application.gateway': own(),
  'application.endTokens': ofNew,
  'application.delete': ofNew,
})
