import { DOCUMENT_BYTES, Param, PlatformTemplate, route, signIns } from '@sluice/contract'
import { z } from 'zod'

/** A kind of software one can connect. Spec §3 platform option, plus what draws the forms. */
export const Platform = z.object({
  id: z.string(),
  name: z.string(),
  /** Short name; of a platform of the product its id. */
  code: z.string(),
  group: z.string(),
  describe: z.string(),
  icon: z.object({ text: z.string(), color: z.string() }),
  roles: z.array(z.enum(['source', 'target'])),
  connector_params: z.array(Param),
  source_params: z.array(Param),
  target_params: z.array(Param),
  /** How its connectors may sign in. */
  sign_ins: z.array(z.enum(signIns)),
  oauth2: z.boolean(),
  app: z.boolean(),
  connector_help_link: z.string().nullable(),
  /** Described by the tenant; those of the product can only be copied. */
  is_own: z.boolean(),
  /** The platform of the product that does the work. */
  base: z.string(),
  /** A stopped one takes no new connectors. */
  status: z.enum(['enabled', 'stopped']),
  /** Interfaces can be added to it as API assets. */
  takes_assets: z.boolean(),
  takes_statements: z.boolean(),
  /** Its sources can be followed: changes of tables, or the messages of a queue. null: they can only be read. */
  follows: z.enum(['changes', 'queue']).nullable(),
  /** Interfaces that the product brings along for it, and the version of what describes them. */
  pack: z.object({ version: z.int(), interface_count: z.int() }).nullable(),
  /** Connectors of the tenant on this platform. */
  connector_count: z.int(),
  /** API assets of the tenant on this platform. */
  asset_count: z.int(),
})
export type Platform = z.output<typeof Platform>

/** The template of a platform with what is needed to save it again. Secret values of the app read as `******`. */
export const StoredTemplate = z.object({ template: PlatformTemplate, version: z.int(), is_own: z.boolean() })
export type StoredTemplate = z.output<typeof StoredTemplate>

const id = z.object({ id: z.uuid() })

export const platform = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/platform',
    summary: 'Platforms keyed by group',
    permission: 'platform:query',
    audit: 'query',
    query: z.strictObject({
      group: z.literal('1').optional(),
      keyword: z.string().max(100).optional(),
      /** Only those whose connectors may sign in so. */
      sign_in: z.enum(signIns).optional(),
      /** Stopped ones too. */
      all: z.literal('1').optional(),
    }),
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
  template: route({
    method: 'GET',
    path: '/api/dh/lessee/platform/{id}/template',
    summary: 'What a platform is made of; of a platform of the product, what a copy of it would begin with',
    permission: 'platform:query',
    audit: 'query',
    content: StoredTemplate,
  }),
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/platform',
    summary: 'Describe a platform of your own',
    permission: 'platform:add',
    audit: 'add',
    bodyBytes: DOCUMENT_BYTES,
    body: PlatformTemplate,
    content: Platform,
  }),
  update: route({
    method: 'PUT',
    path: '/api/dh/lessee/platform/{id}',
    summary: 'Change a platform of your own; its connectors follow with their next run',
    permission: 'platform:update',
    audit: 'update',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: PlatformTemplate.extend({ version: z.int() }),
    content: Platform,
  }),
  enable: route({
    method: 'POST',
    path: '/api/dh/lessee/platform/{id}/enable',
    summary: 'Let a platform take new connectors again',
    permission: 'platform:update',
    audit: 'update',
    params: id,
    content: Platform,
  }),
  stop: route({
    method: 'POST',
    path: '/api/dh/lessee/platform/{id}/stop',
    summary: 'Take no new connectors; refused (409) while a running strategy uses it',
    permission: 'platform:update',
    audit: 'update',
    params: id,
    content: Platform,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/dh/lessee/platform/{id}',
    summary: 'Delete a platform of your own that has neither connectors nor API assets',
    permission: 'platform:delete',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
}
