import { z } from 'zod'
import { editions } from './edition.ts'
import { fieldTypes } from './field.ts'
import { groupOps } from './group-ops.ts'
import { RecordScript } from './record-script.ts'

/** The elements of a list as groups, in the order in which each group begins. Inside, a group is the line. */
export const Grouping = z
  .object({
    /**
     * Paths of an element; equal values belong together: numbers by amount, texts in plain digits with them where both
     * are there; missing, null and "" each for itself. A group has them under the same names. Empty: the whole list is one group.
     */
    by: z.array(z.string().min(1).max(500)).max(20),
    calculate: z
      .array(
        z.object({
          /** Under which the group has the result. */
          name: z.string().min(1).max(100),
          op: z.enum(groupOps),
          /** Path of an element; only count does without, and counts the elements then. */
          field: z.string().max(500).optional(),
          /** Between the texts of join; default `,`. */
          separator: z.string().max(20).optional(),
        }),
      )
      .max(100)
      .optional(),
    /** Under which the group has its elements, for lines inside; default `lines`. */
    members: z.string().min(1).max(100).optional(),
    /** A group of more elements becomes several, each of at most so many and calculated for itself. Default: no bound. */
    maxLines: z.int().min(1).max(100_000).optional(),
  })
  .meta({ id: 'Grouping' })
export type Grouping = z.output<typeof Grouping>

/** Of stored records; it names its edition itself, for no mapping is around it. */
export const StoredGrouping = Grouping.extend({ edition: z.literal(editions).optional() }).meta({
  id: 'StoredGrouping',
})
export type StoredGrouping = z.output<typeof StoredGrouping>

/**
 * How one target field gets its value.
 * - template: `{{path}}` alone passes the value with its type; mixed text gives text. Dotted paths reach into objects;
 *   inside `lines`, a path is looked up in the line first, then in the header (`{{$.path}}` always means the header).
 * - constant: the value as given.
 * - expression: CEL over `row` (the record), `line` and `index` (inside lines), `derived` (derived fields).
 * - lines: one element per element of the source list `source` (a list, or the JSON text of one), or per group of them;
 *   an empty `source` makes a single line.
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
      /** Groups of elements take the place of the elements. */
      group: Grouping.optional(),
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
  | { kind: 'lines'; source: string; group?: Grouping | undefined; fields: MappingField[] }
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
    timeZone: z.string().max(60).optional(),
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

/** What a derived field may be called: `{{derived.name}}` in templates, `derived.name` in expressions. */
export const DERIVED_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/

/** Characters of all templates and expressions of a mapping: what compiles them does nothing else meanwhile. */
export const MAPPING_CODE = 400_000

const codeOf = (fields: readonly MappingField[]): number =>
  fields.reduce((sum, { value }) => {
    if (value.kind === 'template') return sum + value.template.length
    if (value.kind === 'expression') return sum + value.expression.length
    return value.kind === 'lines' || value.kind === 'object' ? sum + codeOf(value.fields) : sum
  }, 0)

const fieldsUpTo = (count: number) =>
  z
    .array(MappingField)
    .max(count)
    .refine(
      fields => codeOf(fields) <= MAPPING_CODE,
      'All templates and expressions together are longer than 400,000 characters. Put what they share into derived fields, or write a script.',
    )

/** `copyAll` copies every source field under its own name first; `fields` then override or add. */
export const Mapping = z.object({
  copyAll: z.boolean().default(false),
  fields: fieldsUpTo(2000),
  /**
   * Values worked out once for each record, under the name that is their `target`; fields, the row filter and each other
   * use them, in any order that has no circle. One that nobody uses is not worked out.
   */
  derived: fieldsUpTo(200).optional(),
  edition: z.literal(editions).optional(),
  /**
   * Milliseconds of computing that the expressions of one record may take; a record that is large, or makes many values, has
   * more by its size. Default 200; at most what the operator allows.
   */
  computeMs: z.int().min(10).max(600_000).optional(),
  /** Functions that change a record before its fields are mapped, and what was mapped before it is written. */
  script: RecordScript.optional(),
  /** Source fields that go nowhere on purpose: nobody is told about them again. */
  leftOut: z.array(z.string().min(1).max(200)).max(2000).optional(),
})
export type Mapping = z.output<typeof Mapping>

/** Every field that has a value, derived ones first. */
export const allFields = ({ derived = [], fields }: Mapping): readonly MappingField[] => [...derived, ...fields]
