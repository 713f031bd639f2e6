import { newId } from '@sluice/contract'
import { isUniqueViolation } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import type { SavedFilter, savedFilter } from './contract.ts'
import { countFilters, deleteFilter, type FilterWrite, findFilter, listFilters, writeFilter } from './store.ts'

/** More names than these nobody finds again. */
const MOST = 100

export const createSavedFilterRoutes = ({ now }: { now(): number }): Handlers<typeof savedFilter> => ({
  list: ({ query }, ctx) => ctx.tenant(tx => listFilters(tx, ctx.principal.userId, query.list)),
  create: ({ body }, ctx) => save({ ...body, id: newId(now()) }, ctx, true),
  update: async ({ params: { id }, body }, ctx) => {
    const before = await ctx.tenant(tx => findFilter(tx, ctx.principal.userId, id))
    if (!before) throw refuse('notFound.savedFilter')
    return save({ ...body, id, list: before.list }, ctx, false)
  },
  remove: ({ params: { id } }, ctx) =>
    ctx.tenant(async tx => {
      const before = await findFilter(tx, ctx.principal.userId, id)
      if (!before) throw refuse('notFound.savedFilter')
      await deleteFilter(tx, ctx.principal.userId, id)
      await ctx.audit(tx, { objectType: 'savedFilter', objectId: id, objectName: before.name })
      return []
    }),
})

interface Entered {
  readonly id: string
  readonly list: string
  readonly name: string
  readonly filter: object
  readonly is_default: boolean
  readonly is_shared: boolean
}

async function save(entered: Entered, ctx: RouteContext, isNew: boolean): Promise<SavedFilter> {
  const { id, list, name, filter, is_default: isDefault, is_shared: isShared } = entered
  const { userId } = ctx.principal
  const row: FilterWrite = { id, userId, list, name, filter, isDefault, isShared }
  try {
    return await ctx.tenant(async tx => {
      if (isNew && (await countFilters(tx, userId, list)) >= MOST) throw refuse('conflict.tooManyFilters')
      await writeFilter(tx, row)
      await ctx.audit(tx, { objectType: 'savedFilter', objectId: id, objectName: name, after: entered })
      const saved = await findFilter(tx, userId, id)
      if (!saved) throw refuse('notFound.savedFilter')
      return saved
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('conflict.filterName', { field: 'name', value: name })
    throw error
  }
}
