import { newId, type PoolEvent, poolTransitions, toFailure } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { readFailure } from '../../../http/answer-failure.ts'
import { orNameTaken } from '../../../http/name-taken.ts'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { requireUnused } from '../../../http/require-unused.ts'
import { type Handlers, isAllowed, Page, type RouteContext } from '../../../http/route-handler.ts'
import { runsInstallation } from '../../../http/runs-installation.ts'
import { changePool } from './change-pool.ts'
import type { LiveProcess, ProcessPool, process } from './contract.ts'
import { describePool } from './describe-pool.ts'
import {
  countPools,
  deletePool,
  findPool,
  insertPool,
  listBound,
  listLines,
  listQueue,
  listQueuedIds,
  listRunning,
  listWorkers,
  lockPool,
  type PoolChange,
  readTenantCode,
  readThroughput,
  searchPools,
  updatePool,
  wakeWorkers,
} from './store.ts'

export interface ProcessDeps {
  readonly engine: Engine
  readonly now: () => number
}

type Routes = Handlers<typeof process>

/** Pools of one tenant, the default one included. */
const QUOTA = 10
const LOG_LINES = 200
const CLEARED_AT_ONCE = 10_000

export function createProcessRoutes(deps: ProcessDeps): Routes {
  const act =
    (event: PoolEvent): Routes['drain'] =>
    ({ params }, ctx) =>
      move(params.id, event, ctx)
  return {
    ...queries,
    create: ({ body }, ctx) => create(deps, body, ctx),
    update: ({ params, body }, ctx) => update(params.id, body, ctx),
    delete: ({ params }, ctx) => remove(params.id, ctx),
    drain: act('drain'),
    stop: act('stop'),
    resume: act('resume'),
    clearQueue: ({ params }, ctx) => clearQueue(deps, params.id, ctx),
    changeByGet: ({ params }, ctx) => changePool(params.id, params.x, ctx),
    change: ({ params }, ctx) => changePool(params.id, params.x, ctx),
    async move({ params, body }, ctx) {
      await ctx.tenant(tx => requirePool(tx, params.id))
      const results = []
      for (const id of new Set(body.ids)) results.push(await tryMove(id, params.id, ctx))
      return results
    },
  }
}

type Queries = 'list' | 'labels' | 'get' | 'queue' | 'running' | 'strategies' | 'throughput' | 'log'

const queries: Pick<Routes, Queries> = {
  async list({ query }, ctx) {
    const filter = {
      pattern: query.keyword ? toPattern(query.keyword) : null,
      state: query.state ?? null,
      sort: query.sort,
    }
    return ctx.tenant(async tx => {
      const { rows, total } = await readPage(query, (limit, offset) => searchPools(tx, { ...filter, limit, offset }))
      const workers = await listVisible(tx, ctx)
      return new Page(
        rows.map(row => describePool(row, workers)),
        total,
      )
    })
  },
  labels: (_input, ctx) => ctx.tenant(listLabels),
  get: ({ params }, ctx) => ctx.tenant(tx => showPool(tx, params.id, ctx)),
  async queue({ params, query }, ctx) {
    return ctx.tenant(async tx => {
      const { id } = await requirePool(tx, params.id)
      const { rows, total } = await readPage(query, (limit, offset) => listQueue(tx, id, limit, offset))
      return new Page(rows, total)
    })
  },
  async running({ params }, ctx) {
    return ctx.tenant(async tx => {
      const rows = await listRunning(tx, (await requirePool(tx, params.id)).id)
      return (await maySeePlaces(tx, ctx)) ? rows : rows.map(row => ({ ...row, host: null, pid: null }))
    })
  },
  async strategies({ params, query }, ctx) {
    const pattern = query.keyword ? toPattern(query.keyword) : null
    return ctx.tenant(async tx => {
      const { id } = await requirePool(tx, params.id)
      const { rows, total } = await readPage(query, (limit, offset) => listBound(tx, id, pattern, limit, offset))
      return new Page(rows, total)
    })
  },
  throughput: ({ params }, ctx) => ctx.tenant(async tx => readThroughput(tx, (await requirePool(tx, params.id)).id)),
  log: ({ params }, ctx) =>
    ctx.tenant(async tx => {
      const lines = await listLines(tx, (await requirePool(tx, params.id)).id, LOG_LINES)
      return lines.map(line => ({ ...line, text: ctx.tell(line.text) }))
    }),
}

/** Shared labels and those of the caller's own tenant; other tenants' machines are none of their business. */
async function listLabels(tx: Tx): Promise<{ label: string; processes: number }[]> {
  const own = await readTenantCode(tx)
  const online = (await listWorkers(tx)).filter(worker => worker.is_online)
  const labels = new Set(['default', ...online.flatMap(worker => worker.labels)])
  return [...labels]
    .filter(label => isAllowedLabel(label, own))
    .sort()
    .map(label => ({ label, processes: online.filter(worker => worker.labels.includes(label)).length }))
}

const isAllowedLabel = (label: string, tenantCode: string): boolean =>
  !label.includes(':') || label.startsWith(`${tenantCode}:`)

