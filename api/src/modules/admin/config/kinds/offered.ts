import { z } from 'zod'
import { writeMessage } from '../../../../http/messages.ts'
import { refuse } from '../../../../http/refuse.ts'
import { adapter } from '../../../asset/adapter/contract.ts'
import { apiAsset } from '../../../asset/api-asset/contract.ts'
import { collection } from '../../../asset/collection/contract.ts'
import { listCollections } from '../../../asset/collection/index.ts'
import { diffSpecs } from '../diff-specs.ts'
import { type JsonObject, toJsonForm } from '../json.ts'
import { type AssetRow, listAdapters, listAssets } from '../store.ts'
import { splitKey } from '../world.ts'
import { call, type Found, type KindOf, parseSpec, resolveIn, type Scene, type Step } from './scene.ts'

const States = z.enum(['draft', 'published', 'stopped'])
type State = z.output<typeof States>

/** What is at work or offered is published only when it is the newest. */
const stateOf = (row: Pick<AssetRow, 'status' | 'version' | 'published_version'>): State =>
  row.status !== 'published' || row.published_version === null || row.published_version === row.version
    ? row.status
    : 'draft'

interface FoundOffered extends Found {
  readonly state: State
}

const Rest = z.looseObject({ status: States.default('draft') })

export const adapters: KindOf<FoundOffered> = {
  kind: 'adapter',
  permission: 'asset:query',
  async list({ tx, world }) {
    return (await listAdapters(tx)).map(row => {
      const { name: _name, ...doc } = toJsonForm(row.doc) as JsonObject
      const key = `${world.writePlatform(row.platform_id)}/${row.name}`
      const state = stateOf(row)
      return { id: row.id, key, name: row.name, version: row.version, state, spec: { status: state, ...doc } }
    })
  },
  async plan(scene, document, found): Promise<Step> {
    const { platformId, name } = splitKey(scene.world, document.key)
    const { status, ...rest } = parseSpec(Rest, document.spec, scene.ctx)
    const doc = { ...rest, name }
    const { adapter: routes } = scene.deps.parts
    const checked = await checkDoc(scene, doc)
    const notes: string[] = []
    return {
      name,
      spec: { status, ...checked },
      notes,
      async apply() {
        const id =
          found?.id ?? (await call(scene, adapter.create, routes.create, { body: { platform_id: platformId, doc } })).id
        if (found && !isSameDoc(found.spec, checked))
          await call(scene, adapter.update, routes.update, { params: { id }, body: { doc, version: found.version } })
        const state = async () => stateOf((await listAdapters(scene.tx)).find(row => row.id === id)!) // made above
        await settle(scene, status, state, notes, {
          publish: () => call(scene, adapter.publish, routes.publish, { params: { id } }),
          stop: () => call(scene, adapter.stop, routes.stop, { params: { id } }),
        })
      },
    }
  },
  async remove(scene, { id }) {
    await call(scene, adapter.delete, scene.deps.parts.adapter.delete, { params: { id } })
  },
}

/** The document with every default written out. @throws Failure with its field */
async function checkDoc(scene: Scene, doc: JsonObject): Promise<JsonObject> {
  const { adapter: routes } = scene.deps.parts
  const whole: unknown = await call(scene, adapter.check, routes.check, { body: { text: JSON.stringify(doc) } })
  const { name: _name, ...checked } = toJsonForm(whole) as JsonObject
  return checked
}

/** State and place are no part of a version. */
const isSameDoc = ({ status: _status, collection: _collection, ...doc }: JsonObject, next: JsonObject): boolean =>
  diffSpecs(doc, next).length === 0

interface Moves {
  publish(): Promise<unknown>
  stop(): Promise<unknown>
}

/** Brings it where the file wants it, by the steps of the screen. @throws Failure */
async function settle(
  { ctx }: Scene,
  wanted: State,
  read: () => Promise<State>,
  notes: string[],
  { publish, stop }: Moves,
): Promise<void> {
  const now = await read()
  if (now === wanted) return
  if (wanted === 'draft') throw refuse('invalid.configStatus', { field: 'spec.status', value: now })
  await (wanted === 'stopped' ? stop() : publish())
  if ((await read()) !== wanted) notes.push(writeMessage('config.approval', ctx.language, {}, ''))
}

