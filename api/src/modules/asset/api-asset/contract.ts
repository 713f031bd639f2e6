import { AnswerReading, ApiAsset, AssetTrial, assetTypes, DOCUMENT_BYTES, ParamValues, route } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })
export const assetStates = ['draft', 'published', 'stopped'] as const
const AssetId = z.uuid()

export const AssetRow = z.object({
  id: z.uuid(),
  platform_id: z.string(),
  platform_name: z.string(),
  platform_icon: z.object({ text: z.string(), color: z.string() }),
  collection_id: z.uuid().nullable(),
  collection_name: z.string().nullable(),
  name: z.string(),
  api: z.string(),
  method: z.string(),
  type: z.enum(assetTypes),
  status: z.enum(assetStates),
  version: z.int(),
  /** The version that is offered; null: the newest. */
  published_version: z.int().nullable(),
  /** The request for approval that is open. */
  approval_id: z.uuid().nullable(),
  /** Strategies that use some version of it, all and running. */
  strategy_count: z.int(),
  running_strategy_count: z.int(),
  updated_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type AssetRow = z.output<typeof AssetRow>

export const Asset = AssetRow.extend({
  doc: ApiAsset,
  /** How a strategy names this version among a connector's resources. */
  resource: z.string(),
})
export type Asset = z.output<typeof Asset>

const filter = {
  keyword: z.string().max(100).optional(),
  platform_id: z.string().max(40).optional(),
  /** `none`: those in no category. */
  collection_id: z.union([z.uuid(), z.literal('none')]).optional(),
  type: z.enum(assetTypes).optional(),
  status: z.enum(assetStates).optional(),
}

const act = { method: 'POST', permission: 'asset:update', audit: 'update', params: id, content: Asset } as const

export const apiAsset = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/api-asset',
    summary: 'API assets of the tenant',
    permission: 'asset:query',
    audit: 'query',
    query: z.strictObject({
      ...filter,
      sort: z
        .enum(['name', '-name', 'api', '-api', 'updated_at', '-updated_at', 'created_at', '-created_at', 'sort'])
        .default('-updated_at'),
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).default(20),
    }),
    content: z.array(AssetRow),
  }),
  export: route({
    method: 'POST',
    path: '/api/dh/lessee/api-asset/export',
    summary: 'API assets as a file that can be imported again: JSON, YAML, or a table',
    permission: 'asset:export',
    audit: 'export',
    body: z.strictObject({
      ...filter,
      ids: z.array(AssetId).max(1000).optional(),
      format: z.enum(['json', 'yaml', 'csv', 'xlsx']).default('json'),
    }),
    content: 'file',
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/api-asset/{id}',
    summary: 'One API asset',
    permission: 'asset:query',
    audit: 'query',
    params: id,
    content: Asset,
  }),
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/api-asset',
    summary: 'Write down an interface; a draft until it is published',
    permission: 'asset:add',
    audit: 'add',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      platform_id: z.string().min(1).max(40),
      collection_id: z.uuid().nullable().default(null),
      doc: ApiAsset,
    }),
    content: Asset,
  }),
  update: route({
    method: 'PUT',
    path: '/api/dh/lessee/api-asset/{id}',
    summary: 'Save a new version; strategies keep the one they chose',
    permission: 'asset:update',
    audit: 'update',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({ doc: ApiAsset, version: z.int(), note: z.string().max(200).default('') }),
    content: Asset,
  }),
  publish: route({
    ...act,
    path: '/api/dh/lessee/api-asset/{id}/publish',
    summary:
      'Offer it to strategies by every connector of its platform, or ask for approval where the tenant demands it',
  }),
  stop: route({
    ...act,
    path: '/api/dh/lessee/api-asset/{id}/stop',
    summary: 'Offer it no more; refused (409) while a running strategy uses it',
  }),
  copy: route({
    ...act,
    path: '/api/dh/lessee/api-asset/{id}/copy',
    permission: 'asset:add',
    audit: 'add',
    summary: 'A draft with the same content',
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/dh/lessee/api-asset/{id}',
    summary: 'Delete an API asset that no strategy uses',
    permission: 'asset:delete',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
  move: route({
    method: 'POST',
    path: '/api/dh/lessee/api-asset/move',
    summary: 'Put interfaces into a category of their platform, or into none',
    permission: 'asset:update',
    audit: 'update',
    body: z.strictObject({ ids: z.array(AssetId).min(1).max(1000), collection_id: z.uuid().nullable() }),
    content: z.object({ moved: z.int() }),
  }),
  versions: route({
    method: 'GET',
    path: '/api/dh/lessee/api-asset/{id}/version',
    summary: 'Versions, newest first, with what each says',
    permission: 'asset:query',
    audit: 'query',
    params: id,
    query: z.strictObject({
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    content: z.array(
      z.object({
        version: z.int(),
        doc: ApiAsset,
        note: z.string(),
        username: z.string(),
        created_at: z.string(),
        /** Strategies that chose it. */
        strategy_count: z.int(),
      }),
    ),
  }),
  restore: route({
    ...act,
    path: '/api/dh/lessee/api-asset/{id}/restore',
    summary: 'An earlier version once more, as the newest',
    body: z.strictObject({ version: z.int().min(1) }),
  }),
  references: route({
    method: 'GET',
    path: '/api/dh/lessee/api-asset/{id}/reference',
    summary: 'Strategies that use some version of it',
    permission: 'asset:query',
    audit: 'query',
    params: id,
    content: z.array(
      z.object({
        id: z.uuid(),
        code: z.string(),
        name: z.string(),
        status: z.string(),
        role: z.enum(['source', 'target']),
        version: z.int(),
      }),
    ),
  }),
  try: route({
    method: 'POST',
    path: '/api/dh/lessee/api-asset/try',
    summary: 'Send one request as the asset describes it, saved or not, and see everything; an EXECUTE really writes',
    permission: 'asset:update',
    audit: 'update',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      connector_id: z.uuid(),
      platform_id: z.string().min(1).max(40),
      doc: ApiAsset,
      /** Values instead of defaults, as a strategy gives them. */
      values: ParamValues.default({}),
      from: z.string().max(60).optional(),
      to: z.string().max(60).optional(),
      pageSize: z.int().min(1).max(100).default(10),
      /** JSON text of the record that an EXECUTE sends. */
      record: z.string().max(1_000_000).optional(),
    }),
    content: AssetTrial,
  }),
  read: route({
    method: 'POST',
    path: '/api/dh/lessee/api-asset/read',
    summary: 'How an interface, saved or not, would read an answer that somebody has; nothing is sent or stored',
    permission: 'asset:query',
    audit: 'query',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      doc: ApiAsset,
      /** Whose adapter reads the answer, where the interface names none of its own; empty: none does. */
      platform_id: z.string().max(40).default(''),
      /** JSON text of the records that were sent: one object, or a list. */
      records: z.string().max(1_000_000).default('[]'),
      status: z.int().min(100).max(599).default(200),
      headers: z.record(z.string().max(200), z.string().max(4000)).default({}),
      body: z.string().max(1_000_000).default(''),
    }),
    content: AnswerReading,
  }),
  check: route({
    method: 'POST',
    path: '/api/dh/lessee/api-asset/check',
    summary: 'An interface written as JSON or YAML with every default written out, or its faults; nothing is stored',
    permission: 'asset:query',
    audit: 'query',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({ text: z.string().min(1).max(5_000_000) }),
    content: ApiAsset,
  }),
  parse: route({
    method: 'POST',
    path: '/api/dh/lessee/api-asset/parse',
    summary: 'Understand a description of interfaces; nothing is stored',
    permission: 'asset:import',
    audit: 'query',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      kind: z.enum(['auto', 'openapi', 'postman', 'curl', 'sample', 'assets', 'sheet']).default('auto'),
      text: z.string().min(1).max(5_000_000),
    }),
    content: z.object({
      kind: z.enum(['openapi', 'postman', 'curl', 'sample', 'assets', 'sheet']),
      title: z.string(),
      /** Where they are reached: an address for a connector, and the path in it that theirs begin with. */
      base: z.object({ origin: z.string(), path: z.string() }),
      /** Values for parameters of the platform for any HTTP endpoint, one entry a way; null: it has no such way. */
      sign_ins: z.array(
        z.object({ name: z.string(), describe: z.string(), params: z.record(z.string(), z.string()).nullable() }),
      ),
      items: z.array(z.object({ group: z.string(), doc: ApiAsset, warnings: z.array(z.string()) })),
      /** What could not become an interface, and why. */
      skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
    }),
  }),
  import: route({
    method: 'POST',
    path: '/api/dh/lessee/api-asset/import',
    summary: 'Make drafts of understood interfaces; groups become categories',
    permission: 'asset:import',
    audit: 'import',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      platform_id: z.string().min(1).max(40),
      collection_id: z.uuid().nullable().default(null),
      /** An interface of the same path, method and type: left alone, a new version of it, or one more. */
      existing: z.enum(['skip', 'update', 'add']).default('skip'),
      items: z
        .array(z.strictObject({ group: z.string().max(60).default(''), doc: ApiAsset }))
        .min(1)
        .max(1000),
    }),
    content: z.object({ added: z.int(), updated: z.int(), skipped: z.int(), ids: z.array(z.uuid()) }),
  }),
}
