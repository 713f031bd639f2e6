import {
  Adapter,
  AssetTrial,
  adapterKinds,
  adapterLevels,
  assetMethods,
  DOCUMENT_BYTES,
  ParamValues,
  route,
  StatementTrial,
  scriptHooks,
} from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })
export const adapterStates = ['draft', 'published', 'stopped'] as const

export const AdapterRow = z.object({
  id: z.uuid(),
  platform_id: z.string(),
  platform_name: z.string(),
  platform_icon: z.object({ text: z.string(), color: z.string() }),
  name: z.string(),
  kind: z.enum(adapterKinds),
  status: z.enum(adapterStates),
  version: z.int(),
  /** The version at work. */
  published_version: z.int().nullable(),
  /** The request for approval that is open. */
  approval_id: z.uuid().nullable(),
  /** Strategies whose requests go through it, all and running. */
  strategy_count: z.int(),
  running_strategy_count: z.int(),
  updated_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type AdapterRow = z.output<typeof AdapterRow>

export const AdapterDetail = AdapterRow.extend({ doc: Adapter })
export type AdapterDetail = z.output<typeof AdapterDetail>

const filter = {
  keyword: z.string().max(100).optional(),
  platform_id: z.string().max(40).optional(),
  status: z.enum(adapterStates).optional(),
  kind: z.enum(adapterKinds).optional(),
}
const act = {
  method: 'POST',
  permission: 'asset:update',
  audit: 'update',
  params: id,
  content: AdapterDetail,
} as const

export const adapter = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/adapter',
    summary: 'Adapters of the tenant',
    permission: 'asset:query',
    audit: 'query',
    query: z.strictObject({
      ...filter,
      sort: z.enum(['name', '-name', 'updated_at', '-updated_at', 'created_at', '-created_at']).default('-updated_at'),
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).default(20),
    }),
    content: z.array(AdapterRow),
  }),
  export: route({
    method: 'POST',
    path: '/api/dh/lessee/adapter/export',
    summary: 'Adapters as a file: JSON with their content, or a table',
    permission: 'asset:export',
    audit: 'export',
    body: z.strictObject({ ...filter, format: z.enum(['json', 'csv']).default('json') }),
    content: 'file',
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/adapter/{id}',
    summary: 'One adapter',
    permission: 'asset:query',
    audit: 'query',
    params: id,
    content: AdapterDetail,
  }),
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/adapter',
    summary: 'Write down how a platform is spoken to; a draft until it is published',
    permission: 'asset:add',
    audit: 'add',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({ platform_id: z.string().min(1).max(40), doc: Adapter }),
    content: AdapterDetail,
  }),
  update: route({
    method: 'PUT',
    path: '/api/dh/lessee/adapter/{id}',
    summary: 'Save a new version; the published one stays at work',
    permission: 'asset:update',
    audit: 'update',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({ doc: Adapter, version: z.int(), note: z.string().max(200).default('') }),
    content: AdapterDetail,
  }),
  publish: route({
    ...act,
    path: '/api/dh/lessee/adapter/{id}/publish',
    summary: 'Put the newest version to work, or ask for approval where the tenant demands it',
  }),
  stop: route({
    ...act,
    path: '/api/dh/lessee/adapter/{id}/stop',
    summary: 'Offer it no more; refused (409) while a running strategy goes through it',
  }),
  copy: route({
    ...act,
    path: '/api/dh/lessee/adapter/{id}/copy',
    permission: 'asset:add',
    audit: 'add',
    summary: 'A draft with the same content',
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/dh/lessee/adapter/{id}',
    summary: 'Delete an adapter that nothing names',
    permission: 'asset:delete',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
  versions: route({
    method: 'GET',
    path: '/api/dh/lessee/adapter/{id}/version',
    summary: 'Versions, newest first, with what each says',
    permission: 'asset:query',
    audit: 'query',
    params: id,
    query: z.strictObject({
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    content: z.array(
      z.object({ version: z.int(), doc: Adapter, note: z.string(), username: z.string(), created_at: z.string() }),
    ),
  }),
  restore: route({
    ...act,
    path: '/api/dh/lessee/adapter/{id}/restore',
    summary: 'An earlier version once more, as the newest',
    body: z.strictObject({ version: z.int().min(1) }),
  }),
  references: route({
    method: 'GET',
    path: '/api/dh/lessee/adapter/{id}/reference',
    summary: 'Platforms and API assets that name it, and strategies with the level that won',
    permission: 'asset:query',
    audit: 'query',
    params: id,
    content: z.array(
      z.object({
        kind: z.enum(['platform', 'api', 'strategy']),
        id: z.string(),
        name: z.string(),
        status: z.string(),
        /** Of a strategy. */
        role: z.enum(['source', 'target']).nullable(),
        /** Whose adapter a strategy goes through. */
        level: z.enum(adapterLevels).nullable(),
        /** The strategy goes through this one; false: a nearer level names another. */
        is_in_force: z.boolean(),
      }),
    ),
  }),
  inherited: route({
    method: 'GET',
    path: '/api/dh/lessee/adapter/inherited',
    summary: 'The adapter that counts where a strategy, or an interface, names none of its own; null: none is named',
    permission: 'asset:query',
    audit: 'query',
    query: z.strictObject({
      platform_id: z.string().min(1).max(40),
      /** What a strategy has chosen of a connector; absent: for an interface of the platform. */
      resource: z.string().max(500).optional(),
    }),
    content: z
      .object({
        id: z.uuid(),
        name: z.string(),
        /** The version at work; null: it is not published, so requests stop. */
        version: z.int().nullable(),
        level: z.enum(adapterLevels),
      })
      .nullable(),
  }),
  check: route({
    method: 'POST',
    path: '/api/dh/lessee/adapter/check',
    summary: 'An adapter written as JSON or YAML with every default written out, or its faults; nothing is stored',
    permission: 'asset:query',
    audit: 'query',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({ text: z.string().min(1).max(5_000_000) }),
    content: Adapter,
  }),
  checkScript: route({
    method: 'POST',
    path: '/api/dh/lessee/adapter/check-script',
    summary: 'What a script exports, or where it is wrong; nothing is stored',
    permission: 'asset:query',
    audit: 'query',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({ code: z.string().max(100_000) }),
    content: z.object({
      hooks: z.array(z.enum(scriptHooks)),
      problem: z.object({ message: z.string(), line: z.int().nullable(), column: z.int().nullable() }).nullable(),
    }),
  }),
  tryStatement: route({
    method: 'POST',
    path: '/api/dh/lessee/adapter/try-statement',
    summary: 'Rows of a query, or what a statement would change for a record: it is taken back at once',
    permission: 'asset:update',
    audit: 'update',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      connector_id: z.uuid(),
      platform_id: z.string().min(1).max(40),
      doc: Adapter,
      values: ParamValues.default({}),
      /** JSON of an object, digits kept. */
      record: z.string().max(1_000_000).default('{}'),
      limit: z.int().min(1).max(100).default(10),
    }),
    content: StatementTrial,
  }),
  import: route({
    method: 'POST',
    path: '/api/dh/lessee/adapter/import',
    summary: 'Adapters from a file as export gives it: each with its faults by field; all are made as drafts, or none',
    permission: 'asset:import',
    audit: 'import',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      /** The file's text. */
      text: z.string().min(1).max(8_000_000),
      /** Instead of the platforms that the file names. */
      platform_id: z.string().min(1).max(40).optional(),
      /** Of a name that is there already: leave it, save a new version, or make another one beside it. */
      existing: z.enum(['skip', 'version', 'copy']).default('skip'),
      /** Only look. */
      preview: z.boolean().default(true),
    }),
    content: z.object({
      adapters: z.array(
        z.object({
          name: z.string(),
          platform_id: z.string(),
          kind: z.enum(adapterKinds).nullable(),
          act: z.enum(['add', 'version', 'copy', 'skip', 'refuse']),
          faults: z.array(z.object({ field: z.string(), message: z.string() })),
        }),
      ),
      /** Something was stored. */
      is_done: z.boolean(),
    }),
  }),
  try: route({
    method: 'POST',
    path: '/api/dh/lessee/adapter/try',
    summary: 'Send one request through an adapter, saved or not, and see every exchange; an EXECUTE really writes',
    permission: 'asset:update',
    audit: 'update',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      connector_id: z.uuid(),
      platform_id: z.string().min(1).max(40),
      doc: Adapter,
      /** An interface of the platform; absent: `request`. */
      asset_id: z.uuid().optional(),
      request: z
        .strictObject({
          method: z.enum(assetMethods).default('GET'),
          api: z.string().trim().min(1).max(500),
          listPath: z.string().max(300).default(''),
        })
        .optional(),
      values: ParamValues.default({}),
      pageSize: z.int().min(1).max(100).default(10),
    }),
    content: AssetTrial,
  }),
}
