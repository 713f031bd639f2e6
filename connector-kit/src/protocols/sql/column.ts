import type { FieldSpec, Holds } from '@sluice/contract'

/** A column of a table as the catalogue describes it. */
export interface Column {
  readonly name: string
  /** Quoted, ready for SQL. */
  readonly sqlName: string
  /** The database's own word: `numeric(10,2)`. */
  readonly nativeType: string
  readonly kind: ColumnKind
  readonly isNullable: boolean
  /** The database fills it when it is left out: default, identity, auto increment. */
  readonly hasDefault: boolean
  /** Computed by the database; nobody may write it. */
  readonly isGenerated: boolean
}

/** What a column can hold, in words all dialects share. Limits are absent where there are none. */
export type ColumnKind =
  | {
      readonly is: 'text'
      readonly maxChars?: number
      readonly maxBytes?: number
      readonly refuses?: 'nul' | 'emoji' | 'beyond latin1'
      readonly isTrimmed?: boolean
      /** Bytes as they are, whatever they mean. */
      readonly takesBytes?: boolean
    }
  /** `takesZero`: beside what lies between, as a YEAR does. */
  | { readonly is: 'integer'; readonly min: bigint; readonly max: bigint; readonly takesZero?: boolean }
  | {
      readonly is: 'decimal'
      readonly precision?: number
      readonly scale?: number
      readonly allowsSpecial?: boolean
      readonly isUnsigned?: boolean
      /** Kept as a whole number of 64 bits or a double. */
      readonly isDouble?: boolean
    }
  | { readonly is: 'float'; readonly bits: 32 | 64; readonly allowsSpecial?: boolean; readonly isUnsigned?: boolean }
  | { readonly is: 'boolean' }
  /** `years`: the first and the last that are kept. */
  | { readonly is: 'date'; readonly years?: readonly [number, number] }
  /** `isSpan`: hours beyond the day and below zero. */
  | { readonly is: 'time'; readonly digits: number; readonly isSpan?: boolean }
  /** `zoned`: the column keeps an instant. */
  | {
      readonly is: 'datetime'
      readonly zoned: boolean
      readonly digits: number
      readonly years?: readonly [number, number]
    }
  | { readonly is: 'json'; readonly refuses?: 'nul' | 'long numbers' }
  | { readonly is: 'bytes'; readonly maxBytes?: number; readonly width?: number }
  | { readonly is: 'bits'; readonly width: number }
  | { readonly is: 'list'; readonly element: ColumnKind }
  /** Text the database itself understands: uuid, inet, interval; `options`: names of an enumeration. */
  | { readonly is: 'other'; readonly options?: readonly string[] }

const fieldTypeOf = {
  text: 'string',
  integer: 'int',
  decimal: 'decimal',
  float: 'float',
  boolean: 'bool',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  json: 'json',
  bytes: 'bytes',
  bits: 'string',
  list: 'array',
  other: 'string',
} as const satisfies Record<ColumnKind['is'], FieldSpec['type']>

/** What a column holds, as it is told to others: bounds beyond 2^53 are text there. */
function toHolds(kind: ColumnKind): Holds {
  if (kind.is === 'integer') return { ...kind, min: String(kind.min), max: String(kind.max) }
  if (kind.is === 'list') return { is: 'list', element: toHolds(kind.element) }
  return kind.is === 'other'
    ? { is: 'other', ...(kind.options && { options: [...kind.options] }) }
    : ({ ...kind } as Holds) // the same words
}

/** A column as discovery shows it. */
export function toFieldSpec(column: Column, key: readonly string[]): FieldSpec {
  const { kind } = column
  const maxLength = kind.is === 'text' ? kind.maxChars : kind.is === 'bytes' ? kind.maxBytes : undefined
  return {
    name: column.name,
    type: fieldTypeOf[kind.is],
    nativeType: column.nativeType,
    isRequired: !column.isNullable && !column.hasDefault && !column.isGenerated,
    isKey: key.includes(column.name),
    isNullable: column.isNullable,
    holds: toHolds(kind),
    ...(column.isGenerated ? { isGenerated: true } : {}),
    ...(maxLength === undefined ? {} : { maxLength }),
  }
}

/** Columns by which changes can be followed: instants and days by name first, then whole numbers that are no foreign id. */
export function listIncrements(columns: readonly Column[], key: readonly string[]): string[] {
  const times = columns.filter(column => column.kind.is === 'datetime' || column.kind.is === 'date')
  const isChange = (column: Column) => /updat|modif|chang|mtime|last|更新|修改/i.test(column.name)
  const onlyKey =
    key.length === 1 ? columns.filter(column => column.name === key[0] && column.kind.is === 'integer') : []
  return [...times.filter(isChange), ...times.filter(column => !isChange(column)), ...onlyKey].map(
    column => column.name,
  )
}

const whole = (bits: number) =>
  ({ is: 'integer', min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n }) as const
const natural = (bits: number) => ({ is: 'integer', min: 0n, max: 2n ** BigInt(bits) - 1n }) as const

/** Signed integer of so many bits. */
export const integerKind = (bits: number, isUnsigned = false): ColumnKind => (isUnsigned ? natural(bits) : whole(bits))
