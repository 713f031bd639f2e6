import { Adapter, ApiAsset, route } from '@sluice/contract'
import { z } from 'zod'

/** A platform of the product that is data: its interfaces and how they are spoken to. */
export const Pack = z.object({
  platform_id: z.string(),
  platform_name: z.string(),
  platform_icon: z.object({ text: z.string(), color: z.string() }),
  version: z.int(),
  /** The vendor's own pages that it was written from. */
  documentation: z.string(),
  adapter: Adapter.nullable(),
  interfaces: z.array(
    z.object({
      /** How a strategy names it among a connector's resources. */
      resource: z.string(),
      group: z.string(),
      /** In the reader's language; what a copy of it begins with. */
      doc: ApiAsset,
    }),
  ),
})
export type Pack = z.output<typeof Pack>

export const pack = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/pack',
    summary: 'Interfaces that the product brings along, read-only, by platform',
    permission: 'asset:query',
    audit: 'query',
    query: z.strictObject({ platform_id: z.string().max(40).optional() }),
    content: z.array(Pack),
  }),
}