async function requirePool(tx: Tx, id: string): Promise<ProcessPool> {
  const row = await findPool(tx, id)
  if (!row) throw refuse('notFound.process')
  return describePool(row, await listWorkers(tx))
}

async function showPool(tx: Tx, id: string, ctx: RouteContext): Promise<ProcessPool> {
  const row = await findPool(tx, id)
  if (!row) throw refuse('notFound.process')
  return describePool(row, await listVisible(tx, ctx))
}

/** Names of machines and numbers of processes help who runs them, and whoever looks for a way in. */
const maySeePlaces = async (tx: Tx, { principal }: RouteContext): Promise<boolean> =>
  isAllowed(principal, 'process:update') && (await runsInstallation(tx))

/** The processes as the caller may know them: a label that is another tenant's says that there is such a tenant. */
async function listVisible(tx: Tx, ctx: RouteContext): Promise<LiveProcess[]> {
  const workers = await listWorkers(tx)
  if (await maySeePlaces(tx, ctx)) return workers
  const own = await readTenantCode(tx)
  // A pool of theirs is served by a label of theirs, so what is left out decides nothing.
  return workers.map(row => ({
    ...row,
    host: null,
    pid: null,
    labels: row.labels.filter(label => isAllowedLabel(label, own)),
  }))
}

async function requireLabel(tx: Tx, label: string): Promise<void> {
  if (!isAllowedLabel(label, await readTenantCode(tx))) throw refuse('invalid.label', { field: 'label', value: label })
}

async function create(
  { now }: ProcessDeps,
  body: { readonly name: string; readonly label: string; readonly concurrency: number },
  ctx: RouteContext,
): Promise<ProcessPool> {
  const id = newId(now())
  return orNameTaken(body.name, () =>
    ctx.tenant(async tx => {
      await requireLabel(tx, body.label)
      if ((await countPools(tx)) >= QUOTA) throw refuse('conflict.quota', { value: String(QUOTA) })
      await insertPool(tx, { ...body, id }, ctx.principal.userId)
      await ctx.audit(tx, { ...auditOf({ id, name: body.name }), after: body })
      return showPool(tx, id, ctx)
    }),
  )
}

async function update(id: string, change: PoolChange, ctx: RouteContext): Promise<ProcessPool> {
  return orNameTaken(change.name ?? '', () =>
    ctx.tenant(async tx => {
      const { processes: _, ...before } = await requirePool(tx, id)
      if (change.label !== undefined) await requireLabel(tx, change.label)
      await updatePool(tx, id, change)
      await wakeWorkers(tx)
      const { name, label, concurrency } = before
      await ctx.audit(tx, { ...auditOf(before), before: { name, label, concurrency }, after: { ...change } })
      return showPool(tx, id, ctx)
    }),
  )
}

async function remove(id: string, ctx: RouteContext): Promise<null> {
  return ctx.tenant(async tx => {
    const pool = await lockPool(tx, id)
    if (!pool) throw refuse('notFound.process')
    const listUsed = async () => {
      const found = await requirePool(tx, id)
      if (found.is_default) throw refuse('conflict.defaultPool')
      return found.strategy_count + found.running + found.queued > 0 ? [found] : []
    }
    await requireUnused(tx, listUsed, ([found]) =>
      refuse('conflict.poolInUse', { value: String(found?.strategy_count) }),
    )
    await deletePool(tx, id)
    await ctx.audit(tx, { ...auditOf(pool), before: { name: pool.name } })
    return null
  })
}

async function move(id: string, event: PoolEvent, ctx: RouteContext): Promise<ProcessPool> {
  return ctx.tenant(async tx => {
    const pool = await lockPool(tx, id)
    if (!pool) throw refuse('notFound.process')
    const state = poolTransitions[pool.state][event]
    if (state === null) throw refuse('conflict.state', { value: pool.state })
    await updatePool(tx, id, { state })
    if (event === 'resume') await wakeWorkers(tx)
    await ctx.audit(tx, { ...auditOf(pool), before: { state: pool.state }, after: { state } })
    return showPool(tx, id, ctx)
  })
}

async function clearQueue({ engine }: ProcessDeps, id: string, ctx: RouteContext): Promise<{ cleared: number }> {
  const { tenantId } = ctx.principal
  return ctx.tenant(async tx => {
    // Not locked: a worker locks the run it takes, then the pool.
    const pool = await requirePool(tx, id)
    let cleared = 0
    // A worker may take one at this very moment; a run that has begun goes on.
    for (const runId of await listQueuedIds(tx, id, CLEARED_AT_ONCE))
      if ((await engine.runs.requestStop(tx, { tenantId, runId })) === 'stopped') cleared += 1
    await ctx.audit(tx, { ...auditOf(pool), after: { cleared } })
    return { cleared }
  })
}

async function tryMove(id: string, poolId: string, ctx: RouteContext) {
  try {
    await changePool(id, poolId, ctx)
    return { id, ok: true, code: '0', message: '' }
  } catch (error) {
    const { code, message } = readFailure(toFailure(error), ctx)
    return { id, ok: false, code, message }
  }
}

const auditOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  objectType: 'process',
  objectId: id,
  objectName: name,
})
