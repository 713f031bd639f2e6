import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { orNameTaken } from '../../../http/name-taken.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import { findManifest, withOwnPlatforms } from '../../connect/platform/index.ts'
import type { Collection, collection } from './contract.ts'
import {
  deleteCollection,
  findCollection,
  insertCollection,
  listAssetIds,
  listCollections,
  lockTree,
  orderAssets,
  placeCollection,
  renameCollection,
} from './store.ts'

export interface CollectionDeps {
  readonly engine: Engine
  readonly now: () => number
}

type Routes = Handlers<typeof collection>

export function createCollectionRoutes(deps: CollectionDeps): Routes {
  return {
    list: ({ query }, ctx) => ctx.tenant(tx => listCollections(tx, query.platform_id ?? null)),
    get: ({ params }, ctx) => ctx.tenant(tx => requireCollection(tx, params.id)),
    create: ({ body }, ctx) =>
      orNameTaken(body.name, () =>
        ctx.tenant(async tx => {
          const known = await withOwnPlatforms(deps.engine, tx)
          if (!findManifest(known, body.platform_id)) throw refuse('notFound.platform', { field: 'platform_id' })
          await lockTree(tx, body.platform_id)
          if (body.parent_id !== null) await requireParent(tx, body.parent_id, body.platform_id)
          const id = newId(deps.now())
          await insertCollection(tx, { ...body, id })
          await ctx.audit(tx, { ...auditOf({ id, name: body.name }), after: body })
          return requireCollection(tx, id)
        }),
      ),
    update: ({ params, body }, ctx) =>
      orNameTaken(body.name, () =>
        ctx.tenant(async tx => {
          const { name, remark } = await requireCollection(tx, params.id)
          await renameCollection(tx, params.id, body.name, body.remark)
          await ctx.audit(tx, { ...auditOf({ id: params.id, name }), before: { name, remark }, after: body })
          return requireCollection(tx, params.id)
        }),
      ),
    move: ({ params, body }, ctx) => move(params.id, body, ctx),
    order: ({ params, body }, ctx) =>
      ctx.tenant(async tx => {
        const row = await requireCollection(tx, params.id)
        await lockTree(tx, row.platform_id)
        const ids = await listAssetIds(tx, params.id)
        if (body.seen.some((id, at) => ids[at] !== id)) throw refuse('conflict.collectionOrder')
        // What was not named stays behind.
        await orderAssets(tx, params.id, [...body.ids, ...ids.filter(id => !body.ids.includes(id))])
        await ctx.audit(tx, { ...auditOf(row), after: { order: body.ids.length } })
        return null
      }),
    delete: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const row = await requireCollection(tx, params.id)
        await lockTree(tx, row.platform_id)
        const all = await listCollections(tx, row.platform_id)
        if (row.api_count > 0 || all.some(each => each.parent_id === row.id)) throw refuse('conflict.collectionInUse')
        await deleteCollection(tx, row.id)
        await ctx.audit(tx, { ...auditOf(row), before: { name: row.name } })
        return null
      }),
  }
}

interface Move {
  readonly parent_id: string | null
  readonly index: number
  readonly seen: readonly string[]
}

function move(id: string, { parent_id, index, seen }: Move, ctx: RouteContext): Promise<Collection> {
  return ctx.tenant(async tx => {
    const row = await requireCollection(tx, id)
    await lockTree(tx, row.platform_id)
    const all = await listCollections(tx, row.platform_id)
    if (parent_id !== null) await requireParent(tx, parent_id, row.platform_id)
    for (let at = parent_id; at !== null; at = all.find(each => each.id === at)?.parent_id ?? null)
      if (at === id) throw refuse('invalid.collectionCycle', { field: 'parent_id' })
    const children = all.filter(each => each.parent_id === parent_id)
    if (seen.some((each, at) => children[at]?.id !== each)) throw refuse('conflict.collectionTree')
    const siblings = children.filter(each => each.id !== id)
    if (siblings.some(each => each.name === row.name)) throw refuse('conflict.name', { value: row.name })
    const order = siblings.map(each => each.id)
    order.splice(index, 0, id)
    await placeCollection(tx, id, parent_id, order)
    await ctx.audit(tx, {
      ...auditOf(row),
      before: { parent_id: row.parent_id, sort: row.sort },
      after: { parent_id, index },
    })
    return requireCollection(tx, id)
  })
}

async function requireCollection(tx: Tx, id: string): Promise<Collection> {
  const row = await findCollection(tx, id)
  if (!row) throw refuse('notFound.collection')
  return row
}

/** A category that can hold what belongs to the platform. */
export async function requireParent(tx: Tx, id: string, platformId: string, field = 'parent_id'): Promise<void> {
  const parent = await findCollection(tx, id)
  if (!parent) throw refuse('notFound.collection', { field })
  if (parent.platform_id !== platformId) throw refuse('invalid.collectionPlatform', { field })
}

const auditOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  objectType: 'collection',
  objectId: id,
  objectName: name,
})
