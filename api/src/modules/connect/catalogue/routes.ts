import type { Engine } from '@sluice/engine'
import { dropHidden } from '../../../http/require-seen.ts'
import { FileAnswer, type Handlers, type RouteContext } from '../../../http/route-handler.ts'
import type { ConnectorService } from '../connector/index.ts'
import { sayResource } from '../pack/index.ts'
import type { Catalogue, CatalogueChange, CatalogueObject, catalogue } from './contract.ts'
import { exportObjects } from './export-objects.ts'
import { type ChangeRow, countObjects, listChanges, type ObjectRow, searchObjects, sumUp } from './store.ts'

interface CatalogueDeps {
  readonly engine: Engine
  readonly connector: ConnectorService
}

export function createCatalogueRoutes({ engine, connector: connectors }: CatalogueDeps): Handlers<typeof catalogue> {
  const { discoveries, connections } = engine
  const placeOf = (id: string, ctx: RouteContext) => ({ tenantId: ctx.principal.tenantId, connectorId: id })
  const show = async (id: string, ctx: RouteContext): Promise<Catalogue> => {
    const { env } = await connectors.require(id, ctx)
    return ctx.tenant(async tx => {
      const discovery = await discoveries.read(tx, placeOf(id, ctx))
      const sums = await sumUp(tx, id)
      if (!discovery) return { env, discovery: null, listed_at: null, is_cut: false, is_stale: true, ...sums }
      const { listed_at, is_cut, is_stale, cancel, failure, listed_ms: _, ...rest } = discovery
      const told = failure && {
        ...failure,
        message: ctx.tell(failure.message),
        ...(failure.advice === undefined ? {} : { advice: ctx.tell(failure.advice) }),
      }
      return { env, discovery: { ...rest, cancelling: cancel, failure: told }, listed_at, is_cut, is_stale, ...sums }
    })
  }
  const describe = (row: ObjectRow, ctx: RouteContext) => describeObject(connections, row, ctx)
  return {
    get: ({ params: { id } }, ctx) => show(id, ctx),
    async refresh({ params: { id }, body }, ctx) {
      await connectors.require(id, ctx)
      const { userId } = ctx.principal
      await ctx.tenant(tx => discoveries.request(tx, { ...placeOf(id, ctx), userId, ifStale: body.if_stale }))
      return show(id, ctx)
    },
    async cancel({ params: { id } }, ctx) {
      await connectors.require(id, ctx)
      await ctx.tenant(tx => discoveries.cancel(tx, placeOf(id, ctx)))
      return show(id, ctx)
    },
    async search({ params: { id }, query: { after = null, limit, ...filter } }, ctx) {
      await connectors.require(id, ctx)
      const { rows, total } = await ctx.tenant(async tx => ({
        rows: await searchObjects(tx, id, filter, { after, limit: limit + 1 }),
        total: after === null ? await countObjects(tx, id, filter) : null,
      }))
      const page = rows.slice(0, limit)
      const next = rows.length > limit ? (page.at(-1)?.place ?? null) : null
      const seen = await ctx.tenant(tx => dropHidden(tx, ctx, page, row => row.id))
      return { objects: seen.map(row => describe(row, ctx)), next, total }
    },
    async changes({ params: { id }, query }, ctx) {
      await connectors.require(id, ctx)
      const rows = await ctx.tenant(async tx =>
        dropHidden(tx, ctx, await listChanges(tx, id, query.before ?? null, query.limit), row => row.object_id),
      )
      return rows.map(describeChange)
    },
    async export({ params: { id }, body }, ctx) {
      const { name } = await connectors.require(id, ctx)
      await ctx.tenant(tx => ctx.audit(tx, { objectType: 'connector', objectId: id, objectName: name, after: body }))
      const stream = exportObjects(id, body, ctx, row => describe(row, ctx))
      return new FileAnswer(`${name}-catalogue.csv`, 'text/csv; charset=utf-8', stream)
    },
  }
}

/** Interfaces of packs are called as the caller's language calls them. */
function describeObject(connections: Engine['connections'], row: ObjectRow, ctx: RouteContext): CatalogueObject {
  const { id, kind, direction, place: _, key: __, ...rest } = row as ObjectRow & { readonly key?: string }
  const { label } = sayResource(connections, { id, label: rest.label, kind, direction, fields: [], key: [] }, ctx)
  const count = rest.estimated_count
  return { ...rest, id, kind, direction, label, estimated_count: count === null ? null : Number(count) }
}

type Fields = CatalogueChange['fields']

function describeChange({ detail, kind, ...row }: ChangeRow): CatalogueChange {
  const none: Fields = { added: [], removed: [], changed: [] }
  // as the engine wrote it, by the kind of the change
  const attributes = kind === 'changed' ? Object.entries(detail as Record<string, [string, string]>) : []
  return {
    ...row,
    kind,
    attributes: attributes.map(([name, [before, after]]) => ({ name, before, after })),
    fields: kind === 'fields' ? (detail as Fields) : none,
  }
}