export const assets: KindOf<FoundOffered> = {
  kind: 'api-asset',
  permission: 'asset:query',
  async list({ tx, world }) {
    const paths = pathsOf(await listCollections(tx, null))
    return (await listAssets(tx)).map(row => {
      const { name: _name, adapter: named, ...doc } = toJsonForm(row.doc) as JsonObject
      const key = `${world.writePlatform(row.platform_id)}/${row.name}`
      const state = stateOf(row)
      const spec = {
        status: state,
        collection: row.collection_id === null ? [] : (paths.get(row.collection_id) ?? []),
        ...doc,
        adapter: typeof named === 'string' && named !== '' ? (world.keyOf('adapter', named) ?? `?${named}`) : '',
      }
      return { id: row.id, key, name: row.name, version: row.version, state, spec }
    })
  },
  async plan(scene, document, found): Promise<Step> {
    const { platformId, name } = splitKey(scene.world, document.key)
    const Spec = Rest.extend({
      collection: z.array(z.string().min(1).max(100)).max(20).default([]),
      adapter: z.string().default(''),
    })
    const { status, collection: path, adapter: named, ...rest } = parseSpec(Spec, document.spec, scene.ctx)
    const adapterId = named === '' ? '' : resolveIn(scene)('adapter', named, 'spec.adapter').id
    const doc = { ...rest, name, adapter: adapterId }
    const { doc: whole } = parseSpec(apiAsset.create.body.pick({ doc: true }), { doc }, scene.ctx)
    const { name: _name, adapter: _adapter, ...checked } = toJsonForm(whole) as JsonObject
    const { apiAsset: routes } = scene.deps.parts
    const notes: string[] = []
    return {
      name,
      spec: { status, collection: path, ...checked, adapter: named },
      notes,
      async apply() {
        const collection_id = await makePath(scene, platformId, path)
        const id = found
          ? await change(scene, found, { doc, next: { ...checked, adapter: named } }, collection_id, path)
          : (
              await call(scene, apiAsset.create, routes.create, {
                body: { platform_id: platformId, collection_id, doc },
              })
            ).id
        const state = async () => stateOf((await listAssets(scene.tx)).find(row => row.id === id)!) // made above
        await settle(scene, status, state, notes, {
          publish: () => call(scene, apiAsset.publish, routes.publish, { params: { id } }),
          stop: () => call(scene, apiAsset.stop, routes.stop, { params: { id } }),
        })
      },
    }
  },
  async remove(scene, { id }) {
    await call(scene, apiAsset.delete, scene.deps.parts.apiAsset.delete, { params: { id } })
  },
}

/** A new version where its document is another; its place is no part of it. */
async function change(
  scene: Scene,
  { id, version, spec }: FoundOffered,
  { doc, next }: { readonly doc: JsonObject; readonly next: JsonObject },
  collectionId: string | null,
  path: readonly string[],
): Promise<string> {
  const { apiAsset: routes } = scene.deps.parts
  if (!isSameDoc(spec, next))
    await call(scene, apiAsset.update, routes.update, { params: { id }, body: { doc, version } })
  if (JSON.stringify(spec['collection']) !== JSON.stringify(path))
    await call(scene, apiAsset.move, routes.move, { body: { ids: [id], collection_id: collectionId } })
  return id
}

type Collections = Awaited<ReturnType<typeof listCollections>>

/** Names from the root down. */
function pathsOf(collections: Collections): ReadonlyMap<string, readonly string[]> {
  const byId = new Map(collections.map(each => [each.id, each]))
  const pathOf = (id: string, depth = 0): string[] => {
    const each = byId.get(id)
    if (!each || depth > 50) return []
    return [...(each.parent_id === null ? [] : pathOf(each.parent_id, depth + 1)), each.name]
  }
  return new Map(collections.map(each => [each.id, pathOf(each.id)]))
}

/** The category at the end of a path, with what is missing made; null: none. */
async function makePath(scene: Scene, platformId: string, path: readonly string[]): Promise<string | null> {
  const { collection: routes } = scene.deps.parts
  let parent_id: string | null = null
  for (const name of path) {
    const known: Collections[number] | undefined = (await listCollections(scene.tx, platformId)).find(
      each => each.parent_id === parent_id && each.name === name,
    )
    const body = { platform_id: platformId, parent_id, name }
    const made: { readonly id: string } = known ?? (await call(scene, collection.create, routes.create, { body }))
    parent_id = made.id
  }
  return parent_id
}
