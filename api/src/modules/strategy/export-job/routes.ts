import { isData, newId, PublicFailure, parseJson, translateTold } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { readPage } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, Page, type RouteContext } from '../../../http/route-handler.ts'
import type { Throttle } from '../../../http/throttle.ts'
import type { UploadStore } from '../../connect/file/index.ts'
import { findStrategyName, readFilter, searchRecords } from '../strategy-data/index.ts'
import type { ExportJob, ExportRequest, exportJob } from './contract.ts'
import { cancelJob, countOpen, findJob, insertJob, type JobRow, removeJob, searchJobs } from './store.ts'

export interface ExportJobDeps {
  readonly engine: Pick<Engine, 'records'>
  /** Absent: this installation has no place for them. */
  readonly exports?: UploadStore
  readonly throttle: Throttle
  readonly now: () => number
}

const AT_ONCE = 3
const PACE = { burst: 10, everyMs: 6000 }
/** So many records are looked at to know what fields there are. */
const SAMPLE = 50

export function createExportJobRoutes(deps: ExportJobDeps): Handlers<typeof exportJob> {
  const { engine } = deps
  return {
    async list({ query }, ctx) {
      const filter = {
        strategyId: query.strategy_id ?? null,
        state: query.state ?? null,
        userId: query.mine === '1' ? ctx.principal.userId : null,
      }
      const { rows, total } = await ctx.tenant(tx =>
        readPage(query, async (limit, offset) =>
          (await searchJobs(tx, filter, limit, offset)).map(job => ({ total: job.count, job })),
        ),
      )
      return new Page(
        rows.map(({ job }) => describe(job, ctx)),
        total,
      )
    },
    fields: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        await requireStrategy(tx, params.strategy)
        const rows = await searchRecords(tx, { ...readFilter(params.strategy, {}), after: null, limit: SAMPLE })
        return listFields([...(await engine.records.readOriginals(tx, rows)).values()])
      }),
    create: ({ params, body }, ctx) => create(deps, params.strategy, body, ctx),
    async again({ params }, ctx) {
      const { strategy_id: strategyId, request } = await ctx.tenant(tx => requireJob(tx, params.id))
      return create(deps, strategyId, request, ctx)
    },
    cancel: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const before = await requireJob(tx, params.id)
        if ((await cancelJob(tx, params.id)) === 0) throw refuse('conflict.state', { value: before.state })
        await ctx.audit(tx, { ...auditOf(before), before: { state: before.state } })
        return describe(await requireJob(tx, params.id), ctx)
      }),
    async remove({ params }, ctx) {
      const before = await ctx.tenant(async tx => {
        const found = await requireJob(tx, params.id)
        if ((await removeJob(tx, params.id)) === 0) throw refuse('conflict.state', { value: found.state })
        await ctx.audit(tx, { ...auditOf(found), before: found.request })
        return found
      })
      if (before.path !== null) await deps.exports?.remove(before.path)
      return null
    },
    download: ({ params }, ctx) => download(deps, params.id, ctx),
  }
}

async function create(
  deps: ExportJobDeps,
  strategyId: string,
  request: ExportRequest,
  ctx: RouteContext,
): Promise<ExportJob> {
  const { userId } = ctx.principal
  if (!deps.exports) throw refuse('unavailable.exports')
  const name = await ctx.tenant(tx => requireStrategy(tx, strategyId))
  await deps.throttle.take(`export-job/${userId}`, PACE)
  return ctx.tenant(async tx => {
    if ((await countOpen(tx, userId)) >= AT_ONCE) throw refuse('conflict.exports', { value: String(AT_ONCE) })
    const id = newId(deps.now())
    await insertJob(tx, { id, strategyId, strategyName: name, request, language: ctx.language, userId })
    await ctx.audit(tx, { objectType: 'strategy', objectId: strategyId, objectName: name, after: request })
    return describe(await requireJob(tx, id), ctx)
  })
}

const types = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const

async function download({ exports: store }: ExportJobDeps, id: string, ctx: RouteContext): Promise<FileAnswer> {
  const job = await ctx.tenant(async tx => {
    const found = await requireJob(tx, id)
    if (found.path === null) throw refuse('conflict.state', { value: found.state })
    await ctx.audit(tx, auditOf(found))
    return found
  })
  if (!store || job.path === null) throw refuse('unavailable.exports')
  const at = job.created_at.slice(0, 16).replace(/[-:]/g, '').replace('T', '-')
  const charset = job.format === 'csv' ? `; charset=${job.request.encoding === 'gbk' ? 'gb18030' : 'utf-8'}` : ''
  return new FileAnswer(`${job.strategy_name}-${at}.${job.format}`, types[job.format] + charset, store.read(job.path))
}

const auditOf = (job: JobRow) => ({ objectType: 'strategy', objectId: job.strategy_id, objectName: job.strategy_name })

async function requireStrategy(tx: Tx, id: string): Promise<string> {
  const name = await findStrategyName(tx, id)
  if (name === undefined) throw refuse('notFound.strategy')
  return name
}

async function requireJob(tx: Tx, id: string): Promise<JobRow> {
  const job = await findJob(tx, id)
  if (!job) throw refuse('notFound.job')
  return job
}

/** Top fields in the order they are met, and those that hold a list of objects. */
function listFields(originals: readonly string[]): { fields: string[]; lists: string[] } {
  const fields = new Set<string>()
  const lists = new Set<string>()
  for (const original of originals) {
    const data = parseJson(original)
    if (!isData(data)) continue
    for (const [name, value] of Object.entries(data)) {
      fields.add(name)
      if (Array.isArray(value)) lists.add(name)
    }
  }
  return { fields: [...fields], lists: [...lists] }
}

const Failed = PublicFailure.nullable().catch(null)

function describe(row: JobRow, { tell }: RouteContext): ExportJob {
  const failure = Failed.parse(row.failure)
  return {
    id: row.id,
    strategy_id: row.strategy_id,
    strategy_name: row.strategy_name,
    format: row.format,
    encoding: row.request.encoding,
    state: row.state,
    total: row.total,
    done: row.done,
    rows: row.rows,
    size_bytes: row.size_bytes,
    failure: failure && translateTold(failure, tell),
    requested_by: row.username,
    created_at: row.created_at,
    finished_at: row.finished_at,
    expires_at: row.expires_at,
  }
}
