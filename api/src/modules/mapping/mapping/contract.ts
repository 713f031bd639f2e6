import { DOCUMENT_BYTES, MAX_MAP_LINES, route } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })
const paging = {
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(500).default(20),
}
const direction = z.enum(['forward', 'reverse'])
const lineId = z.string().regex(/^\d{1,19}$/)
const Value = z.string().max(2000)
const Label = z.string().max(500)

const settings = {
  name: z.string().trim().min(1).max(60),
  /** Platforms of the two sides, for people; "" = any. */
  a_platform_id: z.string().max(40),
  b_platform_id: z.string().max(40),
  remark: z.string().max(500),
  case_sensitive: z.boolean(),
  /** Leave out blanks around a value when comparing. */
  trim: z.boolean(),
  /** What becomes of a value that no line holds, unless a field says otherwise. */
  on_miss: z.enum(['keep', 'default', 'error']),
  default_a: Value,
  default_b: Value,
}

export const ValueMap = z.object({
  id: z.uuid(),
  ...settings,
  a_platform_name: z.string(),
  b_platform_name: z.string(),
  /** Grows with every change; a run reads the version it began with to its end. */
  version: z.int(),
  line_count: z.int(),
  /** Strategies whose saved version looks it up. */
  ref_count: z.int(),
  /** Unmatched values that nobody has dealt with. */
  /** Values that no line holds. */
  miss_count: z.int(),
  /** Values that had no line when they were met, and have one now: their records may wait to be processed again. */
  matched_count: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type ValueMap = z.output<typeof ValueMap>

const line = {
  a_value: Value,
  a_label: Label,
  b_value: Value,
  b_label: Label,
  enabled: z.boolean(),
  remark: Label,
}
export const MapLine = z.object({
  id: lineId,
  ...line,
  /** Other enabled lines hold the same B: backwards it has several answers. */
  is_ambiguous: z.boolean(),
})
export type MapLine = z.output<typeof MapLine>

export const LineBody = z.strictObject({
  a_value: Value,
  a_label: Label.default(''),
  b_value: Value,
  b_label: Label.default(''),
  enabled: z.boolean().default(true),
  remark: Label.default(''),
})
export type LineBody = z.output<typeof LineBody>

const LineProblem = z.object({
  /** Place among the lines sent, from 0. */
  row: z.int(),
  field: z.enum(['a_value', 'b_value']),
  message: z.string(),
})
export type LineProblem = z.output<typeof LineProblem>

const ImportResult = z.object({
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  unchanged: z.int(),
  /** At most 1,000; nothing is saved while there is one. */
  problems: z.array(LineProblem),
  problem_count: z.int(),
  /** The first lines as they would change. */
  preview: z.array(
    z.object({
      kind: z.enum(['added', 'changed', 'removed']),
      before: LineBody.nullable(),
      after: LineBody.nullable(),
    }),
  ),
})
export type ImportResult = z.output<typeof ImportResult>

export const MapChange = z.object({
  version: z.int(),
  kind: z.enum(['create', 'lines', 'import', 'settings', 'complete']),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  username: z.string(),
  created_at: z.string(),
})
export type MapChange = z.output<typeof MapChange>

const ChangedLine = z.object({
  id: lineId,
  kind: z.enum(['added', 'changed', 'removed']),
  before: LineBody.nullable(),
  after: LineBody.nullable(),
})

/** open: no line holds it. matched: a line has come since. ignored: until it is met again. */
export const missStates = ['open', 'matched', 'ignored'] as const
const MissState = z.enum(missStates)

export const Miss = z.object({
  id: lineId,
  direction,
  value: z.string(),
  /** How often it was met. */
  count: z.string(),
  /** Records that are listed and can be processed again. */
  record_count: z.int(),
  strategy_id: z.uuid(),
  strategy_name: z.string(),
  state: MissState,
  first_at: z.string(),
  last_at: z.string(),
})
export type Miss = z.output<typeof Miss>

/** Also records that were written with the value kept or replaced by the default. */
const written = z.boolean().default(false)

const Reprocessed = z.object({
  /** Records that are processed again, and those whose state does not allow it. */
  reprocessed: z.int(),
  refused: z.int(),
  runs: z.array(z.object({ strategy_id: z.uuid(), run_id: z.uuid() })),
})

const Reference = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(['draft', 'stopped', 'running']),
  /** Target fields that look it up. */
  fields: z.array(z.object({ target: z.string(), direction })),
})

