import type { Engine } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers } from '../../../http/route-handler.ts'
import { isAllowed } from '../../../http/route-handler.ts'
import { describeRuns, searchRuns } from '../../run/run/index.ts'
import { createBoard } from './board.ts'
import type { workplace } from './contract.ts'
import type { DemoModules, DemoPort, DemoStatus } from './demo-port.ts'
import { readHours, readOverview } from './store.ts'

export interface WorkplaceDeps extends DemoModules {
  readonly engine: Engine
  readonly now: () => number
  /** Absent: this installation has no sandbox. */
  readonly demo?: DemoPort
}

const RECENT_RUNS = 8
const noDemo: DemoStatus = {
  available: false,
  sandbox_running: false,
  shop_url: null,
  erp_url: null,
  strategy_id: null,
}

export function createWorkplaceRoutes(deps: WorkplaceDeps): Handlers<typeof workplace> {
  const { demo } = deps
  const requireDemo = async (tenantId: string): Promise<DemoPort> => {
    if (!demo || !(await demo.status(tenantId)).available) throw refuse('unavailable.demo')
    return demo
  }
  return {
    overview: createOverview(deps),
    ...createBoard(deps),
    demoStatus: async (_input, ctx) => (demo ? demo.status(ctx.principal.tenantId) : noDemo),
    async createDemo(_input, ctx) {
      const port = await requireDemo(ctx.principal.tenantId)
      const { strategyId } = await port.create(ctx, deps)
      await ctx.tenant(tx => ctx.audit(tx, { objectType: 'demo', objectId: strategyId }))
      return { strategy_id: strategyId }
    },
    async switchSandbox({ body }, ctx) {
      const port = await requireDemo(ctx.principal.tenantId)
      await port.switch(body.running)
      await ctx.tenant(tx => ctx.audit(tx, { objectType: 'sandbox', after: body }))
      return null
    },
  }
}

const createOverview =
  ({ engine, now }: WorkplaceDeps): Handlers<typeof workplace>['overview'] =>
  async (_input, ctx) => {
    const at = new Date(now())
    return ctx.tenant(async tx => {
      const row = await readOverview(tx, at)
      const hours = await readHours(tx, at)
      const all = { strategyId: null, state: null, trigger: null, from: null, to: null }
      const maySeeRuns = isAllowed(ctx.principal, 'strategy:query')
      const runs = maySeeRuns ? await searchRuns(tx, { ...all, limit: RECENT_RUNS, offset: 0 }) : []
      return {
        connectors: row.connectors,
        strategies: row.strategies,
        running: row.running,
        today: { read: Number(row.read), written: Number(row.written), runs: row.runs },
        errors: Number(row.errors),
        retrying: Number(row.retrying),
        unknown: Number(row.unknown),
        rejected: Number(row.rejected),
        hourly: hours.map(hour => ({ at: hour.at, written: Number(hour.written), failed: Number(hour.failed) })),
        recent_runs: await describeRuns(engine, tx, runs, ctx.tell),
      }
    })
  }
