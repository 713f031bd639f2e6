import { StrategyConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { readPage } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page } from '../../../http/route-handler.ts'
import type { StrategyService } from '../strategy/index.ts'
import type { strategyVersion } from './contract.ts'
import { findVersion, isStrategy, listVersions, type VersionRow } from './store.ts'

interface VersionDeps {
  readonly strategy: StrategyService
}

export function createStrategyVersionRoutes({ strategy: service }: VersionDeps): Handlers<typeof strategyVersion> {
  return {
    list: ({ params, query }, ctx) =>
      ctx.tenant(async tx => {
        if (!(await isStrategy(tx, params.id))) throw refuse('notFound.strategy')
        const { rows, total } = await readPage(query, (limit, offset) => listVersions(tx, params.id, limit, offset))
        return new Page(rows.map(describe), total)
      }),
    get: ({ params }, ctx) => ctx.tenant(async tx => describe(await requireVersion(tx, params.id, params.version))),
    async restore({ params, body }, ctx) {
      const row = await ctx.tenant(tx => requireVersion(tx, params.id, body.version))
      // A part that the old version lacks is gone with it, so each part is named.
      const { source, target, mapping, schedule, retry, remedy } = StrategyConfig.parse(row.config)
      const config = { source, target, mapping, schedule, retry, remedy }
      return service.save(params.id, { version: body.newest, config }, ctx)
    },
  }
}

const describe = ({ version, config, changed, username, created_at, canary }: VersionRow) => ({
  version,
  config: StrategyConfig.parse(config),
  changed,
  username,
  created_at,
  canary,
})

async function requireVersion(tx: Tx, strategyId: string, version: number): Promise<VersionRow> {
  const row = (await isStrategy(tx, strategyId)) ? await findVersion(tx, strategyId, version) : undefined
  if (row === undefined) throw refuse('notFound.version', { field: 'version', value: String(version) })
  return row
}
