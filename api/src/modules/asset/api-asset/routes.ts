import { ApiAsset, type Data, isData, newId, type Parsed, parseJson, translateTold } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { readSeenAnswer, runApart } from '@sluice/engine'
import { readPage, toPattern } from '../../../http/paging.ts'
import { readSource } from '../../../http/read-source.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page, type RouteContext } from '../../../http/route-handler.ts'
import { hasAdapter, withOwnPlatforms } from '../../connect/platform/index.ts'
import { insertCollection, listCollections } from '../collection/index.ts'
import type { Asset, apiAsset } from './contract.ts'
import { exportAssets } from './export-assets.ts'
import type { Understood } from './parse/parse-text.ts'
import {
  type AssetDeps,
  createAsset,
  describeRow,
  moveToCollection,
  publishNewest,
  readAsset,
  removeAsset,
  requireAsset,
  requireDoc,
  requirePlatform,
  saveAsset,
  stopAsset,
} from './service.ts'
import {
  type AssetFilter,
  findConnectorPlatform,
  findTwin,
  listReferences,
  listVersions,
  searchAssets,
} from './store.ts'

type Contract = typeof apiAsset
type Routes = Handlers<Contract>

const PARSER = new URL('./parse/parse-text.ts', import.meta.url)

export function createApiAssetRoutes(deps: AssetDeps): Routes {
  const change = (work: (tx: Tx, id: string, ctx: RouteContext) => Promise<unknown>): Routes['publish'] => {
    return ({ params }, ctx): Promise<Asset> =>
      ctx.tenant(async tx => {
        await work(tx, params.id, ctx)
        return readAsset(deps, tx, params.id, ctx)
      })
  }
  return {
    ...createQueries(deps),
    create: ({ body }, ctx) => ctx.tenant(async tx => readAsset(deps, tx, await createAsset(deps, tx, body, ctx), ctx)),
    update: ({ params, body }, ctx) =>
      ctx.tenant(async tx => {
        await saveAsset(tx, params.id, body, ctx)
        return readAsset(deps, tx, params.id, ctx)
      }),
    publish: change((tx, id, ctx) => publishNewest(deps, tx, id, ctx)),
    stop: change(stopAsset),
    copy: ({ params }, ctx) => ctx.tenant(tx => copy(deps, tx, params.id, ctx)),
    restore: ({ params, body }, ctx) =>
      ctx.tenant(async tx => {
        const { version } = await requireAsset(tx, params.id)
        const doc = await requireDoc(tx, params.id, body.version)
        await saveAsset(tx, params.id, { doc, version, note: `v${body.version}` }, ctx)
        return readAsset(deps, tx, params.id, ctx)
      }),
    delete: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        await removeAsset(tx, params.id, ctx)
        return null
      }),
    move: ({ body }, ctx) => ctx.tenant(async tx => ({ moved: await moveToCollection(tx, body, ctx) })),
    try: ({ body }, ctx) => tryOut(deps, body, ctx),
    read: (input, ctx) => readAnswer(deps, input, ctx),
    check: async ({ body }, ctx) => (await readSource(ApiAsset, body.text, ctx)) as ApiAsset, // what its schema gives
    parse: ({ body: { text, kind } }, { principal: { tenantId }, signal }) =>
      runApart<Understood>({ module: PARSER, name: 'parseText', given: [text, kind], tenantId }, signal),
    import: ({ body }, ctx) => ctx.tenant(tx => importAll(deps, tx, body, ctx)),
  }
}

type Queries = 'list' | 'export' | 'get' | 'versions' | 'references'

function createQueries(deps: AssetDeps): Pick<Routes, Queries> {
  return {
    list: ({ query }, ctx) =>
      ctx.tenant(async tx => {
        const filter = readFilter(query)
        const { rows, total } = await readPage(query, (limit, offset) =>
          searchAssets(tx, { ...filter, sort: query.sort, limit, offset }),
        )
        const known = await withOwnPlatforms(deps.engine, tx)
        return new Page(
          rows.map(({ total: _, ...row }) => describeRow(known, row, ctx)),
          total,
        )
      }),
    export: ({ body }, ctx) => exportAssets(body.format, { ...readFilter(body), ids: body.ids ?? null }, ctx),
    get: ({ params }, ctx) => ctx.tenant(tx => readAsset(deps, tx, params.id, ctx)),
    versions: ({ params, query }, ctx) =>
      ctx.tenant(async tx => {
        await requireAsset(tx, params.id)
        const { rows, total } = await readPage(query, (limit, offset) => listVersions(tx, params.id, limit, offset))
        // Written by this product; the answer's schema reads it.
        return new Page(
          rows.map(({ total: _, ...row }) => ({ ...row, doc: row.doc as ApiAsset })),
          total,
        )
      }),
    references: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        await requireAsset(tx, params.id)
        return listReferences(tx, params.id)
      }),
  }
}

type Filter = Pick<Parsed<Contract['export']>['body'], 'keyword' | 'platform_id' | 'collection_id' | 'type' | 'status'>

