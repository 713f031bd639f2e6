import {
  DOCUMENT_BYTES,
  RetryPolicy,
  route,
  Schedule,
  SourceConfig,
  StrategyConfig,
  TargetConfig,
} from '@sluice/contract'
import { z } from 'zod'

/** A configuration whose connectors are still to be chosen; of a delivered one the data may be open too. */
export const TemplateConfig = StrategyConfig.extend({
  source: SourceConfig.omit({ connector_id: true }).partial({ resource: true, key: true }),
  target: TargetConfig.omit({ connector_id: true }).partial({ resource: true }),
  schedule: Schedule.prefault({}),
  retry: RetryPolicy.prefault({}),
})
export type TemplateConfig = z.output<typeof TemplateConfig>

const Place = z.object({
  /** null: a connector of any platform fits. */
  platform_id: z.string().nullable(),
  platform_name: z.string(),
  platform_icon: z.object({ text: z.string(), color: z.string() }).nullable(),
  /** null: it is chosen when the template is used. */
  resource: z.string().nullable(),
})

export const StrategyTemplate = z.object({
  /** Of a delivered one its own word, else a UUID. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Comes with the product: it cannot be changed. */
  is_delivered: z.boolean(),
  source: Place,
  target: Place,
  /** Who saved it; empty for a delivered one. */
  username: z.string(),
  updated_at: z.string().nullable(),
})
export type StrategyTemplate = z.output<typeof StrategyTemplate>

const id = z.object({ id: z.uuid() })
const words = { name: z.string().trim().min(1).max(60), description: z.string().trim().max(500) }

export const strategyTemplate = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy-template',
    summary: 'Templates that a new strategy may begin with: the tenant’s own by name, then those of the product',
    permission: 'strategy:query',
    audit: 'query',
    content: z.array(StrategyTemplate),
  }),
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-template',
    summary:
      'Keep what is saved of a strategy as a template for everybody of the tenant: without connectors and secrets',
    permission: 'strategy:add',
    audit: 'add',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({ strategy_id: z.uuid(), name: words.name, description: words.description.default('') }),
    content: StrategyTemplate,
  }),
  update: route({
    method: 'PUT',
    path: '/api/dh/lessee/strategy-template/{id}',
    summary: 'Rename a template, or describe it otherwise',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject(words),
    content: StrategyTemplate,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/dh/lessee/strategy-template/{id}',
    summary: 'Delete a template; strategies made with it stay as they are',
    permission: 'strategy:delete',
    audit: 'delete',
    params: id,
    content: z.array(z.never()),
  }),
  use: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy-template/{id}/use',
    summary:
      'What a new strategy begins with; value maps that a delivered template needs are made where they are missing',
    permission: 'strategy:add',
    audit: 'add',
    params: z.object({ id: z.string().min(1).max(60) }),
    content: z.object({
      config: TemplateConfig,
      /** Value maps that it looks up and brings along. */
      maps: z.array(z.object({ id: z.uuid(), name: z.string(), is_new: z.boolean() })),
    }),
  }),
}
