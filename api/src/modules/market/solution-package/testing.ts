import type { SolutionPackage } from '@sluice/contract'
import { newStrategy } from '../../../testing/objects.ts'
import { packageOf } from '../../../testing/package-objects.ts'
import { type CreateSamples, own, unique, type World } from '../../../testing/sample.ts'

interface Draft {
  readonly id: string
  readonly lock: number
  readonly document: SolutionPackage
}
const PATH = '/api/dh/lessee/solution-package'

const newDraft = (world: World): Promise<Draft> =>
  world.post(`${PATH}/import`, { text: JSON.stringify(packageOf(unique('package'))) })
const newRelease = async (world: World): Promise<Draft> => {
  const { id, lock } = await newDraft(world)
  return world.post(`${PATH}/${id}/release`, { lock })
}
const ofRelease = async (world: World) => ({ params: { id: (await newRelease(world)).id, version: '1.0.0' } })
const ofDraft = async (world: World) => ({ params: { id: (await newDraft(world)).id } })

export const createSamples: CreateSamples = () => ({
  'solutionPackage.list': own({ body: {} }),
  'solutionPackage.create': async world => ({
    body: { strategy_ids: [(await newStrategy(world)).id], name: unique('made'), title: 'Made' },
  }),
  'solutionPackage.import': async () => ({
    body: { text: JSON.stringify(packageOf(unique('package'))) },
    strangerGets: 'own',
  }),
  'solutionPackage.replace': async world => {
    const { id, lock, document } = await newDraft(world)
    return { params: { id }, body: { lock, text: JSON.stringify(document) } }
  },
  'solutionPackage.detail': ofDraft,
  'solutionPackage.save': async world => {
    const { id, lock, document } = await newDraft(world)
    const { manifest } = document
    return { params: { id }, body: { lock, manifest, docs: [], pictures: [], visibility: 'private' } }
  },
  'solutionPackage.gather': async world => {
    const { id } = await newStrategy(world)
    const made = await world.post<Draft>(PATH, { strategy_ids: [id], name: unique('made'), title: 'Made' })
    return { params: { id: made.id }, body: { lock: made.lock } }
  },
  'solutionPackage.along': ofDraft,
  'solutionPackage.lift': async world => {
    const constant = '{ kind: constant, value: W1 }'
    const document = packageOf(unique('package'), each => ({
      ...each,
      files: each.files.map(file => ({ ...file, text: file.text.replace(/\{ kind: template[^}]*\}\}" \}/, constant) })),
    }))
    const { id, lock } = await world.post<Draft>(`${PATH}/import`, { text: JSON.stringify(document) })
    const place = { path: 'objects/strategies/ORDERS.yaml', field: 'spec.mapping.fields.0.value.value' }
    return { params: { id }, body: { lock, ...place, name: 'warehouse', title: 'Warehouse' } }
  },
  'solutionPackage.constants': ofDraft,
  'solutionPackage.check': ofDraft,
  'solutionPackage.examine': async () => ({
    body: { text: JSON.stringify(packageOf(unique('package'))) },
    strangerGets: 'own',
  }),
  'solutionPackage.release': async world => {
    const { id, lock } = await newDraft(world)
    return { params: { id }, body: { lock } }
  },
  'solutionPackage.withdraw': ofRelease,
  'solutionPackage.file': ofRelease,
  'solutionPackage.remove': ofDraft,
})