const readFilter = (filter: Filter): AssetFilter => ({
  pattern: filter.keyword ? toPattern(filter.keyword) : null,
  platformId: filter.platform_id ?? null,
  collectionId: filter.collection_id === 'none' ? null : (filter.collection_id ?? null),
  hasNoCollection: filter.collection_id === 'none',
  type: filter.type ?? null,
  status: filter.status ?? null,
  ids: null,
  sort: 'name',
  limit: 0,
  offset: 0,
})

async function copy(deps: AssetDeps, tx: Tx, id: string, ctx: RouteContext): Promise<Asset> {
  const row = await requireAsset(tx, id)
  const doc = await requireDoc(tx, id, row.version)
  const made = { ...doc, name: `${doc.name.slice(0, 96)} (2)` }
  return readAsset(deps, tx, await createAsset(deps, tx, { ...row, doc: made }, ctx), ctx)
}

async function tryOut({ engine }: AssetDeps, body: Parsed<Contract['try']>['body'], ctx: RouteContext) {
  const { tenantId } = ctx.principal
  await ctx.tenant(async tx => {
    const platformId = await findConnectorPlatform(tx, body.connector_id)
    if (platformId === undefined) throw refuse('notFound.connector', { field: 'connector_id' })
    // The secrets of one platform must not be sent where another one's interface says.
    if (platformId !== body.platform_id) throw refuse('invalid.assetConnector', { field: 'connector_id' })
    await ctx.audit(tx, {
      objectType: 'asset',
      objectId: body.connector_id,
      objectName: body.doc.name,
      after: { method: body.doc.method, api: body.doc.api },
    })
  })
  const window =
    body.from === undefined && body.to === undefined
      ? null
      : { field: '', from: body.from ?? null, to: body.to ?? null }
  const record = body.record === undefined ? undefined : readRecord(body.record)
  const trial = await engine.connections.tryAsset(tenantId, body.connector_id, body.doc, {
    options: body.values,
    window,
    pageSize: body.pageSize,
    ...(record === undefined ? {} : { record }),
  })
  return { ...trial, problem: trial.problem && translateTold(trial.problem, ctx.tell) }
}

/** Nothing leaves the process: a connector is not even opened. */
async function readAnswer(
  { engine }: AssetDeps,
  { body: { doc, platform_id, records, ...seen } }: Pick<Parsed<Contract['read']>, 'body'>,
  { principal, tell }: RouteContext,
) {
  const list = readRecords(records)
  const adapter =
    platform_id === '' ? null : await engine.connections.findAdapter(principal.tenantId, platform_id, doc.adapter)
  const reading = readSeenAnswer(doc, list, seen, adapter)
  return {
    ...reading,
    rows: reading.rows.map(row => ({ ...row, message: row.message && tell(row.message) })),
    problem: reading.problem && translateTold(reading.problem, tell),
  }
}

function readRecords(text: string): readonly Data[] {
  try {
    const value = parseJson(text)
    const list = Array.isArray(value) ? value : [value]
    if (list.every(isData)) return list
  } catch {
    // Said below.
  }
  throw refuse('invalid.assetRecords', { field: 'records' })
}

function readRecord(text: string) {
  try {
    const value = parseJson(text)
    if (isData(value)) return value
  } catch {
    // Said below.
  }
  throw refuse('invalid.assetRecord', { field: 'record' })
}

async function importAll(deps: AssetDeps, tx: Tx, body: Parsed<Contract['import']>['body'], ctx: RouteContext) {
  await requirePlatform(deps, tx, body.platform_id)
  const groups = createGroups(deps, tx, body)
  const done = { added: 0, updated: 0, skipped: 0, ids: [] as string[] }
  for (const { group, doc: given } of body.items) {
    // An adapter of the place where it was exported is none of ours.
    const isKnown = given.adapter === '' || (await hasAdapter(tx, given.adapter, body.platform_id))
    const doc = isKnown ? given : { ...given, adapter: '' }
    const twin = body.existing === 'add' ? undefined : await findTwin(tx, body.platform_id, doc)
    if (twin && body.existing === 'skip') done.skipped += 1
    else if (twin) {
      await saveAsset(tx, twin.id, { doc, version: twin.version, note: '' }, ctx)
      done.updated += 1
      done.ids.push(twin.id)
    } else {
      const collection_id = await groups(group)
      done.ids.push(await createAsset(deps, tx, { platform_id: body.platform_id, collection_id, doc }, ctx))
      done.added += 1
    }
  }
  return done
}

/** The category of a group, made where it is missing. */
function createGroups(
  { now }: AssetDeps,
  tx: Tx,
  { platform_id, collection_id: parent_id }: { readonly platform_id: string; readonly collection_id: string | null },
): (group: string) => Promise<string | null> {
  const known = new Map<string, string>()
  return async group => {
    const name = group.trim()
    if (name === '') return parent_id
    if (known.size === 0)
      for (const each of await listCollections(tx, platform_id))
        if (each.parent_id === parent_id) known.set(each.name, each.id)
    const id = known.get(name) ?? newId(now())
    if (!known.has(name)) await insertCollection(tx, { id, platform_id, parent_id, name, remark: '' })
    known.set(name, id)
    return id
  }
}
