import type { CheckLine, Resource, SourceConfig, StrategyConfig } from '@sluice/contract'
import { closeQuietly } from '../connection/open-connection.ts'
import { openSourceOf } from '../connection/open-sides.ts'
import { isTime, noTime } from '../source/window.ts'
import type { StrategyDeps } from './strategies.ts'

interface Checking {
  readonly deps: StrategyDeps
  readonly tenantId: string
  readonly config: StrategyConfig
  readonly strategyId: string | undefined
}

const refusal = (message: string): CheckLine => ({
  level: 'error',
  group: 'schedule',
  item: 'schedule.remedy',
  message,
  field: 'remedy',
})

/** Whether past days mean anything to what the runs read by. */
export async function checkRemedy(checking: Checking, resource: Resource | null): Promise<CheckLine[]> {
  const { source, target, remedy } = checking.config
  if (!remedy) return []
  const { increment } = source
  if (!increment || target.mode === 'replace') return [refusal('A remedy needs an increment that the runs read by.')]
  const type = resource?.fields.find(field => field.name === increment.field)?.type
  if (type === 'date' || type === 'datetime') return []
  const like = (await readLast(checking, increment.field)) ?? (await askSource(checking, source, increment.field))
  if (like === null || isTime(like)) return []
  const { message, advice } = noTime(like)
  return [refusal(`${message} ${advice}`)]
}

/** What the field held when it was read last; null: the strategy has not read by this field. */
async function readLast({ deps, tenantId, config, strategyId }: Checking, field: string): Promise<string | null> {
  if (strategyId === undefined) return null
  const { connector_id, resource } = config.source
  const [row] = await deps.database.withTenant(tenantId, tx =>
    tx.query<{ watermark: string | null }>(
      `select k.watermark from strategy_cursor k
         join strategy s on s.tenant_id = k.tenant_id and s.id = k.strategy_id
         join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
        where k.tenant_id = $1 and k.strategy_id = $2 and v.config #>> '{source,connector_id}' = $3
          and v.config #>> '{source,resource}' = $4 and v.config #>> '{source,increment,field}' = $5`,
      [tenantId, strategyId, connector_id, resource, field],
    ),
  )
  return row?.watermark ?? null
}

/** null: it holds nothing, counts by the clock or cannot be opened, which other lines tell. */
async function askSource({ deps, tenantId }: Checking, source: SourceConfig, field: string): Promise<string | null> {
  let opened: Awaited<ReturnType<typeof openSourceOf>> | undefined
  try {
    opened = await openSourceOf(deps, tenantId, source)
    return (await opened.source.readHighWater?.(field)) ?? null
  } catch {
    return null
  } finally {
    await closeQuietly(opened)
  }
}
