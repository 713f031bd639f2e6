import type { Parsed } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { toObjective } from './book.ts'
import type { MonitorObjective, monitor } from './contract.ts'
import * as store from './store.ts'

interface GoalDeps {
  readonly engine: Pick<Engine, 'health'>
  readonly now: () => number
}

type Form = Parsed<(typeof monitor)['save']>['body']

/** Sets or changes what a strategy is held to. @throws Failure where it says nothing, or names a field without dates */
export async function saveGoal(
  deps: GoalDeps,
  tx: Tx,
  ctx: RouteContext,
  id: string,
  { version, ...goal }: Form,
): Promise<MonitorObjective> {
  const strategy = await requireStrategy(tx, id)
  checkForm(goal)
  const before = await store.findGoal(tx, id)
  if ((before?.version ?? 0) !== version) throw refuse('conflict.version')
  const isNewField = goal.fresh_field !== null && goal.fresh_field !== before?.fresh_field
  if (isNewField) await tryField(deps, tx, { id, field: goal.fresh_field ?? '', time_zone: strategy.time_zone })
  const { userId } = ctx.principal
  const changed = before
    ? await store.updateGoal(tx, id, goal, version, userId)
    : await store.insertGoal(tx, id, goal, userId)
  if (changed === 0) throw refuse('conflict.version')
  if (before && (isNewField || goal.fresh_minutes !== before.fresh_minutes)) await store.forgetLooks(tx, id)
  await ctx.audit(tx, { ...auditOf(id, strategy.name), ...(before && { before }), after: goal })
  const [found] = await deps.engine.health.objectives(tx, deps.now(), id)
  return toObjective({ id, name: strategy.name, status: strategy.status }, found)
}

export async function removeGoal(tx: Tx, ctx: RouteContext, id: string): Promise<void> {
  const { name } = await requireStrategy(tx, id)
  const before = await store.findGoal(tx, id)
  if (!before) throw refuse('notFound.objective')
  await store.deleteGoal(tx, id)
  await ctx.audit(tx, { ...auditOf(id, name), before })
}

/** Fields of the newest records that hold dates, so that nobody has to know how they are written. */
export async function findDateFields(deps: GoalDeps, tx: Tx, id: string) {
  const { time_zone } = await requireStrategy(tx, id)
  const found = await deps.engine.health.findDateFields(tx, { strategy_id: id, time_zone }, deps.now())
  return found.map(({ field, newestMs, ahead }) => ({
    field,
    newest_at: newestMs === null ? null : new Date(newestMs).toISOString(),
    ahead,
  }))
}

async function requireStrategy(tx: Tx, id: string) {
  const row = await store.findStrategy(tx, id)
  if (!row) throw refuse('notFound.strategy')
  return row
}

function checkForm({ success_percent, fresh_field, fresh_minutes, fresh_percent }: store.GoalWrite): void {
  const fresh = [fresh_field, fresh_minutes, fresh_percent]
  if (success_percent === null && fresh.every(part => part === null))
    throw refuse('invalid.objectiveNone', { field: 'success_percent' })
  const missing = (['fresh_field', 'fresh_minutes', 'fresh_percent'] as const)[fresh.indexOf(null)]
  if (missing !== undefined && fresh.some(part => part !== null))
    throw refuse('invalid.objectiveFresh', { field: missing })
}

/** A field that holds no date would never be fresh, nor ever be told of. Before there are records nobody can know. */
async function tryField(
  { engine, now }: GoalDeps,
  tx: Tx,
  { id, field, time_zone }: { readonly id: string; readonly field: string; readonly time_zone: string },
): Promise<void> {
  const { looked, unread } = await engine.health.findDates(
    tx,
    { strategy_id: id, field, time_zone, since: null },
    now(),
  )
  if (looked > 0 && unread === looked)
    throw refuse('invalid.objectiveField', { field: 'fresh_field', value: String(looked) })
}

const auditOf = (id: string, name: string) => ({ objectType: 'objective', objectId: id, objectName: name })
