import { createPublisherKey, signIndex } from '../../../packaging/index.ts'
import { type CreateSamples, unique, type World } from '../../../testing/sample.ts'
import type { TestServer } from '../../../testing/start-test-server.ts'
import { offerPackage } from './testing/market-world.ts'

const FEED = '/api/dh/lessee/market-feed'
const SOURCE = '/api/dh/lessee/market-source'

const wish = () => ({ title: unique('Market'), key: createPublisherKey().key })
const newSource = (world: World, body: object = wish()) => world.post<{ id: string; lock: number }>(SOURCE, body)

/** An index of nothing, and whose it is. */
function emptyIndex() {
  const { key, secret } = createPublisherKey()
  const told = { format: 1 as const, serial: 1, signed_at: new Date().toISOString(), total: 0, packages: [] }
  return { key, text: signIndex(told, secret) }
}

async function openFeed(server: TestServer, world: World): Promise<void> {
  await server.call('PUT', FEED, { token: world.token, body: { is_on: true } })
}

export const createSamples: CreateSamples = server => ({
  'marketSource.index': async world => {
    await openFeed(server, world)
    return { strangerGets: 'own' }
  },
  'marketSource.package': async world => {
    await openFeed(server, world)
    return { params: { digest: await offerPackage(server, world) }, strangerGets: 'own' }
  },
  // Of whoever does not run the installation nothing is answered.
  'marketSource.feed': async () => ({}),
  'marketSource.switch': async () => ({ body: { is_on: true } }),
  'marketSource.renewKey': async () => ({}),
  'marketSource.export': async () => ({}),
  'marketSource.list': async () => ({}),
  'marketSource.peek': async () => ({ body: { head: emptyIndex().text } }),
  'marketSource.add': async () => ({ body: wish() }),
  'marketSource.save': async world => {
    const { id, lock } = await newSource(world)
    return { params: { id }, body: { ...wish(), is_on: false, lock } }
  },
  // What comes of it stands in the answer.
  'marketSource.look': async world => ({
    params: { id: (await newSource(world, { ...wish(), address: 'http://127.0.0.1:9' })).id },
  }),
  'marketSource.import': async world => {
    const { key, text } = emptyIndex()
    return { params: { id: (await newSource(world, { title: unique('File'), key })).id }, file: `${text}\n` }
  },
  'marketSource.remove': async world => ({ params: { id: (await newSource(world)).id } }),
})
