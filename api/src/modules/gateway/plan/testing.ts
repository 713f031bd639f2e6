import { type CreateSamples, own, unique, type World } from '../../../testing/sample.ts'

const body = () => ({
  name: unique('plan'),
  remark: '',
  rate_per_minute: 60,
  burst: 60,
  quota_per_day: 1000,
  quota_per_month: 20_000,
  concurrency: 4,
  priority: 'normal',
})

const newPlan = async (world: World): Promise<{ id: string; version: number }> =>
  world.post('/api/dh/lessee/gateway/plan', body())

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = () => ({
  'plan.list': own(),
  'plan.export': own(),
  'plan.get': async world => ({ params: { id: (await newPlan(world)).id } }),
  'plan.create': async () => ({ body: body(), strangerGets: 'own' }),
  'plan.update': async world => {
    const { id, version } = await newPlan(world)
    return { params: { id }, body: { ...body(), version } }
  },
  'plan.delete': async world => ({ params: { id: (await newPlan(world)).id } }),
})
