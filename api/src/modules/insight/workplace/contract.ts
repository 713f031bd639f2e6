import { route } from '@sluice/contract'
import { z } from 'zod'
import { Run } from '../../run/run/contract.ts'
import { Board, Strip, standings } from './board-contract.ts'

export const workplace = {
  overview: route({
    method: 'GET',
    path: '/api/dp/workplace',
    summary: 'Figures of the workbench',
    permission: null,
    audit: 'query',
    content: z.object({
      connectors: z.int(),
      strategies: z.int(),
      running: z.int(),
      /** Since midnight in the tenant's zone. */
      today: z.object({ read: z.int(), written: z.int(), runs: z.int() }),
      /** Error data in all; some of it is tried again, of some the outcome is unknown. */
      errors: z.int(),
      retrying: z.int(),
      unknown: z.int(),
      /** Rows that are no records, because the last read of their strategy refused them. */
      rejected: z.int(),
      /** Per hour, the last 24, oldest first: records written, and tries that failed, whatever became of the record since. */
      hourly: z.array(z.object({ at: z.string(), written: z.int(), failed: z.int() })),
      /** None where the caller may not see strategies. */
      recent_runs: z.array(Run),
    }),
  }),
  board: route({
    method: 'GET',
    path: '/api/dp/workplace-board',
    summary: 'Whether all is well, what needs somebody, and what comes next, as far as the caller may see it',
    permission: null,
    audit: 'query',
    content: Board,
  }),
  strategies: route({
    method: 'GET',
    path: '/api/dp/workplace-strategies',
    summary: 'Strategies by how they stand, the worst first, with their last day and how new their records are',
    permission: 'strategy:query',
    audit: 'query',
    query: z.strictObject({
      only: z.enum([...standings, 'undated', 'paused']).optional(),
      keyword: z.string().max(100).optional(),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(12),
    }),
    content: z.array(Strip),
  }),
  demoStatus: route({
    method: 'GET',
    path: '/api/dp/demo',
    summary: 'The sandbox platforms and the demo strategy of this tenant',
    permission: null,
    audit: 'query',
    content: z.object({
      /** The sandbox may be used here: loopback only, or switched on by the operator. */
      available: z.boolean(),
      sandbox_running: z.boolean(),
      shop_url: z.string().nullable(),
      erp_url: z.string().nullable(),
      strategy_id: z.uuid().nullable(),
    }),
  }),
  createDemo: route({
    method: 'POST',
    path: '/api/dp/demo',
    summary: 'Start the sandbox, connect shop and ERP, create the demo strategy and run it',
    permission: 'strategy:add',
    audit: 'add',
    content: z.object({ strategy_id: z.uuid() }),
  }),
  switchSandbox: route({
    method: 'POST',
    path: '/api/dp/sandbox',
    summary: 'Start or stop the sandbox platforms',
    permission: 'strategy:update',
    audit: 'update',
    body: z.strictObject({ running: z.boolean() }),
    content: z.null(),
  }),
}
