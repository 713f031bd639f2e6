import { DOCUMENT_BYTES, route } from '@sluice/contract'
import { z } from 'zod'
import { Strategy, StrategyHeader } from '../strategy/contract.ts'

const Connectors = {
  /** Instead of the one the original reads from. */
  source_connector_id: z.uuid().optional(),
  /** Instead of the one the original writes to. */
  target_connector_id: z.uuid().optional(),
}

/** One strategy to be copied, and as what. */
const CopyItem = z.strictObject({ id: z.uuid(), name: StrategyHeader.name, code: StrategyHeader.code, ...Connectors })

const End = z.object({ platform_id: z.string(), platform_name: z.string(), connector: z.string() })
const Text = z.string().min(1).max(5_000_000)

export const strategyCopy = {
  batch: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/batch-copy',
    summary: 'Copy several, never their data; copies are drafts. One result each',
    permission: 'strategy:add',
    audit: 'add',
    body: z.strictObject({ items: z.array(CopyItem).min(1).max(100) }),
    content: z.array(
      z.object({
        /** Of the original. */
        id: z.uuid(),
        ok: z.boolean(),
        code: z.string(),
        message: z.string(),
        copy_id: z.uuid().nullable(),
      }),
    ),
  }),
  parse: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/import/parse',
    summary: 'What a file of exported strategies (JSON or YAML) holds; nothing is made yet',
    permission: 'strategy:add',
    audit: 'query',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({ text: Text }),
    content: z.array(z.object({ name: z.string(), group: z.string(), resource: z.string(), source: End, target: End })),
  }),
  import: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/import',
    summary: 'Make drafts of chosen strategies of such a file, over connectors of this tenant. One result each',
    permission: 'strategy:add',
    audit: 'add',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      text: Text,
      items: z
        .array(
          z.strictObject({
            /** Place in the file, from 0. */
            at: z.int().min(0),
            name: StrategyHeader.name,
            source_connector_id: z.uuid(),
            target_connector_id: z.uuid(),
          }),
        )
        .min(1)
        .max(100),
    }),
    content: z.array(
      z.object({ at: z.int(), ok: z.boolean(), code: z.string(), message: z.string(), id: z.uuid().nullable() }),
    ),
  }),
  one: route({
    method: 'POST',
    path: '/api/dp/strategy-data/copyStrategy/{id}',
    summary: 'Copy one without its data',
    permission: 'strategy:add',
    audit: 'add',
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({
      /** Default: the name of the original with a tail. */
      name: StrategyHeader.name.optional(),
      code: StrategyHeader.code,
    }),
    content: Strategy,
  }),
  quote: route({
    method: 'POST',
    path: '/api/dp/strategy/create-by-quote',
    summary: 'A new strategy made like another, over connectors of its own; it remembers what it was made from',
    permission: 'strategy:add',
    audit: 'add',
    body: z.strictObject({
      /** The strategy that is quoted. */
      strategy_id: z.uuid(),
      ...StrategyHeader,
      ...Connectors,
    }),
    content: Strategy,
  }),
}
