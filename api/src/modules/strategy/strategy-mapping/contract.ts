import { DOCUMENT_BYTES, Mapping, MappingField, recordHooks, route } from '@sluice/contract'
import { z } from 'zod'

/** Why a field of a mapping cannot be, or gets no value. */
export const MappingProblem = z.object({
  field: z.string(),
  code: z.string(),
  message: z.string(),
  value: z.string().optional(),
  /** Where in an expression it is wrong, in characters. */
  range: z.object({ start: z.int(), end: z.int() }).optional(),
})

const stepKinds = [
  'read',
  'constant',
  'filter',
  'template',
  'part',
  'expression',
  'lines',
  'group',
  'lookup',
  'find',
  'fallback',
  'missing',
  'cast',
] as const

/** How one value came about. Values are JSON text, shortened where they are long; null: missing. */
export const FieldNote = z.object({
  /** `lines[0].sku` */
  field: z.string(),
  value: z.string().nullable(),
  isRefused: z.boolean(),
  steps: z.array(
    z.object({
      kind: z.enum(stepKinds),
      /** As the mapping writes it: a path, a filter with its arguments, a part of an expression, a type. */
      rule: z.string(),
      before: z.string().nullable().optional(),
      after: z.string().nullable(),
      /** Why it refused, as the end of a sentence. */
      refusal: z.string().optional(),
      lookup: z.int().optional(),
      find: z.int().optional(),
    }),
  ),
})

/** One field that the mapping's script changed: of the record, or of the target. Values as in `FieldNote`. */
export const MappingScripted = z.object({
  hook: z.enum(recordHooks),
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

/** One value that was looked up in a value map, with the version that was read. */
export const MappingLookup = z.object({
  field: z.string(),
  map_id: z.uuid(),
  map_name: z.string(),
  map_version: z.int(),
  direction: z.enum(['forward', 'reverse']),
  value: z.string(),
  /** null: the record was refused. */
  result: z.string().nullable(),
  /** The line that answered; null: none, and `policy` says what was done. */
  line: z.object({ id: z.string(), a: z.string(), b: z.string() }).nullable(),
  policy: z.enum(['keep', 'default', 'error']).nullable(),
})

/** One value that was looked up in the stored records of another strategy, as they are now. */
export const MappingFind = z.object({
  field: z.string(),
  strategy_id: z.uuid(),
  strategy_name: z.string(),
  /** What was asked for; null: the record has nothing to ask with. */
  where: z.array(z.object({ field: z.string(), value: z.string().nullable() })),
  /** The field of the record found. */
  take: z.string(),
  /** How many records fit. */
  hits: z.int(),
  /** The one that came last; null: none. */
  record: z.object({ id: z.string(), key: z.string(), number: z.string().nullable() }).nullable(),
  /** What was done where nothing was found; null: something was. */
  policy: z.enum(['empty', 'default', 'error']).nullable(),
  /** What the field became, as JSON text; null: missing or refused. */
  value: z.string().nullable(),
})

const Example = z.object({
  record_id: z.string(),
  /** Its business number, or its key. */
  key: z.string(),
  /** Empty for a change. */
  message: z.string(),
  /** The value refused, or what the field becomes as JSON text; null: missing. */
  value: z.string().nullable(),
  /** What the saved mapping makes of it, as JSON text; null: missing. */
  before: z.string().nullable(),
})

export const strategyMapping = {
  trial: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/{id}/mapping-trial',
    summary: 'Map the records that the strategy stored last, beside the saved mapping; nothing is written',
    permission: 'strategy:query',
    audit: 'query',
    params: z.object({ id: z.uuid() }),
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({ mapping: Mapping, limit: z.int().min(1).max(1000).default(200) }),
    content: z.object({
      records: z.int(),
      refused: z.int(),
      /** Records that the saved mapping maps otherwise. */
      changed: z.int(),
      /** Records whose evidence is no longer kept. */
      gone: z.int(),
      /** Records were left out, because those before them were large. */
      is_cut: z.boolean(),
      fields: z.array(
        z.object({
          /** Every line alike: `lines[].sku`. */
          field: z.string(),
          errors: z.int(),
          changed: z.int(),
          examples: z.array(Example),
          changes: z.array(Example),
        }),
      ),
      /** Fields that cannot run at all, and were left out. */
      problems: z.array(MappingProblem),
    }),
  }),
  past: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/past-mappings',
    summary: 'How strategies that write the same target filled its fields, those with the same source first',
    permission: 'strategy:query',
    audit: 'query',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      source: z.strictObject({ connector_id: z.uuid(), resource: z.string().max(500) }),
      target: z.strictObject({ connector_id: z.uuid(), resource: z.string().max(500) }),
      /** Left out: the one that asks. */
      strategy_id: z.uuid().optional(),
    }),
    content: z.array(
      z.object({
        strategy_id: z.uuid(),
        strategy_name: z.string(),
        version: z.int(),
        /** It reads the same source too. */
        same_source: z.boolean(),
        fields: z.array(MappingField),
      }),
    ),
  }),
}
