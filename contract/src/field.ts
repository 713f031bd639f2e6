import { z } from 'zod'

/** One input of a generated form: a connector's parameter, a source's or a target's option. */
export const Param = z.object({
  field: z.string().regex(/^[a-z][a-z0-9_]*$/),
  label: z.object({ zh: z.string(), en: z.string() }),
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
  describe: z.object({ zh: z.string(), en: z.string() }).optional(),
  placeholder: z.string().optional(),
  options: z.array(z.object({ value: z.string(), label: z.object({ zh: z.string(), en: z.string() }) })).optional(),
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
    maxLength: z.int().optional(),
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
  maxLength?: number | undefined
  fields?: FieldSpec[] | undefined
}

/** A table, a file, an endpoint: what a source reads from and a target writes to. */
export const Resource = z.object({
  /** Stable within the connector: `public.orders`, `orders.csv`, `order.list`. */
  id: z.string(),
  label: z.string(),
  kind: z.enum(['table', 'view', 'file', 'endpoint', 'strategy']),
  direction: z.enum(['source', 'target', 'both']),
  fields: z.array(FieldSpec),
  /** Names of the fields that identify a record. */
  key: z.array(z.string()),
  /** Candidate fields for reading only what changed. */
  increment: z.array(z.string()).optional(),
  /** Rows or records, where the far system knows without counting. */
  estimatedCount: z.number().optional(),
})
export type Resource = z.output<typeof Resource>

/** One line of a connection test. */
export const TestStep = z.object({
  /** `address`, `network`, `protocol`, `auth`, `permission`, or the connector's own. */
  name: z.string(),
  label: z.object({ zh: z.string(), en: z.string() }),
  ok: z.boolean(),
  elapsedMs: z.number(),
  /** What was seen: the version, the number of tables. */
  detail: z.string().optional(),
  error: z.object({ code: z.string(), message: z.string(), advice: z.string().optional() }).optional(),
})
export type TestStep = z.output<typeof TestStep>
