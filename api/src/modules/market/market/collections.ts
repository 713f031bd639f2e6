import { newId } from '@sluice/contract'
import type { Engine } from '@sluice/engine'
import { refuse, refuseStale } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import { requireOperator, runsInstallation } from '../../../http/runs-installation.ts'
import { sayPackage } from '../../../packaging/index.ts'
import { withOwnPlatforms } from '../../connect/platform/index.ts'
import { describePlatform } from '../solution-package/index.ts'
import {
  type CollectionRow,
  countCollections,
  deleteCollection,
  findCollection,
  insertCollection,
  listCollections,
  listMembers,
  updateCollection,
} from './collection-store.ts'
import type { market } from './contract.ts'

interface CollectionDeps {
  readonly engine: Engine
  readonly now: () => number
}

type Routes = Handlers<typeof market>
type CollectionRoutes = Pick<Routes, 'collections' | 'addCollection' | 'saveCollection' | 'removeCollection'>

/** More of them nobody looks through. */
const MOST = 24

/** What the operator puts together, and everybody finds above the market. */
export const createCollectionRoutes = (deps: CollectionDeps, delivered: string): CollectionRoutes => ({
  collections: (_input, ctx) => list(deps, delivered, ctx),
  async addCollection({ body }, ctx) {
    await requireOperator(ctx)
    await ctx.tenant(async tx => {
      if ((await countCollections(tx)) >= MOST) throw refuse('conflict.tooManyCollections', { value: String(MOST) })
      const row = { id: newId(deps.now()), ...body }
      await insertCollection(tx, row)
      await ctx.audit(tx, { ...auditOf(row), after: body })
    })
    return list(deps, delivered, ctx)
  },
  async saveCollection({ params: { id }, body: { lock, ...body } }, ctx) {
    await requireOperator(ctx)
    await ctx.tenant(async tx => {
      const before = await findCollection(tx, id)
      if (!before) throw refuse('notFound.collection')
      if ((await updateCollection(tx, { id, ...body }, lock)) === 0) throw refuseStale()
      await ctx.audit(tx, { ...auditOf(before), before, after: body })
    })
    return list(deps, delivered, ctx)
  },
  async removeCollection({ params: { id } }, ctx) {
    await requireOperator(ctx)
    return ctx.tenant(async tx => {
      const before = await findCollection(tx, id)
      if (!before) throw refuse('notFound.collection')
      await deleteCollection(tx, id)
      await ctx.audit(tx, { ...auditOf(before), before })
      return []
    })
  },
})

const auditOf = ({ id, title }: Pick<CollectionRow, 'id' | 'title'>) => ({
  objectType: 'collection',
  objectId: id,
  objectName: title,
})

/** Of what a tenant may not install nothing is told, but to who put it there. */
const list = (deps: CollectionDeps, delivered: string, ctx: RouteContext) =>
  ctx.tenant(async tx => {
    const [rows, known] = [await listCollections(tx), await listMembers(tx, delivered)]
    const isOperator = await runsInstallation(tx)
    const engine = await withOwnPlatforms(deps.engine, tx)
    return rows.map(row => {
      const members = row.members.flatMap(({ name, publisher_key }) => {
        const found = known.find(each => each.name === name && each.publisher_key === publisher_key)
        if (!found && !isOperator) return []
        const title = found ? sayPackage(found.card.title, ctx.language) : name
        return [{ name, publisher_key, title, is_here: found !== undefined, platforms: found?.platforms ?? [] }]
      })
      return {
        ...{ id: row.id, title: row.title, summary: row.summary, position: row.position, lock: row.lock },
        members: members.map(({ platforms: _platforms, ...member }) => member),
        platforms: [...new Set(members.flatMap(each => each.platforms))]
          .slice(0, 6)
          .map(each => describePlatform(engine, each, ctx.language)),
      }
    })
  })
