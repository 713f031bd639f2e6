import { MAX_MAP_LINES } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { markMatched } from '@sluice/engine'
import { writeMessage } from '../../../http/messages.ts'
import { refuse, refuseStale } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import type { LineProblem, MapChange } from './contract.ts'
import { auditOf, orRefuse } from './describe-map.ts'
import type { LinePlan } from './plan-lines.ts'
import { applyPlan, findMap, listChanges, lockMap, type MapRow, type Settings } from './store.ts'

export interface Draft {
  readonly tx: Tx
  readonly map: MapRow
}

export interface Change {
  readonly plan: LinePlan
  readonly kind: MapChange['kind']
  readonly settings: Settings
  /** For the operation log. */
  readonly before: unknown
  readonly after: unknown
}

/**
 * The next version of a map, in one transaction with its operation-log row. The map is locked, so that versions follow
 * one another. @param version what the caller saw; null: whatever it is
 */
export function changeMap(
  id: string,
  version: number | null,
  ctx: RouteContext,
  work: (tx: Tx, map: MapRow) => Promise<Change>,
): Promise<MapRow> {
  return ctx.tenant(async tx => {
    const map = orRefuse(await lockMap(tx, id))
    if (version !== null && version !== map.version) throw refuseStale((await listChanges(tx, id, 1, 0))[0])
    const { plan, kind, settings, before, after } = await work(tx, map)
    if (map.line_count + plan.added.length - plan.removed.length > MAX_MAP_LINES)
      throw refuse('conflict.quota', { value: String(MAX_MAP_LINES) })
    await applyPlan(tx, { id, version: map.version, settings }, plan, { kind, username: ctx.principal.username })
    await markMatched(tx, ctx.principal.tenantId, id)
    const saved = orRefuse(await findMap(tx, id))
    await ctx.audit(tx, { ...auditOf(saved), ...(before === null ? {} : { before }), after })
    return saved
  })
}

/** @throws Failure `invalid.lines` with `lines.<row>.<field>` for each problem */
export function refuseProblems(plan: LinePlan, ctx: RouteContext): void {
  if (plan.problems.length === 0) return
  const content = problemsOf(plan, ctx)
    .slice(0, 1000)
    .map(({ row, field, message }) => ({ field: `lines.${row}.${field}`, message }))
  throw refuse('invalid.lines', { value: String(plan.problems.length), content })
}

const SAID = { duplicate: 'invalid.lineDuplicate', known: 'invalid.lineKnown', unstorable: 'invalid.lineText' } as const

export const problemsOf = (plan: LinePlan, ctx: RouteContext): LineProblem[] =>
  plan.problems.map(({ row, field, code, value }) => ({
    row,
    field,
    message: writeMessage(SAID[code], ctx.language, { value: value.slice(0, 100) }, code),
  }))
