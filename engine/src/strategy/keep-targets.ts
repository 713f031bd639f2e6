import type { Resource, TargetConfig } from '@sluice/contract'
import type { Connections } from '../connection/connections.ts'
import type { StrategyDeps } from './strategies.ts'

type Place = Pick<TargetConfig, 'connector_id' | 'resource' | 'options'>

/** Every key that is typed asks for a preview; the columns of its target are asked for twice a minute at most. */
const KEPT_MS = 30_000

/** null: they cannot be told now; the check-list says why. */
export function keepTargets({ now }: Pick<StrategyDeps, 'now'>, connections: Pick<Connections, 'describe'>) {
  const kept = new Map<string, { readonly untilMs: number; readonly resource: Promise<Resource | null> }>()
  return (tenantId: string, { connector_id, resource, options }: Place): Promise<Resource | null> => {
    for (const [key, entry] of kept) if (entry.untilMs <= now()) kept.delete(key)
    const key = JSON.stringify([tenantId, connector_id, resource, options])
    const known = kept.get(key)
    if (known) return known.resource
    const described = connections.describe(tenantId, connector_id, resource, options, 'target').catch(() => null)
    kept.set(key, { untilMs: now() + KEPT_MS, resource: described })
    return described
  }
}
