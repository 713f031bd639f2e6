import { type Adapter, ApiAsset, type Parsed } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { readPage, toPattern } from '../../platform/paging.ts'
import { refuse } from '../../platform/refuse.ts'
import { FileAnswer, type Handlers, Page, type RouteContext } from '../../platform/route-handler.ts'
import { CSV_START, writeCsvLine } from '../../platform/write-csv.ts'
import { withOwnPlatforms } from '../platform/index.ts'
import type { AdapterDetail, adapter } from './contract.ts'
import {
  type AdapterDeps,
  auditOf,
  createAdapter,
  describeRow,
  publishNewest,
  readAdapter,
  remove,
  requireAdapter,
  requireDoc,
  saveAdapter,
  stop,
  unique,
} from './service.ts'
import {
  type AdapterFilter,
  findAsset,
  findConnectorPlatform,
  findDoc,
  listReferences,
  listVersions,
  searchAdapters,
} from './store.ts'

type Contract = typeof adapter
type Routes = Handlers<Contract>

export function createAdapterRoutes(deps: AdapterDeps): Routes {
  const change = (ctx: RouteContext, id: string, work: (tx: Tx) => Promise<unknown>): Promise<AdapterDetail> =>
    ctx.tenant(async tx => {
      await work(tx)
      return readAdapter(deps, tx, id, ctx)
    })
  const make = (body: { readonly platform_id: string; readonly doc: Adapter }, ctx: RouteContext) =>
    unique(body.doc.name, () =>
      ctx.tenant(async tx => readAdapter(deps, tx, await createAdapter(deps, tx, body, ctx), ctx)),
    )
  return {
    ...createQueries(deps),
    create: ({ body }, ctx) => make(body, ctx),
    update: ({ params, body }, ctx) =>
      unique(body.doc.name, () => change(ctx, params.id, tx => saveAdapter(tx, params.id, body, ctx))),
    publish: ({ params }, ctx) => change(ctx, params.id, tx => publishNewest(deps, tx, params.id, ctx)),
    stop: ({ params }, ctx) => change(ctx, params.id, tx => stop(tx, params.id, ctx)),
    async copy({ params }, ctx) {
      const { platform_id, doc } = await ctx.tenant(tx => readAdapter(deps, tx, params.id, ctx))
      return make({ platform_id, doc: { ...doc, name: `${doc.name.slice(0, 80)} (${newSuffix(deps)})` } }, ctx)
    },
    restore: ({ params, body }, ctx) =>
      // The earlier name may be another's by now.
      unique('', () =>
        change(ctx, params.id, async tx => {
          const { version } = await requireAdapter(tx, params.id)
          const doc = await requireDoc(tx, params.id, body.version)
          await saveAdapter(tx, params.id, { doc, version, note: `v${body.version}` }, ctx)
        }),
      ),
    delete: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        await remove(tx, params.id, ctx)
        return null
      }),
    check: async ({ body }) => body.doc,
    try: ({ body }, ctx) => tryOut(deps, body, ctx),
  }
}

/** Tells copies of one day apart: `0930-12`. */
const newSuffix = ({ now }: AdapterDeps): string => new Date(now()).toISOString().slice(11, 23).replaceAll(/[:.]/g, '')

type Queries = 'list' | 'export' | 'get' | 'versions' | 'references'

function createQueries(deps: AdapterDeps): Pick<Routes, Queries> {
  return {
    list: ({ query }, ctx) =>
      ctx.tenant(async tx => {
        const { rows, total } = await readPage(query, (limit, offset) =>
          searchAdapters(tx, readFilter(query), query.sort, limit, offset),
        )
        const known = await withOwnPlatforms(deps.engine, tx)
        return new Page(
          rows.map(({ total: _, ...row }) => describeRow(known, row, ctx)),
          total,
        )
      }),
    export: ({ body }, ctx) => exportAll(body, ctx),
    get: ({ params }, ctx) => ctx.tenant(tx => readAdapter(deps, tx, params.id, ctx)),
    versions: ({ params, query }, ctx) =>
      ctx.tenant(async tx => {
        await requireAdapter(tx, params.id)
        const { rows, total } = await readPage(query, (limit, offset) => listVersions(tx, params.id, limit, offset))
        // Written by this product; the answer's schema reads it.
        return new Page(
          rows.map(({ total: _, ...row }) => ({ ...row, doc: row.doc as Adapter })),
          total,
        )
      }),
    references: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        await requireAdapter(tx, params.id)
        return listReferences(tx, params.id)
      }),
  }
}

const readFilter = (filter: Omit<Parsed<Contract['export']>['body'], 'format'>): AdapterFilter => ({
  pattern: filter.keyword ? toPattern(filter.keyword) : null,
  platformId: filter.platform_id ?? null,
  status: filter.status ?? null,
})

const MOST = 1000
const headings = ['name', 'platform', 'kind', 'status', 'version', 'published_version', 'strategies', 'updated_at']

async function exportAll({ format, ...filter }: Parsed<Contract['export']>['body'], ctx: RouteContext) {
  const rows = await ctx.tenant(async tx => {
    const found = await searchAdapters(tx, readFilter(filter), 'name', MOST, 0)
    await ctx.audit(tx, { ...auditOf({ id: '', name: '' }), after: { count: found.length } })
    const list = []
    for (const row of found) list.push({ row, doc: await findDoc(tx, row.id, row.version) })
    return list
  })
  if (format === 'json') {
    const adapters = rows.map(({ row, doc }) => ({ platform_id: row.platform_id, doc }))
    return new FileAnswer(
      'adapters.json',
      'application/json; charset=utf-8',
      give([JSON.stringify({ adapters }, null, 2)]),
    )
  }
  const lines = rows.map(({ row }) =>
    writeCsvLine([
      row.name,
      row.platform_id,
      row.kind,
      row.status,
      row.version,
      row.published_version,
      row.strategy_count,
      row.updated_at,
    ]),
  )
  return new FileAnswer('adapters.csv', 'text/csv; charset=utf-8', give([CSV_START, writeCsvLine(headings), ...lines]))
}

async function* give(parts: readonly string[]): AsyncGenerator<string> {
  yield* parts
}

async function tryOut({ engine }: AdapterDeps, body: Parsed<Contract['try']>['body'], ctx: RouteContext) {
  const { connector_id, platform_id, doc, asset_id, request, values, pageSize } = body
  const asset = await ctx.tenant(async tx => {
    const platformId = await findConnectorPlatform(tx, connector_id)
    if (platformId === undefined) throw refuse('notFound.connector', { field: 'connector_id' })
    // The secrets of one platform must not be sent where another one's adapter says.
    if (platformId !== platform_id) throw refuse('invalid.assetConnector', { field: 'connector_id' })
    const found = asset_id === undefined ? undefined : await findAsset(tx, asset_id)
    if (asset_id !== undefined && found?.platform_id !== platform_id)
      throw refuse('notFound.asset', { field: 'asset_id' })
    if (!found && !request) throw refuse('invalid.adapterTrial', { field: 'request' })
    await ctx.audit(tx, { ...auditOf({ id: connector_id, name: doc.name }), after: { asset_id, ...request } })
    return found?.doc ?? ApiAsset.parse({ name: doc.name, type: 'QUERY', id: ['id'], ...request })
  })
  return engine.connections.tryAsset(ctx.principal.tenantId, connector_id, asset, {
    options: values,
    window: null,
    pageSize,
    adapter: { id: '', name: doc.name, version: 0, level: 'strategy', doc },
  })
}
