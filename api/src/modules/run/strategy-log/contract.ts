import { Moment, route } from '@sluice/contract'
import { z } from 'zod'
import { RunLog } from '../run/contract.ts'

const id = z.object({ id: z.uuid() })
const place = z.string().regex(/^\d{1,18}$/)
const level = RunLog.shape.level

const Filter = {
  level: z.array(level).max(5).optional(),
  /** Part of a line, as the caller reads it. */
  keyword: z.string().trim().max(200).optional(),
  run_id: z.uuid().optional(),
  from: Moment.optional(),
  to: Moment.optional(),
}

export const strategyLog = {
  search: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-log/{id}/searchv2',
    summary: 'Lines of a strategy’s log, newest first; `next` goes on, also where nothing was found so far',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    body: z.strictObject({
      ...Filter,
      /** From the previous answer. */
      before: place.optional(),
      pageSize: z.int().min(1).max(500).default(100),
    }),
    content: z.object({ rows: z.array(RunLog), next: z.string().nullable() }),
  }),
  tail: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy-log/{id}/tail',
    summary: 'Lines as they come, after the newest there is, or after a line',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    query: z.strictObject({ after: place.optional() }),
    content: 'sse',
    event: RunLog,
  }),
  export: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-log/{id}/export',
    summary: 'The filtered lines as a text file, oldest first',
    permission: 'strategy:export',
    audit: 'export',
    params: id,
    body: z.strictObject(Filter),
    content: 'file',
  }),
}
