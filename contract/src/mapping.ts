import { z } from 'zod'
import { fieldTypes } from './field.ts'

/**
 * How one target field gets its value.
 * - template: `{{path}}` alone passes the value with its type; mixed text gives text. Dotted paths reach into objects;
 *   inside `lines`, a path is looked up in the line first, then in the header (`{{$.path}}` always means the header).
 * - constant: the value as given.
 * - expression: CEL over `row` (the record), `line` and `index` (inside lines).
 * - lines: one element per element of the source list `source` (a list, or the JSON text of one); an empty `source`
 *   makes a single line.
 * - object: a nested object.
 * - find: one field of a record that another strategy of the same tenant has stored.
 */
export const FieldValue: z.ZodType<FieldValue> = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('template'), template: z.string().max(20_000) }),
    z.object({
      kind: z.literal('constant'),
      value: z.union([z.string().max(20_000), z.number(), z.boolean(), z.null()]),
    }),
    z.object({ kind: z.literal('expression'), expression: z.string().max(20_000) }),
    z.object({
      kind: z.literal('lines'),
      source: z.string(),
      get fields() {
        return z.array(MappingField).max(2000)
      },
    }),
    z.object({
      kind: z.literal('object'),
      get fields() {
        return z.array(MappingField).max(2000)
      },
    }),
    z.object({
      kind: z.literal('find'),
      strategy_id: z.uuid(),
      /** A path in the record as it was read; `$key`, `$number`, or `$target`: its id at that strategy's target. */
      field: z.string().min(1).max(500),
      /** All of them hold. They name every key field of that strategy, or its number field: others are only compared. */
      where: z
        .array(z.object({ field: z.string().min(1).max(500), equals: z.string().max(2000) }))
        .min(1)
        .max(8),
      /** No such record, or nothing in its field. empty: the value is missing; error: the record waits for it. */
      onMiss: z.enum(['empty', 'default', 'error']).optional(),
      default: z.string().max(2000).optional(),
      /** Several records: the one that came last, or the record is refused. */
      onMany: z.enum(['newest', 'error']).optional(),
    }),
  ])
  .meta({ id: 'FieldValue' })
export type FieldValue =
  | { kind: 'template'; template: string }
  | { kind: 'constant'; value: string | number | boolean | null }
  | { kind: 'expression'; expression: string }
  | { kind: 'lines'; source: string; fields: MappingField[] }
  | { kind: 'object'; fields: MappingField[] }
  | FindValue

/** A look-up into the stored records of another strategy. */
export interface FindValue {
  kind: 'find'
  strategy_id: string
  field: string
  where: { field: string; equals: string }[]
  onMiss?: 'empty' | 'default' | 'error' | undefined
  default?: string | undefined
  onMany?: 'newest' | 'error' | undefined
}

/** Replaces a value by what a value map (static mapping) holds for it. */
export const ValueLookup = z
  .object({
    map_id: z.uuid(),
    /** forward: A becomes B; reverse: B becomes A. */
    direction: z.enum(['forward', 'reverse']),
    /** What becomes of a value that no line holds; default: as the map says. */
    onMiss: z.enum(['keep', 'default', 'error']).optional(),
    /** Used by `default` instead of the map's own. */
    default: z.string().max(2000).optional(),
  })
  .meta({ id: 'ValueLookup' })
export type ValueLookup = z.output<typeof ValueLookup>

export const MappingField: z.ZodType<MappingField> = z
  .object({
    /** Name of the field in the target; dots are part of the name, never a path. */
    target: z.string().min(1).max(200),
    value: FieldValue,
    /** Looked up after the value is made and before it is cast. null and a missing value pass; "" is looked up. */
    lookup: ValueLookup.optional(),
    /** Cast after the value is made; a value that does not fit is an error of this record, never a silent change. */
    type: z.enum(fieldTypes).optional(),
    /** null, missing and "" are refused. */
    required: z.boolean().optional(),
    /** What a source without this field means: leave it out (default), write null, or refuse the record. */
    whenMissing: z.enum(['leave', 'null', 'error']).optional(),
    /** Used when the value is null, missing or "". */
    fallback: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
    /** IANA time zone for casting a local date-time text that names none. */
    timeZone: z.string().optional(),
  })
  .meta({ id: 'MappingField' })
export interface MappingField {
  target: string
  value: FieldValue
  lookup?: ValueLookup | undefined
  type?: (typeof fieldTypes)[number] | undefined
  required?: boolean | undefined
  whenMissing?: 'leave' | 'null' | 'error' | undefined
  fallback?: string | number | boolean | null | undefined
  timeZone?: string | undefined
}

/** `all` copies every source field under its own name first; `fields` then override or add. */
export const Mapping = z.object({
  copyAll: z.boolean().default(false),
  fields: z.array(MappingField).max(2000),
})
export type Mapping = z.output<typeof Mapping>
