import { route } from '@sluice/contract'
import { z } from 'zod'

export const health = {
  live: route({
    method: 'GET',
    path: '/api/health/live',
    summary: 'The process answers',
    permission: 'public',
    audit: 'query',
    content: z.object({ status: z.literal('live'), version: z.string() }),
  }),
  ready: route({
    method: 'GET',
    path: '/api/health/ready',
    summary: 'Database reachable, migrations current, not draining; 503 otherwise',
    permission: 'public',
    audit: 'query',
    content: z.object({ status: z.literal('ready'), database: z.string() }),
  }),
}
