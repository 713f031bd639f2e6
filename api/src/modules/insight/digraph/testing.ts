import { type CreateSamples, own, unique, type World } from '../../../testing/sample.ts'

const newDashboard = (world: World): Promise<{ id: string; name: string; version: number; design: unknown }> =>
  world.post('/api/dp/digraph', { name: unique('wall'), template: 'operations' })

const ofNew = async (world: World) => ({ params: { id: (await newDashboard(world)).id } })
const newShare = async (world: World) => {
  const { id } = await newDashboard(world)
  const made = await world.post<{ share: { id: string }; token: string }>(`/api/dp/digraph/${id}/share`, {
    title: 'wall',
  })
  return { id, share: made.share.id, token: made.token }
}
const blank = { width: 1920, height: 1080, components: [] }

/** What holds for every route is tested by these calls. */
export const createSamples: CreateSamples = () => ({
  'digraph.list': own(),
  'digraph.export': own(),
  'digraph.create': async () => ({ strangerGets: 'own', body: { name: unique('wall'), template: 'finance' } }),
  'digraph.import': async () => ({
    strangerGets: 'own',
    body: { format: 'sluice-dashboard', edition: 1, name: unique('wall'), refresh_seconds: 30, design: blank },
  }),
  'digraph.get': ofNew,
  'digraph.update': async world => {
    const { id, name, version } = await newDashboard(world)
    return { params: { id }, body: { name, version, refresh_seconds: 5, design: blank } }
  },
  'digraph.rename': async world => {
    const { id, version } = await newDashboard(world)
    return { params: { id }, body: { name: unique('wall'), version } }
  },
  'digraph.copy': ofNew,
  'digraph.delete': ofNew,
  'digraph.document': ofNew,
  'digraph.reading': ofNew,
  'digraph.shares': async world => ({ params: { id: (await newShare(world)).id } }),
  'digraph.share': async world => ({ ...(await ofNew(world)), body: { title: 'wall' } }),
  'digraph.revoke': async world => {
    const { id, share } = await newShare(world)
    return { params: { id, share } }
  },
  'digraph.openShare': async world => {
    const { share, token } = await newShare(world)
    return { params: { id: share }, body: { token } }
  },
  'digraph.versions': ofNew,
  'digraph.version': async world => ({ params: { id: (await newDashboard(world)).id, version: '1' } }),
  'digraph.restore': async world => ({
    params: { id: (await newDashboard(world)).id, version: '1' },
    body: { current: 1, note: 'as it was' },
  }),
  'digraph.figures': own({ body: { names: ['strategies.all'] } }),
})
