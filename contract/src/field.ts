import { z } from 'zod'
import { Holds } from './holds.ts'
import { Words } from './words.ts'

/** One input of a generated form: a connector's parameter, a source's or a target's option. */
export const Param = z.object({
  field: z.string().regex(/^[a-z][a-z0-9_]*$/),
  label: Words,
  /** `keyvalue`: a list of {name, value}; `code`: a multi-line editor; `file`: an upload, the value is its file id;
   * `resource`: a table, file or endpoint picked from discovery; `columns`: names picked from the resource's fields. */
  type: z.enum([
    'text',
    'password',
    'number',
    'switch',
    'select',
    'multiselect',
    'textarea',
    'code',
    'keyvalue',
    'file',
    'resource',
    'columns',
  ]),
  is_required: z.boolean().default(false),
  /** Sealed at rest and never sent back. */
  encryption: z.boolean().default(false),
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
  describe: Words.optional(),
  placeholder: z.string().optional(),
  options: z.array(z.object({ value: z.string(), label: Words })).optional(),
  /** Shown and required only while another field has one of these values. */
  when: z.object({ field: z.string(), in: z.array(z.union([z.string(), z.boolean()])) }).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  pattern: z.string().optional(),
  /** Heading under which the form groups the input; ungrouped inputs come first. `advanced` starts folded. */
  group: z.string().optional(),
})
export type Param = z.output<typeof Param>
export type ParamInput = z.input<typeof Param>

/** What a form holds. Nested objects appear only in `keyvalue` lists. */
export const ParamValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string()),
  z.array(z.object({ name: z.string(), value: z.string() })),
])
export type ParamValue = z.output<typeof ParamValue>
export const ParamValues = z.record(z.string(), ParamValue)
export type ParamValues = z.output<typeof ParamValues>

/** The types of fields that discovery reports and mappings cast to. */
export const fieldTypes = [
  'string',
  'int',
  'decimal',
  'float',
  'bool',
  'datetime',
  'date',
  'time',
  'json',
  'bytes',
  'array',
  'object',
] as const
export const FieldSpec: z.ZodType<FieldSpec> = z
  .object({
    name: z.string(),
    label: z.string().optional(),
    type: z.enum(fieldTypes),
    /** The far system's own word: `numeric(10,2)`, `nvarchar(40)`. */
    nativeType: z.string().optional(),
    isRequired: z.boolean().optional(),
    isKey: z.boolean().optional(),
    /** false: NOT NULL. Absent: the far system does not say. */
    isNullable: z.boolean().optional(),
    /** The database computes it; nobody may write it. */
    isGenerated: z.boolean().optional(),
    maxLength: z.int().optional(),
    /** What it keeps, to the digit; absent where no catalogue of a database says so. */
    holds: Holds.optional(),
    /** Children of an array of lines or of an object. */
    get fields() {
      return z.array(FieldSpec).optional()
    },
  })
  .meta({ id: 'FieldSpec' })
export interface FieldSpec {
  name: string
  label?: string | undefined
  type: (typeof fieldTypes)[number]
  nativeType?: string | undefined
  isRequired?: boolean | undefined
  isKey?: boolean | undefined
  isNullable?: boolean | undefined
  isGenerated?: boolean | undefined
  maxLength?: number | undefined
  holds?: Holds | undefined
  fields?: FieldSpec[] | undefined
}

/** How a file was understood in a place where it does not say so itself. */
export const FileReading = z.object({
  /** The option of the source that says it otherwise; `days` and `numbers` are said by a mapping. */
  option: z.enum(['encoding', 'delimiter', 'header', 'guarded', 'pagination', 'days', 'numbers']),
  /** Of days and numbers: in which column. */
  column: z.string().optional(),
  /** The value of the choice that is taken; null: a person has to choose. */
  taken: z.string().nullable(),
  /** One sentence. */
  reason: z.string(),
  /** What is set does not look right. */
  isDoubtful: z.boolean().optional(),
  choices: z.array(z.object({ value: z.string(), label: z.string(), sample: z.string() })),
})
export type FileReading = z.output<typeof FileReading>

/** A table, a file, an endpoint: what a source reads from and a target writes to. */
export const Resource = z.object({
  /** Stable within the connector: `public.orders`, `orders.csv`, `order.list`. */
  id: z.string(),
  label: z.string(),
  /** The schema of a database it lies in, where the far system has such. */
  schema: z.string().optional(),
  /** What the far system's own people wrote about it. */
  comment: z.string().optional(),
  kind: z.enum(['table', 'view', 'file', 'endpoint', 'strategy']),
  direction: z.enum(['source', 'target', 'both']),
  fields: z.array(FieldSpec),
  /** There are more fields than these: it has more than anybody can look through. */
  isCut: z.boolean().optional(),
  /** Names of the fields that identify a record. */
  key: z.array(z.string()),
  /** Candidate fields for reading only what changed. */
  increment: z.array(z.string()).optional(),
  /** Field of the business number, and whether a known key is taken again, where the resource says so. */
  number: z.string().optional(),
  idCheck: z.boolean().optional(),
  /** Rows or records, where the far system knows without counting. */
  estimatedCount: z.number().optional(),
  /** Of files: what had to be guessed, and what the other readings are. */
  readings: z.array(FileReading).optional(),
  /** What the far system itself may do to records before they are read, a sentence each. */
  notes: z.array(z.object({ level: z.enum(['info', 'warning']), text: z.string() })).optional(),
})
export type Resource = z.output<typeof Resource>

/** Something a credential may or may not do at the far system, found out without doing it. */
export const Right = z.object({
  /** `read`, `write`, `create`, `follow`, or the connector's own. */
  name: z.string(),
  label: Words,
  /** `part`: with some things only; `unknown`: it cannot be told without doing it. */
  state: z.enum(['yes', 'part', 'no', 'unknown']),
  /** What was seen: how many tables, which ones not. */
  detail: z.string().optional(),
  /** How to get it, one sentence. */
  advice: z.string().optional(),
  /** What an administrator runs or writes for it, to be copied as it is. */
  repair: z.string().optional(),
})
export type Right = z.output<typeof Right>

/** One line of a connection test. */
export const TestStep = z.object({
  /** `address`, `network`, `protocol`, `auth`, `permission`, or the connector's own. */
  name: z.string(),
  label: Words,
  ok: z.boolean(),
  elapsedMs: z.number(),
  /** What was seen: the version, the number of tables. */
  detail: z.string().optional(),
  /** What the credential may and may not do; a right that lacks is no failure of the test. */
  rights: z.array(Right).optional(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      advice: z.string().optional(),
      /** A statement or a line of a configuration that mends it, to be copied as it is. */
      repair: z.string().optional(),
    })
    .optional(),
})
export type TestStep = z.output<typeof TestStep>
