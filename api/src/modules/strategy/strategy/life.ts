import {
  type CheckLine,
  Failure,
  type StrategyConfig,
  type StrategyEvent,
  type StrategyState,
  strategyTransitions,
  toFailure,
  translateTold,
} from '@sluice/contract'
import { readFailure } from '../../../http/answer-failure.ts'
import { refuse } from '../../../http/refuse.ts'
import { requireUnused } from '../../../http/require-unused.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { listUsers, orderByLinks } from './link-store.ts'
import { requireWithinPlan } from './plan-limits.ts'
import { noClocks, orRefuse, readClocks, type StrategyDeps } from './service.ts'
import { deleteStrategy, findConfig, hasLiveRun, lockStrategy, type StrategyHead, setState } from './store.ts'

interface RowResult {
  readonly id: string
  readonly ok: boolean
  readonly code: string
  readonly message: string
}

/** What changes a strategy's state. Every step asks the table strategyTransitions. */
export interface StrategyLife {
  start(id: string, ctx: RouteContext): Promise<void>
  stop(id: string, ctx: RouteContext): Promise<void>
  /** Nothing starts by itself any more; what runs goes on. */
  pause(id: string, ctx: RouteContext): Promise<void>
  resume(id: string, ctx: RouteContext): Promise<void>
  runNow(id: string, full: boolean, ctx: RouteContext): Promise<{ run_id: string; already_running: boolean }>
  delete(id: string, ctx: RouteContext): Promise<void>
  check(id: string, part: 'all' | 'source' | 'target' | 'mapping', ctx: RouteContext): Promise<CheckLine[]>
  /** Each on its own, those that others wait for first. */
  startAll(ids: readonly string[], ctx: RouteContext): Promise<RowResult[]>
  /** Each id on its own: one refusal stops no other. */
  each(ids: readonly string[], work: (id: string) => Promise<void>, ctx: RouteContext): Promise<RowResult[]>
}

// Deleting the records of a large strategy is one transaction and takes its time.
const DELETE_MS = 600_000

export function createStrategyLife(deps: StrategyDeps): StrategyLife {
  return {
    start: (id, ctx) => start(deps, id, ctx),
    stop: (id, ctx) => stop(deps, id, ctx),
    pause: (id, ctx) => setPause(deps, id, true, ctx),
    resume: (id, ctx) => setPause(deps, id, false, ctx),
    startAll: async (ids, ctx) => {
      const ordered = await ctx.tenant(tx => orderByLinks(tx, ids))
      return tryEach(ordered, id => start(deps, id, ctx), ctx)
    },
    runNow: (id, full, ctx) => runNow(deps, id, full, ctx),
    delete: remove,
    async check(id, part, ctx) {
      const { config } = await load(id, ctx)
      const lines = await deps.engine.strategies.check(ctx.principal.tenantId, config, part, id)
      return lines.map(line => translateTold(line, ctx.tell))
    },
    each: tryEach,
  }
}

async function tryEach(
  ids: readonly string[],
  work: (id: string) => Promise<void>,
  ctx: RouteContext,
): Promise<RowResult[]> {
  const results: RowResult[] = []
  for (const id of new Set(ids)) results.push(await tryOne(id, work, ctx))
  return results
}

/** A refusal is its answer: it stops nothing else. */
export async function tryOne(id: string, work: (id: string) => Promise<void>, ctx: RouteContext): Promise<RowResult> {
  try {
    await work(id)
    return { id, ok: true, code: '0', message: '' }
  } catch (error) {
    if (!(error instanceof Failure)) ctx.report(error)
    const { code, message } = readFailure(toFailure(error), ctx)
    return { id, ok: false, code, message }
  }
}

async function load(id: string, ctx: RouteContext): Promise<{ head: StrategyHead; config: StrategyConfig }> {
  return ctx.tenant(async tx => {
    const head = orRefuse(await lockStrategy(tx, id))
    return { head, config: await findConfig(tx, id, head.version) }
  })
}

function move(head: StrategyHead, event: StrategyEvent): StrategyState {
  const next = strategyTransitions[head.status][event]
  if (next === null) throw refuse('conflict.state', { value: head.status })
  return next
}

