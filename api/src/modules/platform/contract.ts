import { Param, route } from '@sluice/contract'
import { z } from 'zod'

/** A kind of software one can connect. Spec §3 platform option, plus what draws the forms. */
export const Platform = z.object({
  id: z.string(),
  name: z.string(),
  group: z.string(),
  describe: z.string(),
  icon: z.object({ text: z.string(), color: z.string() }),
  roles: z.array(z.enum(['source', 'target'])),
  connector_params: z.array(Param),
  source_params: z.array(Param),
  target_params: z.array(Param),
  oauth2: z.boolean(),
  app: z.boolean(),
  connector_help_link: z.string().nullable(),
  /** Connectors of the tenant on this platform. */
  connector_count: z.int(),
})
export type Platform = z.output<typeof Platform>

export const platform = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/platform',
    summary: 'Platforms keyed by group',
    permission: 'platform:query',
    audit: 'query',
    query: z.strictObject({ group: z.literal('1').optional(), keyword: z.string().max(100).optional() }),
    content: z.record(z.string(), z.array(Platform)),
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/platform/{id}',
    summary: 'One platform',
    permission: 'platform:query',
    audit: 'query',
    content: Platform,
  }),
}
