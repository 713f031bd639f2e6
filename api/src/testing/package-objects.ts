import { PACKAGE_FORMAT, type SolutionPackage } from '@sluice/contract'
import { createPublisherKey, signPackage, writePackage } from '../packaging/index.ts'
import { newConnector } from './objects.ts'
import { unique, type World } from './sample.ts'

const publisher = { name: 'Publisher', secret: createPublisherKey().secret }

const strategyText = (code: string, mapped: string): string => `kind: strategy
version: 1
key: ${code}
spec:
  name: Orders
  source: { connector: slot:shop, resource: orders, key: [id] }
  target: { connector: slot:shop, resource: orders_copy, mode: insert }
  mapping: { copyAll: false, fields: [{ target: ${mapped}, value: { kind: template, template: "{{id}}" } }] }
`

/** A small package with one flow between two resources of one system; `change` alters it before it is signed. */
export function packageOf(
  name: string,
  change: (document: SolutionPackage) => SolutionPackage = document => document,
): SolutionPackage {
  return change({
    manifest: {
      ...{ format: PACKAGE_FORMAT, name, version: '1.0.0', title: name, summary: name, industry: '', tags: [] },
      ...{ licence: '', dependencies: {}, parameters: [], samples: [] },
      connections: [{ slot: 'shop', platform: 'fake', title: 'Shop', rights: [] }],
      flows: [{ strategy: 'ORDERS', title: 'Orders', document: 'Order', from: 'shop', to: 'shop', required: true }],
    },
    files: [{ path: 'objects/strategies/ORDERS.yaml', text: strategyText('ORDERS', 'no') }],
    pictures: [],
    signature: null,
  })
}

/** The file of it, signed. */
export const fileOfPackage = (document: SolutionPackage): string => writePackage(signPackage(document, publisher))

/** Brought as a file; answers with where it lies. */
export async function newUpload(world: World, name = unique('package'), version = '1.0.0'): Promise<string> {
  const text = fileOfPackage(packageOf(name, each => ({ ...each, manifest: { ...each.manifest, version } })))
  return (await world.post<{ ref: string }>('/api/dh/lessee/market/upload', { text })).ref
}

/** What installing it asks for. */
export async function newWish(world: World) {
  const ref = await newUpload(world)
  const { id } = await newConnector(world)
  return { ref, prefix: unique('P'), connectors: { shop: id } }
}

export async function newInstallation(world: World): Promise<{ id: string; name: string; lock: number; ref: string }> {
  const wish = await newWish(world)
  const { hash } = await world.post<{ hash: string }>('/api/dh/lessee/installation/plan', wish)
  return world.post('/api/dh/lessee/installation', { ...wish, hash })
}