/** The check asks far systems, so it comes before the transaction; the version tells whether it still counts. */
async function requireCheck(deps: StrategyDeps, id: string, ctx: RouteContext): Promise<number> {
  const { head, config } = await load(id, ctx)
  const lines = await deps.engine.strategies.check(ctx.principal.tenantId, config, 'all', id)
  const errors = lines.filter(line => line.level === 'error')
  if (errors.length > 0) throw refuse('conflict.check', { content: lines.map(line => translateTold(line, ctx.tell)) })
  return head.version
}

async function start(deps: StrategyDeps, id: string, ctx: RouteContext): Promise<void> {
  const { head: seen } = await load(id, ctx)
  if (seen.status === 'running') move(seen, 'start')
  const version = await requireCheck(deps, id, ctx)
  await ctx.tenant(async tx => {
    const head = orRefuse(await lockStrategy(tx, id))
    if (head.version !== version) throw refuse('conflict.version')
    const status = move({ ...head, status: move(head, 'complete') }, 'start')
    const config = await findConfig(tx, id, version)
    await requireWithinPlan(deps, tx, config)
    await setState(tx, id, status, readClocks(deps, config))
    await ctx.audit(tx, { ...auditOf(head), before: { status: head.status }, after: { status } })
  })
}

async function stop(deps: StrategyDeps, id: string, ctx: RouteContext): Promise<void> {
  await ctx.tenant(async tx => {
    const head = orRefuse(await lockStrategy(tx, id))
    const status = move(head, 'stop')
    await setState(tx, id, status, noClocks)
    await deps.engine.runs.requestStopOf(tx, { tenantId: ctx.principal.tenantId, strategyId: id })
    await ctx.audit(tx, { ...auditOf(head), before: { status: head.status }, after: { status } })
  })
}

async function setPause(deps: StrategyDeps, id: string, isPaused: boolean, ctx: RouteContext): Promise<void> {
  await ctx.tenant(async tx => {
    const head = orRefuse(await lockStrategy(tx, id))
    if (head.status !== 'running') throw refuse('conflict.state', { value: head.status })
    const config = await findConfig(tx, id, head.version)
    if (!isPaused) await requireWithinPlan(deps, tx, config)
    await setState(tx, id, head.status, isPaused ? noClocks : readClocks(deps, config), isPaused)
    await ctx.audit(tx, { ...auditOf(head), before: { paused: head.is_paused }, after: { paused: isPaused } })
  })
}

async function runNow(deps: StrategyDeps, id: string, full: boolean, ctx: RouteContext) {
  const { head: seen } = await load(id, ctx)
  // A draft has never been checked; whatever else there is has.
  const version = seen.status === 'draft' ? await requireCheck(deps, id, ctx) : null
  const { tenantId, userId } = ctx.principal
  return ctx.tenant(async tx => {
    const head = orRefuse(await lockStrategy(tx, id))
    if (version !== null && head.version !== version) throw refuse('conflict.version')
    if (head.status === 'draft') await setState(tx, id, move(head, 'complete'), noClocks)
    const request = { tenantId, strategyId: id, trigger: 'manual' as const, userId, full }
    const { runId, alreadyRunning } = await deps.engine.runs.request(tx, request)
    await ctx.audit(tx, { ...auditOf(head), after: { run_id: runId, full, already_running: alreadyRunning } })
    return { run_id: runId, already_running: alreadyRunning }
  })
}

async function remove(id: string, ctx: RouteContext): Promise<void> {
  await ctx.tenant(
    async tx => {
      const head = orRefuse(await lockStrategy(tx, id))
      if (head.status === 'running') throw refuse('conflict.running')
      if (await hasLiveRun(tx, id)) throw refuse('conflict.liveRun')
      const list = () => listUsers(tx, id)
      await requireUnused(tx, list, users => {
        const names = users.slice(0, 5).map(user => user.name)
        return refuse('conflict.inUse', { value: names.join(', '), content: users })
      })
      await deleteStrategy(tx, id)
      await ctx.audit(tx, { ...auditOf(head), before: { code: head.code, version: head.version } })
    },
    { statementTimeoutMs: DELETE_MS },
  )
}

const auditOf = (head: StrategyHead) => ({ objectType: 'strategy', objectId: head.id, objectName: head.name })
