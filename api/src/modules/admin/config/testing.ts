import type { CreateSamples, Sample, World } from '../../../testing/sample.ts'

let counter = 0

/** A value map of its own, as a file. */
const fileOf = () => ({
  path: 'mappings/countries.yaml',
  text: `kind: mapping\nversion: 1\nkey: countries ${++counter}\nspec:\n  lines:\n    - { a: CN, b: China }\n`,
})

/** One that is there already: an application leaves a row for each change and one for itself. */
async function planned(world: World): Promise<Sample> {
  const files = [fileOf()]
  const { hash: first } = await world.post<{ hash: string }>('/api/dh/lessee/config/plan', { files })
  await world.post('/api/dh/lessee/config/apply', { files, hash: first })
  const { hash } = await world.post<{ hash: string }>('/api/dh/lessee/config/plan', { files })
  return { body: { files, hash }, strangerGets: 'conflict' }
}

/** Configuration as files. Applied by a stranger, a plan is another tenant's. */
export const createSamples: CreateSamples = () => ({
  'config.export': async () => ({ body: {}, strangerGets: 'own' }),
  'config.plan': async () => ({ body: { files: [fileOf()] }, strangerGets: 'own' }),
  'config.apply': planned,
})
