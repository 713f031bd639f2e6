import type { Parsed } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import { isAllowed, type RouteContext } from '../../../http/route-handler.ts'
import { changeMap, refuseProblems } from './change-map.ts'
import type { LineBody, mapping } from './contract.ts'
import { auditOf, describeMap, orRefuse, settingsOf } from './describe-map.ts'
import { deleteMisses, listMissRecords, lockMisses, type OpenMiss } from './miss-store.ts'
import { planImport } from './plan-lines.ts'
import { listLines, lockMap } from './store.ts'

type Body = Parsed<(typeof mapping)['complete']>['body']

/** Lines for values that had none, and their records again: all in one transaction, so that no record is forgotten. */
export async function completeMisses(engine: Engine, id: string, body: Body, ctx: RouteContext) {
  if (body.reprocess) needReprocess(ctx)
  let done: Reprocessed = { reprocessed: 0, refused: 0, runs: [] }
  const row = await changeMap(id, null, ctx, async (tx, map) => {
    const misses = await lockMisses(
      tx,
      id,
      body.items.map(item => item.miss_id),
    )
    const lines = misses.map(miss => toLine(miss, body.items.find(item => item.miss_id === miss.id)?.value ?? ''))
    if (lines.length < body.items.length) throw refuse('notFound.miss')
    const plan = planImport(await listLines(tx, id), lines, 'append', map)
    refuseProblems(plan, ctx)
    const ids = misses.map(miss => miss.id)
    if (body.reprocess) done = await reprocess(engine, tx, ids, body.written, ctx)
    await deleteMisses(tx, ids)
    const after = { completed: lines, reprocessed: done.reprocessed }
    return { plan, kind: 'complete', settings: settingsOf(map), before: null, after }
  })
  return { map: describeMap(engine, row, ctx), ...done }
}

/** The records again whose values have a line by now; the values leave the inbox. */
export async function reprocessMisses(
  engine: Engine,
  id: string,
  body: Parsed<(typeof mapping)['reprocessMisses']>['body'],
  ctx: RouteContext,
): Promise<Reprocessed> {
  needReprocess(ctx)
  return ctx.tenant(async tx => {
    const map = orRefuse(await lockMap(tx, id))
    const misses = (await lockMisses(tx, id, body.ids)).filter(miss => miss.matched)
    if (misses.length < new Set(body.ids).size) throw refuse('notFound.miss')
    const done = await reprocess(engine, tx, body.ids, body.written, ctx)
    await deleteMisses(tx, body.ids)
    await ctx.audit(tx, { ...auditOf(map), after: { values: misses.length, reprocessed: done.reprocessed } })
    return done
  })
}

/** Sending records again is a change of what strategies do. */
function needReprocess(ctx: RouteContext): void {
  if (!isAllowed(ctx.principal, 'strategy:update')) throw refuse('permission.missing', { value: 'strategy:update' })
}

const toLine = ({ direction, value }: OpenMiss, given: string): LineBody => ({
  a_value: direction === 'forward' ? value : given,
  a_label: '',
  b_value: direction === 'forward' ? given : value,
  b_label: '',
  enabled: true,
  remark: '',
})

interface Reprocessed {
  readonly reprocessed: number
  readonly refused: number
  readonly runs: { strategy_id: string; run_id: string }[]
}

async function reprocess(
  { records, runs }: Engine,
  tx: Tx,
  missIds: readonly string[],
  written: boolean,
  ctx: RouteContext,
): Promise<Reprocessed> {
  const { tenantId, userId } = ctx.principal
  const found = await listMissRecords(tx, missIds, written)
  const total = { reprocessed: 0, refused: 0 }
  const started: Reprocessed['runs'] = []
  for (const [strategyId, rows] of Map.groupBy(found, row => row.strategy_id)) {
    const changed = await records.reprocess(tx, { tenantId, strategyId, userId, ids: rows.map(row => row.id) })
    total.reprocessed += changed.changed
    total.refused += changed.refused.length
    if (changed.changed === 0) continue
    const run = await runs.request(tx, { tenantId, strategyId, trigger: 'retry', userId })
    started.push({ strategy_id: strategyId, run_id: run.runId })
  }
  return { ...total, runs: started }
}