export const mapping = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/mapping',
    summary: 'Value maps (static mapping) of the tenant',
    permission: 'mapping:query',
    audit: 'query',
    query: z.strictObject({
      keyword: z.string().max(100).optional(),
      ...paging,
      sort: z.enum(['name', '-name', 'updated_at', '-updated_at', 'line_count', '-line_count']).default('-updated_at'),
    }),
    content: z.array(ValueMap),
  }),
  create: route({
    method: 'POST',
    path: '/api/dh/lessee/mapping',
    summary: 'Create a value map',
    permission: 'mapping:add',
    audit: 'add',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      name: settings.name,
      a_platform_id: settings.a_platform_id.default(''),
      b_platform_id: settings.b_platform_id.default(''),
      remark: settings.remark.default(''),
      case_sensitive: z.boolean().default(true),
      trim: z.boolean().default(false),
      on_miss: settings.on_miss.default('error'),
      default_a: Value.default(''),
      default_b: Value.default(''),
    }),
    content: ValueMap,
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/mapping/{id}',
    summary: 'One value map',
    permission: 'mapping:query',
    audit: 'query',
    params: id,
    content: ValueMap,
  }),
  update: route({
    method: 'PUT',
    path: '/api/dh/lessee/mapping/{id}',
    summary: 'Change name and rules; takes effect with the next run',
    permission: 'mapping:update',
    audit: 'update',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({ ...settings, version: z.int() }),
    content: ValueMap,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/dh/lessee/mapping/{id}',
    summary: 'Delete a value map; refused (409, with the strategies) while one looks it up',
    permission: 'mapping:delete',
    audit: 'delete',
    params: id,
    content: z.null(),
  }),
  copy: route({
    method: 'POST',
    path: '/api/dh/lessee/mapping/{id}/copy',
    summary: 'A new value map with the same rules and lines',
    permission: 'mapping:add',
    audit: 'add',
    params: id,
    body: z.strictObject({ name: settings.name }),
    content: ValueMap,
  }),
  lines: route({
    method: 'GET',
    path: '/api/dh/lessee/mapping/{id}/line',
    summary: 'Lines of a value map',
    permission: 'mapping:query',
    audit: 'query',
    params: id,
    query: z.strictObject({
      keyword: z.string().max(100).optional(),
      /** `ambiguous`: several answers backwards; `disabled`: switched off. */
      only: z.enum(['ambiguous', 'disabled']).optional(),
      ...paging,
    }),
    content: z.array(MapLine),
  }),
  saveLines: route({
    method: 'PUT',
    path: '/api/dh/lessee/mapping/{id}/line',
    summary: 'Add, change and remove lines in one step; nothing is saved when one cannot be (422 with the rows)',
    permission: 'mapping:update',
    audit: 'update',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      version: z.int(),
      upsert: z.array(LineBody.extend({ id: lineId.optional() })).max(5000),
      remove: z.array(lineId).max(5000),
    }),
    content: ValueMap,
  }),
  import: route({
    method: 'POST',
    path: '/api/dh/lessee/mapping/{id}/import',
    summary: 'Import lines; with `dry_run` only what would change, and what is wrong',
    permission: 'mapping:import',
    audit: 'import',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      /** append: new values only, a known A is a problem; update: by the value of A; replace: all others go. */
      mode: z.enum(['append', 'update', 'replace']),
      lines: z.array(LineBody).max(MAX_MAP_LINES),
      dry_run: z.boolean().default(false),
    }),
    content: ImportResult,
  }),
  export: route({
    method: 'GET',
    path: '/api/dh/lessee/mapping/{id}/export',
    summary: 'All lines as CSV, in the form that the import takes',
    permission: 'mapping:export',
    audit: 'export',
    params: id,
    content: 'file',
  }),
  references: route({
    method: 'GET',
    path: '/api/dh/lessee/mapping/{id}/reference',
    summary: 'Strategies that look the map up',
    permission: 'mapping:query',
    audit: 'query',
    params: id,
    content: z.array(Reference),
  }),
  changes: route({
    method: 'GET',
    path: '/api/dh/lessee/mapping/{id}/change',
    summary: 'Change log, newest first',
    permission: 'mapping:query',
    audit: 'query',
    params: id,
    query: z.strictObject(paging),
    content: z.array(MapChange),
  }),
  changedLines: route({
    method: 'GET',
    path: '/api/dh/lessee/mapping/{id}/change/{version}',
    summary: 'Lines that one change touched, at most 500',
    permission: 'mapping:query',
    audit: 'query',
    params: id.extend({ version: z.coerce.number().int().min(1).max(2_000_000_000) }),
    content: z.array(ChangedLine),
  }),
  misses: route({
    method: 'GET',
    path: '/api/dh/lessee/mapping/{id}/miss',
    summary: 'Values that runs met and no line held',
    permission: 'mapping:query',
    audit: 'query',
    params: id,
    query: z.strictObject({
      keyword: z.string().max(100).optional(),
      state: MissState.default('open'),
      ...paging,
    }),
    content: z.array(Miss),
  }),
  complete: route({
    method: 'POST',
    path: '/api/dh/lessee/mapping/{id}/miss/complete',
    summary: 'Add lines for unmatched values and process their records again',
    permission: 'mapping:update',
    audit: 'update',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      items: z
        .array(z.strictObject({ miss_id: lineId, value: Value }))
        .min(1)
        .max(500),
      /** Process the records concerned again. Needs the right to change strategies. */
      reprocess: z.boolean().default(true),
      written,
    }),
    content: Reprocessed.extend({ map: ValueMap }),
  }),
  reprocessMisses: route({
    method: 'POST',
    path: '/api/dh/lessee/mapping/{id}/miss/reprocess',
    summary: 'Process the records again whose values have a line by now. Needs the right to change strategies.',
    permission: 'mapping:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ ids: z.array(lineId).min(1).max(500), written }),
    content: Reprocessed,
  }),
  ignoreMisses: route({
    method: 'POST',
    path: '/api/dh/lessee/mapping/{id}/miss/ignore',
    summary: 'Take unmatched values out of the inbox until they are met again',
    permission: 'mapping:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ ids: z.array(lineId).min(1).max(500), ignored: z.boolean().default(true) }),
    content: z.object({ changed: z.int() }),
  }),
}
