import type { Tx } from '@sluice/db'
import type { CleanUpCondition, Engine, StorageJob as JobRequest } from '@sluice/engine'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, Page, type RouteContext } from '../../../http/route-handler.ts'
import type { StorageJob, storage } from './contract.ts'
import {
  defaults,
  describeArchive,
  describeJob,
  describeMaintenance,
  describeTotals,
  describeUse,
  minimum,
  noRule,
  requireMinimum,
} from './describe-storage.ts'
import {
  cancelJob,
  findArchive,
  findJob,
  findStrategyName,
  listIndexes,
  type RetentionColumns,
  readMaintenance,
  readRetention,
  readTotals,
  saveRetention,
  searchArchives,
  searchJobs,
  searchUse,
} from './store.ts'

export interface StorageDeps {
  readonly engine: Engine
  readonly now: () => number
}

type Routes = Handlers<typeof storage>

export const createStorageRoutes = (deps: StorageDeps): Routes => ({
  ...createReadingRoutes(deps),
  ...createCleanUpRoutes(deps),
  ...createArchiveRoutes(deps),
})

function createReadingRoutes({ engine }: StorageDeps): Pick<Routes, 'overview' | 'strategies' | 'jobs'> {
  return {
    overview: (_input, ctx) =>
      ctx.tenant(async tx => ({
        ...describeTotals(await readTotals(tx)),
        maintenance: describeMaintenance(await readMaintenance(tx), ctx.tell),
        own: (await readRetention(tx, ctx.principal.tenantId)) ?? noRule,
        defaults,
        minimum,
        can_archive: engine.storage.canArchive,
        indexes: await listIndexes(tx),
      })),
    async strategies({ query }, ctx) {
      const pattern = query.keyword ? toPattern(query.keyword) : null
      const { rows, total, own } = await ctx.tenant(async tx => ({
        own: (await readRetention(tx, ctx.principal.tenantId)) ?? noRule,
        ...(await readPage(query, (limit, offset) => searchUse(tx, pattern, limit, offset))),
      }))
      return new Page(
        rows.map(row => describeUse(row, own)),
        total,
      )
    },
    async jobs({ query }, ctx) {
      const { rows, total } = await ctx.tenant(tx =>
        readPage(query, async (limit, offset) =>
          (await searchJobs(tx, limit, offset)).map(job => ({ total: job.count, job })),
        ),
      )
      return new Page(
        rows.map(({ job }) => describeJob(job, ctx.tell)),
        total,
      )
    },
  }
}

function createCleanUpRoutes(
  deps: StorageDeps,
): Pick<Routes, 'keep' | 'keepStrategy' | 'preview' | 'cleanUp' | 'cancel'> {
  const { engine } = deps
  return {
    keep: ({ body }, ctx) => keep(ctx, ctx.principal.tenantId, body, null),
    keepStrategy: ({ params, body }, ctx) =>
      ctx.tenant(tx => requireStrategy(tx, params.id)).then(name => keep(ctx, params.id, body, name)),
    preview: ({ body }, ctx) =>
      ctx.tenant(async tx => {
        await requireStrategy(tx, body.strategy_id)
        return engine.storage.preview(tx, ownerOf(ctx, body.strategy_id), toCondition(body))
      }),
    cleanUp: ({ body }, ctx) =>
      ctx.tenant(async tx => {
        const name = await requireStrategy(tx, body.strategy_id)
        if (body.confirm !== name) throw refuse('invalid.confirm', { field: 'confirm', value: name })
        const condition = toCondition(body)
        const { count } = await engine.storage.preview(tx, ownerOf(ctx, body.strategy_id), condition)
        return request(deps, tx, ctx, { strategyId: body.strategy_id, name }, { kind: 'clean', condition }, count)
      }),
    cancel: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const before = await findJob(tx, params.id)
        if (!before) throw refuse('notFound.job')
        if (!(await cancelJob(tx, params.id))) throw refuse('conflict.state', { value: before.state })
        await ctx.audit(tx, {
          objectType: 'storage',
          objectId: before.id,
          objectName: before.strategy_name ?? before.id,
          before: { state: before.state },
        })
        return describeJob((await findJob(tx, params.id)) ?? before, ctx.tell)
      }),
  }
}

