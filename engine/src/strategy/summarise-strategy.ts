import type { StrategyConfig } from '@sluice/contract'
import type { Connections } from '../connection/connections.ts'
import { readConnector } from '../connection/open-connection.ts'
import { listUnread } from '../map/index.ts'
import { flattenResource } from './check-flatten.ts'
import { groupResource } from './check-group.ts'
import { checkStrategy } from './check-strategy.ts'
import { countWindow } from './count-window.ts'
import { sumUpApart } from './judge-apart.ts'
import { readGuarantee } from './read-guarantee.ts'
import type { StrategyDeps, StrategySummary } from './strategies.ts'

/** Counting is given up after this. */
const COUNT_MS = 5000

export async function summariseStrategy(
  deps: StrategyDeps,
  connections: Connections,
  tenantId: string,
  config: StrategyConfig,
): Promise<StrategySummary> {
  const describe = (side: 'source' | 'target') => {
    const { connector_id, resource, options } = config[side]
    return connections.describe(tenantId, connector_id, resource, options, side).catch(() => null) // a line says why
  }
  const place = async (side: 'source' | 'target'): Promise<StrategySummary['source']> => {
    const { connector_id, resource } = config[side]
    return { connector: (await readConnector(deps, tenantId, connector_id)).name, resource }
  }
  const [source, target, from, to, guarantee, expected, lines] = await Promise.all([
    place('source'),
    place('target'),
    describe('source'),
    describe('target'),
    readGuarantee(deps, tenantId, config),
    countSoon(deps, tenantId, config),
    checkStrategy({ deps, connections, tenantId, config, strategyId: undefined }, 'all'),
  ])
  const rows = flattenResource(groupResource(from, config), config)
  // Which fields go somewhere is told of every mapping, of one that is not finished above all.
  const { mapping } = config
  const isCompiled = !lines.some(({ item }) => item === 'mapping.syntax')
  const summedUp = isCompiled
    ? await sumUpApart({ tenantId, mapping, source: rows, target: to })
    : { unread: listUnread(mapping, rows?.fields.map(({ name }) => name) ?? []), conversions: [] }
  return {
    source,
    target,
    fields: rows && rows.fields.length > 0 ? rows.fields.length : null,
    ...summedUp,
    guarantee,
    expected,
    lines,
  }
}

async function countSoon(deps: StrategyDeps, tenantId: string, config: StrategyConfig): Promise<number | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), COUNT_MS)
  })
  const counted = countWindow(deps, tenantId, config, null).catch(() => null) // a line says why it cannot be read
  return Promise.race([counted, late]).finally(() => clearTimeout(timer))
}
