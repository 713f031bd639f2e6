import { route } from '@sluice/contract'
import { z } from 'zod'

export const health = {
  live: route({
    method: 'GET',
    path: '/api/health/live',
    summary: 'The process answers',
    permission: 'public',
    audit: 'query',
    content: z.object({ status: z.literal('live') }),
  }),
  ready: route({
    method: 'GET',
    path: '/api/health/ready',
    summary: 'Database reachable, migrations current, not draining; 503 otherwise',
    permission: 'public',
    audit: 'query',
    content: z.object({ status: z.literal('ready') }),
  }),
  figures: route({
    method: 'GET',
    path: '/api/health/figures',
    summary: 'How well the process that answers has kept up; for the tenant that runs the installation',
    permission: 'process:query',
    audit: 'query',
    content: z.object({
      version: z.string(),
      /** How late the process came to what was due, in the last one to two minutes. */
      event_loop: z.object({
        p99_ms: z.int(),
        max_ms: z.int(),
        /** Times that one stretch of work held all others for more than 100 ms, since the process began. */
        stalls: z.int(),
      }),
      /** As this process found it, since it began; from the first call without an answer to the first with one. */
      database: z.object({
        /** null: it answers. */
        away_ms: z.int().nullable(),
        outages: z.int(),
        last_outage_ms: z.int().nullable(),
        longest_outage_ms: z.int().nullable(),
      }),
    }),
  }),
}
