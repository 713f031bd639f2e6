import {
  Adapter,
  ApiAsset,
  Failure,
  isData,
  type Parsed,
  parseAssetResource,
  parseJson,
  pickAdapter,
  translateTold,
} from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { readPage, toPattern } from '../../../http/paging.ts'
import { readSource } from '../../../http/read-source.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page, type RouteContext } from '../../../http/route-handler.ts'
import { withOwnPlatforms } from '../../connect/platform/index.ts'
import type { AdapterDetail, adapter } from './contract.ts'
import { exportAdapters } from './export-adapters.ts'
import { importAdapters } from './import-adapters.ts'
import { requireHosts } from './require-hosts.ts'
import {
  type AdapterDeps,
  auditOf,
  checkScript,
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
  findAdapter,
  findAsset,
  findConnectorPlatform,
  findNamed,
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
  const make = async (body: { readonly platform_id: string; readonly doc: Adapter }, ctx: RouteContext) => {
    await checkScript(deps, body.doc, ctx)
    return unique(body.doc.name, () =>
      ctx.tenant(async tx => readAdapter(deps, tx, await createAdapter(deps, tx, body, ctx), ctx)),
    )
  }
  return {
    ...createQueries(deps),
    create: ({ body }, ctx) => make(body, ctx),
    update: async ({ params, body }, ctx) => {
      await checkScript(deps, body.doc, ctx)
      return unique(body.doc.name, () => change(ctx, params.id, tx => saveAdapter(tx, params.id, body, ctx)))
    },
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
    check: async ({ body }, ctx) => (await readSource(Adapter, body.text, ctx)) as Adapter, // what its schema gives
    checkScript: ({ body }, ctx) => lookAtScript(deps, body.code, ctx),
    tryStatement: ({ body }, ctx) => tryStatement(deps, body, ctx),
    import: ({ body }, ctx) => ctx.tenant(tx => importAdapters(deps, tx, body, ctx)),
    try: ({ body }, ctx) => tryOut(deps, body, ctx),
  }
}

/** Tells copies of one day apart: `0930-12`. */
const newSuffix = ({ now }: AdapterDeps): string => new Date(now()).toISOString().slice(11, 23).replaceAll(/[:.]/g, '')

type Queries = 'list' | 'export' | 'get' | 'versions' | 'references' | 'inherited'

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
    export: ({ body }, ctx) => exportAdapters(body.format, readFilter(body), ctx),
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
    inherited: ({ query }, ctx) => ctx.tenant(tx => readInherited(tx, query)),
  }
}

async function readInherited(tx: Tx, { platform_id: platformId, resource }: Parsed<Contract['inherited']>['query']) {
  const picked = pickAdapter(await findNamed(tx, platformId, parseAssetResource(resource ?? '')))
  const found = picked && (await findAdapter(tx, picked.id))
  if (!found) return null
  const { id, name, status, published_version } = found
  return { id, name, version: status === 'published' ? published_version : null, level: picked.level }
}

const readFilter = (filter: Omit<Parsed<Contract['export']>['body'], 'format'>): AdapterFilter => ({
  pattern: filter.keyword ? toPattern(filter.keyword) : null,
  platformId: filter.platform_id ?? null,
  status: filter.status ?? null,
  kind: filter.kind ?? null,
})

/** A script that is wrong is an answer here. */
async function lookAtScript({ engine }: AdapterDeps, code: string, ctx: RouteContext) {
  try {
    return { hooks: [...(await engine.connections.checkScript(ctx.principal.tenantId, code))], problem: null }
  } catch (error) {
    if (!(error instanceof Failure && error.code.startsWith('script.'))) throw error
    const [line, column] = (error.value ?? '').split(':').map(Number)
    const problem = { message: ctx.tell(error.message), line: line || null, column: column || null }
    return { hooks: [], problem }
  }
}

async function tryStatement(
  { engine }: AdapterDeps,
  body: Parsed<Contract['tryStatement']>['body'],
  ctx: RouteContext,
) {
  const { connector_id, platform_id, doc, values, limit } = body
  if (doc.kind !== 'sql') throw refuse('invalid.adapterKind', { field: 'doc.kind' })
  const record = readRecord(body.record)
  await ctx.tenant(async tx => {
    await requireConnectorOf(tx, connector_id, platform_id)
    await ctx.audit(tx, { ...auditOf({ id: connector_id, name: doc.name }), after: { text: doc.sql.text } })
  })
  const found = await engine.connections.tryStatement(ctx.principal.tenantId, connector_id, doc.sql, {
    options: values,
    record,
    limit,
  })
  return { ...found, problem: found.problem && translateTold(found.problem, ctx.tell) }
}

function readRecord(text: string) {
  try {
    const record = parseJson(text)
    if (isData(record)) return record
  } catch {
    // Told below, as for JSON that is no object.
  }
  throw refuse('invalid.adapterRecord', { field: 'record' })
}

/** The secrets of one platform must not be sent where another one's adapter says. */
async function requireConnectorOf(tx: Tx, connectorId: string, platformId: string): Promise<void> {
  const found = await findConnectorPlatform(tx, connectorId)
  if (found === undefined) throw refuse('notFound.connector', { field: 'connector_id' })
  if (found !== platformId) throw refuse('invalid.assetConnector', { field: 'connector_id' })
}

async function tryOut({ engine }: AdapterDeps, body: Parsed<Contract['try']>['body'], ctx: RouteContext) {
  const { connector_id, platform_id, doc, asset_id, request, values, pageSize } = body
  const asset = await ctx.tenant(async tx => {
    await requireConnectorOf(tx, connector_id, platform_id)
    await requireHosts(tx, platform_id, doc, ctx)
    const found = asset_id === undefined ? undefined : await findAsset(tx, asset_id)
    if (asset_id !== undefined && found?.platform_id !== platform_id)
      throw refuse('notFound.asset', { field: 'asset_id' })
    if (!found && !request) throw refuse('invalid.adapterTrial', { field: 'request' })
    await ctx.audit(tx, { ...auditOf({ id: connector_id, name: doc.name }), after: { asset_id, ...request } })
    return found?.doc ?? ApiAsset.parse({ name: doc.name, type: 'QUERY', id: ['id'], ...request })
  })
  const trial = await engine.connections.tryAsset(ctx.principal.tenantId, connector_id, asset, {
    options: values,
    window: null,
    pageSize,
    adapter: { id: '', name: doc.name, version: 0, level: 'strategy', doc },
  })
  return { ...trial, problem: trial.problem && translateTold(trial.problem, ctx.tell) }
}
