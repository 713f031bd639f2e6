import { DOCUMENT_BYTES, route } from '@sluice/contract'
import { z } from 'zod'

/** What may stand in a file, in the order in which files are applied. */
export const configKinds = [
  'platform',
  'adapter',
  'api-asset',
  'connector',
  'mapping',
  'strategy',
  'report',
  'dashboard',
  'bill-profile',
  'recon-flow',
  'gateway',
  'state',
] as const
export type ConfigKind = (typeof configKinds)[number]

export const ConfigFile = z.strictObject({
  /** Where it lies, from the directory of the export: `connectors/mysql/erp.yaml`. */
  path: z.string().min(1).max(300),
  text: z.string().max(2_000_000),
})
export type ConfigFile = z.output<typeof ConfigFile>

const Kinds = z.array(z.enum(configKinds)).min(1).max(configKinds.length)
const Files = z.array(ConfigFile).min(1).max(5000)

/** Something that an export left out, or that a plan wants known. */
const Note = z.object({ kind: z.enum(configKinds), key: z.string(), message: z.string() })

export const ConfigProblem = z.object({
  file: z.string(),
  /** From 1. */
  line: z.int(),
  /** `spec.source.connector`; empty: the file itself. */
  field: z.string(),
  code: z.string(),
  /** What is wrong, with the way out. */
  message: z.string(),
})
export type ConfigProblem = z.output<typeof ConfigProblem>

/** One value that becomes another; texts of JSON, shortened where they are long; null: there is none. */
export const ConfigField = z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type ConfigField = z.output<typeof ConfigField>

/** What a change does to the newest of a strategy's stored records: a sample, mapped twice and written nowhere. */
export const RecordEffect = z.object({
  strategy: z.string(),
  name: z.string(),
  /** All its stored records. */
  total: z.string(),
  /** Of these looked at. */
  records: z.int(),
  changed: z.int(),
  refused: z.int(),
  mended: z.int(),
  dropped: z.int(),
  gone: z.int(),
  is_cut: z.boolean(),
  fields: z.array(
    z.object({
      field: z.string(),
      records: z.int(),
      key: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      message: z.string(),
    }),
  ),
})
export type RecordEffect = z.output<typeof RecordEffect>

export const ConfigChange = z.object({
  kind: z.enum(configKinds),
  key: z.string(),
  /** What people call it. */
  name: z.string(),
  /** Empty for what goes because no file names it. */
  file: z.string(),
  act: z.enum(['create', 'change', 'delete', 'same']),
  /** At most 200 of them. */
  fields: z.array(ConfigField),
  field_count: z.int(),
  notes: z.array(z.string()),
})
export type ConfigChange = z.output<typeof ConfigChange>

export const ConfigPlan = z.object({
  /** What is agreed to by applying it: another world or other files have another one. */
  hash: z.string(),
  changes: z.array(ConfigChange),
  counts: z.object({ create: z.int(), change: z.int(), delete: z.int(), same: z.int() }),
  problems: z.array(ConfigProblem),
  effects: z.array(RecordEffect),
  /** Strategies whose records there was no time to look at. */
  unmeasured: z.array(z.string()),
  /** Names of placeholders whose values would be stored. */
  secrets: z.array(z.string()),
})
export type ConfigPlan = z.output<typeof ConfigPlan>

const Wish = {
  files: Files,
  /** Values of `${secret:NAME}` by name. */
  secrets: z.record(z.string().max(200), z.string().max(100_000)).default({}),
  /** Delete what no file names, of the kinds that files are of. */
  prune: z.boolean().default(false),
  /** Move cursors to where the files of kind `state` say. */
  state: z.boolean().default(false),
}

export const config = {
  export: route({
    method: 'POST',
    path: '/api/dh/lessee/config/export',
    summary: 'The configuration as files, one per object; secrets are placeholders',
    permission: 'strategy:export',
    audit: 'export',
    body: z.strictObject({
      /** Absent: all that the caller may see. */
      kinds: Kinds.optional(),
    }),
    content: z.object({ files: z.array(ConfigFile), notes: z.array(Note) }),
  }),
  plan: route({
    method: 'POST',
    path: '/api/dh/lessee/config/plan',
    summary:
      'What applying files would change, down to fields and stored records, and what is in the way; nothing is kept',
    permission: 'strategy:update',
    audit: 'query',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      ...Wish,
      /** Records of each strategy that are mapped to see the effect; 0: none. */
      sample: z.int().min(0).max(2000).default(500),
    }),
    content: ConfigPlan,
  }),
  apply: route({
    method: 'POST',
    path: '/api/dh/lessee/config/apply',
    summary: 'Carry a plan out, all of it or nothing; 409 when it is no longer what was planned',
    permission: 'strategy:update',
    audit: 'update',
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({ ...Wish, /** Of the plan. */ hash: z.string().min(1).max(100) }),
    content: z.object({ counts: ConfigPlan.shape.counts, changes: z.array(ConfigChange) }),
  }),
}
