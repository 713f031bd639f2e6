import { inNewestEdition, NEWEST_EDITION, oldestEdition } from '@sluice/contract'
import type { Engine } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page } from '../../../http/route-handler.ts'
import {
  applyParts,
  findConfig,
  findGate,
  findHead,
  lockStrategy,
  orRefuse,
  requireScript,
  type StrategyService,
} from '../strategy/index.ts'
import type { strategyPublish } from './contract.ts'
import { describeRehearsal } from './describe-rehearsal.ts'
import { searchOld } from './edition-store.ts'
import { findRehearsal, isRehearsing, listRehearsals } from './store.ts'

type Routes = Pick<Handlers<typeof strategyPublish>, 'compare' | 'comparisons' | 'moveEdition' | 'listEditions'>

/** Newest first, and as far back as there are any. */
const ALL_DAYS = 3650

export const createEditionHandlers = (engine: Engine, service: StrategyService): Routes => ({
  compare: ({ params: { id }, body: { version, config, max_records } }, ctx) =>
    ctx.tenant(async tx => {
      const head = orRefuse(await lockStrategy(tx, id))
      if (head.version !== version) throw refuse('conflict.version')
      if (await isRehearsing(tx, id, true)) throw refuse('conflict.comparing')
      const live = await findConfig(tx, id, version)
      // It runs, though nothing of it is written.
      if (config) requireScript(applyParts(live, (await findGate(tx, id)).parts).mapping, config.mapping, ctx)
      const { tenantId, userId } = ctx.principal
      const comparison = await engine.rehearsals.request(tx, {
        tenantId,
        strategyId: id,
        baseVersion: version,
        // Of no draft.
        revision: 0,
        config: config ?? inNewestEdition(live),
        days: ALL_DAYS,
        maxRecords: max_records,
        userId,
        compares: config ? 'change' : 'edition',
      })
      const after = { comparison, compares: config ? 'change' : 'edition', max_records }
      await ctx.audit(tx, { objectType: 'strategy', objectId: head.id, objectName: head.name, after })
      // It was made in this transaction.
      return describeRehearsal((await findRehearsal(tx, comparison))!, ctx.tell)
    }),
  comparisons: ({ params }, ctx) =>
    ctx.tenant(async tx => {
      orRefuse(await findHead(tx, params.id))
      return (await listRehearsals(tx, params.id, true)).map(row => describeRehearsal(row, ctx.tell))
    }),
  async moveEdition({ params: { id }, body: { version, draft } }, ctx) {
    const config = await ctx.tenant(async tx => {
      const head = orRefuse(await lockStrategy(tx, id))
      if (head.version !== version) throw refuse('conflict.version')
      const live = await findConfig(tx, id, version)
      return draft === undefined ? live : applyParts(live, (await findGate(tx, id)).parts)
    })
    if (oldestEdition(config) === NEWEST_EDITION) throw refuse('conflict.newestEdition')
    // The version and the draft that were seen are compared under the lock once more.
    return service.save(id, { version, ...(draft !== undefined && { draft }), config: inNewestEdition(config) }, ctx)
  },
  listEditions: ({ query: { page, pageSize } }, ctx) =>
    ctx.tenant(async tx => {
      const rows = await searchOld(tx, pageSize, (page - 1) * pageSize)
      return new Page(
        rows.map(({ total: _total, ...row }) => row),
        Number(rows[0]?.total ?? 0),
      )
    }),
})