function createArchiveRoutes(deps: StorageDeps): Pick<Routes, 'archive' | 'archives' | 'download' | 'restore'> {
  const { engine } = deps
  return {
    archive: ({ params, body }, ctx) =>
      ctx.tenant(async tx => {
        const name = await requireStrategy(tx, params.id)
        requireArchives(engine)
        const condition = { before: body.before }
        const { count } = await engine.storage.preview(tx, ownerOf(ctx, params.id), { kind: 'page', ...condition })
        return request(deps, tx, ctx, { strategyId: params.id, name }, { kind: 'archive', condition }, count)
      }),
    async archives({ query }, ctx) {
      const { rows, total } = await ctx.tenant(tx =>
        readPage(query, (limit, offset) => searchArchives(tx, query.strategy_id ?? null, limit, offset)),
      )
      return new Page(rows.map(describeArchive), total)
    },
    async download({ params }, ctx) {
      const row = await ctx.tenant(async tx => {
        const found = await requireArchive(tx, params.id)
        requireArchives(engine)
        await ctx.audit(tx, { objectType: 'archive', objectId: found.id, objectName: found.strategy_name ?? found.id })
        return found
      })
      const name = `${row.strategy_name ?? 'archive'}-${row.oldest.slice(0, 10)}.parquet`
      return new FileAnswer(name, 'application/vnd.apache.parquet', engine.storage.readArchive(row.path, 'data'))
    },
    restore: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const found = await requireArchive(tx, params.id)
        requireArchives(engine)
        const name = await requireStrategy(tx, found.strategy_id)
        const job: JobRequest = { kind: 'restore', condition: { archiveId: found.id } }
        return request(deps, tx, ctx, { strategyId: found.strategy_id, name }, job, found.pages)
      }),
  }
}

const ownerOf = (ctx: RouteContext, strategyId: string) => ({ tenantId: ctx.principal.tenantId, strategyId })

const toCondition = (body: {
  readonly what: CleanUpCondition['kind']
  readonly before: string
  readonly statuses?: CleanUpCondition['statuses'] | undefined
}): CleanUpCondition => ({
  kind: body.what,
  before: body.before,
  ...(body.what === 'record' ? { statuses: body.statuses ?? [] } : {}),
})

async function keep(
  ctx: RouteContext,
  scopeId: string,
  rule: RetentionColumns,
  name: string | null,
): Promise<RetentionColumns> {
  requireMinimum(rule)
  return ctx.tenant(async tx => {
    const before = (await readRetention(tx, scopeId)) ?? noRule
    await saveRetention(tx, scopeId, rule)
    await ctx.audit(tx, {
      objectType: 'storage',
      objectId: scopeId,
      ...(name ? { objectName: name } : {}),
      before,
      after: rule,
    })
    return rule
  })
}

async function request(
  { engine, now }: StorageDeps,
  tx: Tx,
  ctx: RouteContext,
  { strategyId, name }: { readonly strategyId: string; readonly name: string },
  job: JobRequest,
  total: number,
): Promise<StorageJob> {
  const by = { userId: ctx.principal.userId, nowMs: now(), total }
  const id = await engine.storage.request(tx, ownerOf(ctx, strategyId), job, by)
  await ctx.audit(tx, {
    objectType: 'storage',
    objectId: strategyId,
    objectName: name,
    after: { job: job.kind, ...job.condition, count: total },
  })
  const row = await findJob(tx, id)
  if (!row) throw new Error('requesting a job on stored data: it is missing')
  return describeJob(row, ctx.tell)
}

async function requireStrategy(tx: Tx, id: string): Promise<string> {
  const name = await findStrategyName(tx, id)
  if (name === undefined) throw refuse('notFound.strategy')
  return name
}

async function requireArchive(tx: Tx, id: string) {
  const found = await findArchive(tx, id)
  if (!found) throw refuse('notFound.archive')
  return found
}

function requireArchives(engine: Engine): void {
  if (!engine.storage.canArchive) throw refuse('unavailable.archive')
}
