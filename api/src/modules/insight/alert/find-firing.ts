import type { Tx } from '@sluice/db'
import {
  describeCredentialEnd,
  type Engine,
  findBacklog,
  findCredentialEnd,
  findErrorRate,
  findFailures,
  findNoGrowth,
  findOffline,
  findSilence,
  findWait,
  type HealthReason,
  type Objective,
  type StrategyHealth,
  tellFire,
} from '@sluice/engine'
import { ruleTraits } from './contract.ts'
import type { Finding } from './event-store.ts'
import { listCredentials, type RuleRow } from './rule-store.ts'

const DEFAULT_WINDOW = 60
const DAY_MS = 86_400_000

/** Everything the enabled rules speak of now. Figures are read once for each length of window. */
export async function findFiring(
  tx: Tx,
  health: Engine['health'],
  rules: readonly RuleRow[],
  nowMs: number,
): Promise<Finding[]> {
  const found: Finding[] = []
  let known: Promise<Objective[]> | undefined
  const objectives = () => {
    known ??= health.objectives(tx, nowMs)
    return known
  }
  const windows = Map.groupBy(
    rules.filter(rule => rule.is_enabled),
    rule => rule.window_minutes ?? DEFAULT_WINDOW,
  )
  for (const [minutes, group] of windows) {
    const strategies = await health.read(tx, minutes, nowMs)
    for (const rule of group) {
      const scoped = strategies.filter(strategy => isInScope(rule, strategy))
      if (rule.kind === 'credential') found.push(...(await findEnding(tx, rule, scoped, nowMs)))
      else if (rule.kind === 'process') found.push(...findOfflinePools(rule, scoped))
      else if (rule.kind === 'burn') found.push(...findFires(rule, scoped, await objectives()))
      else found.push(...findStrategies(rule, scoped, nowMs))
    }
  }
  return found
}

const isInScope = ({ scope, scope_values: values }: RuleRow, { id, group_name: group }: StrategyHealth): boolean =>
  scope === 'all' || values.includes(scope === 'group' ? group : id)

function findStrategies(rule: RuleRow, strategies: readonly StrategyHealth[], nowMs: number): Finding[] {
  return strategies.flatMap(strategy => {
    const reason = strategy.status === 'running' ? judge(rule, strategy, nowMs) : null
    if (!reason) return []
    return [
      { ruleId: rule.id, objectType: 'strategy', objectId: strategy.id, objectName: strategy.name, text: reason.text },
    ]
  })
}

function judge(rule: RuleRow, strategy: StrategyHealth, nowMs: number): HealthReason | null {
  const from = rule.threshold ?? ruleTraits[rule.kind].threshold ?? 0
  switch (rule.kind) {
    case 'failures':
      return findFailures(strategy, from)
    case 'backlog':
      return findBacklog(strategy, from)
    case 'errorRate':
      return findErrorRate(strategy, from)
    case 'growth':
      return findNoGrowth(strategy)
    case 'wait':
      return findWait(strategy, from, nowMs)
    case 'silent':
      return findSilence(strategy, nowMs)
    default:
      return null
  }
}

/** Of the strategies whose error budget goes too fast; the others have none, or keep it. */
function findFires(rule: RuleRow, strategies: readonly StrategyHealth[], objectives: readonly Objective[]): Finding[] {
  const isMine = new Set(strategies.map(({ id }) => id))
  return objectives.flatMap(objective => {
    const text = isMine.has(objective.strategy_id) ? tellFire(objective) : null
    if (text === null) return []
    const { strategy_id: objectId, name: objectName } = objective
    return [{ ruleId: rule.id, objectType: 'strategy', objectId, objectName, text }]
  })
}

/** One event for a pool, however many strategies wait in it. */
function findOfflinePools(rule: RuleRow, strategies: readonly StrategyHealth[]): Finding[] {
  const pools = new Map(
    strategies
      .filter(({ status }) => status === 'running')
      .flatMap(strategy => (strategy.pool && findOffline(strategy) ? [[strategy.pool.id, strategy] as const] : [])),
  )
  return [...pools.values()].flatMap(strategy => {
    const { pool } = strategy
    const reason = findOffline(strategy)
    if (!pool || !reason) return []
    return [{ ruleId: rule.id, objectType: 'process', objectId: pool.id, objectName: pool.name, text: reason.text }]
  })
}

/** Connectors whose credential ends within the rule's days: those of its strategies, or all. */
async function findEnding(
  tx: Tx,
  rule: RuleRow,
  strategies: readonly StrategyHealth[],
  nowMs: number,
): Promise<Finding[]> {
  const used = strategies.flatMap(({ source, target }) => [source?.id, target?.id]).filter(id => id !== undefined)
  const rows = await listCredentials(tx, rule.scope === 'all' ? null : used)
  const lastMs = nowMs + (rule.threshold ?? ruleTraits.credential.threshold) * DAY_MS
  return rows.flatMap(({ id, name, params, grant }) => {
    const end = findCredentialEnd(params, grant, nowMs)
    const isSoon = end !== null && (end.state === 'ended' || (end.endsAt !== null && Date.parse(end.endsAt) <= lastMs))
    if (!isSoon) return []
    const text = describeCredentialEnd(end.state === 'good' ? { ...end, state: 'soon' } : end)
    return [{ ruleId: rule.id, objectType: 'connector', objectId: id, objectName: name, text }]
  })
}
