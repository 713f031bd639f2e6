import {
  type Column,
  type ColumnType,
  countDigits,
  integerKind,
  kindOfField,
  type OrderDialect,
  type OrderTerm,
  pickInteger,
  sizeDecimal,
  type TableDialect,
} from '@sluice/connector-kit/sql'
import { Failure, type FieldSpec } from '@sluice/contract'

/** Bytes of a name the server keeps; longer ones would be cut and might collide. */
const MAX_NAME_BYTES = 63

export function quoteName(name: string): string {
  if (name.includes('\0') || name === '' || Buffer.byteLength(name) > MAX_NAME_BYTES)
    throw new Failure({
      code: 'resource.name',
      message: `"${name.slice(0, 80)}" cannot be a name in PostgreSQL (1 to ${MAX_NAME_BYTES} bytes).`,
      value: name,
    })
  return `"${name.replaceAll('"', '""')}"`
}

/** `public.orders`; parts that hold a dot or a quote are quoted. */
export const formatTableId = (schema: string, name: string): string => [schema, name].map(formatPart).join('.')

const formatPart = (part: string): string => (/[."]/.test(part) ? `"${part.replaceAll('"', '""')}"` : part)

const PART = /^(?:"((?:[^"]|"")*)"|([^."]+))(?:\.|$)/

/** [schema, name]; schema is null for a bare name. null when the text is no table id. */
export function parseTableId(id: string): readonly [string | null, string] | null {
  const parts: string[] = []
  let rest = id
  while (rest !== '') {
    const match = PART.exec(rest)
    if (!match || parts.length === 2) return null
    parts.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    rest = rest.slice(match[0].length)
  }
  const [first, second] = parts
  if (first === undefined) return null
  return second === undefined ? [null, first] : [first, second]
}

/** COPY takes no parameters, so values travel as settings of the transaction. */
export const settingName = (index: number): string => `sluice.p${index}`

export const orderDialect: OrderDialect & { readonly name: 'postgresql' } = {
  name: 'postgresql',
  comparesRows: true,
  breakTies: table =>
    table.kind === 'table' ? ['ctid'] : table.columns.map(column => `${column.sqlName}::text collate "C"`),
  makeTerm: (column, isExact) => (isExact ? makeExactTerm(column) : makeTypedTerm(column)),
}

function bindSetting(value: string, params: string[]): string {
  params.push(value)
  return `current_setting('${settingName(params.length)}')`
}

const makeTypedTerm = (column: Column): OrderTerm => ({
  sql: column.sqlName,
  bind: (value, params) => `cast(${bindSetting(value, params)} as ${column.nativeType})`,
})

const makeExactTerm = (column: Column): OrderTerm => ({
  sql: `${column.sqlName}::text collate "C"`,
  bind: bindSetting,
})

export const tableDialect: TableDialect = { quoteName, typeOf }

const integers = [
  ['smallint', integerKind(16)],
  ['integer', integerKind(32)],
  ['bigint', integerKind(64)],
] as const

/** Types of its own whose text goes back in as it came out. */
const OWN_TYPE =
  /^(?:uuid|inet|cidr|macaddr8?|interval(?:\(\d\))?|xml|bit(?: varying)?\(\d+\)|time(?:\(\d\))? with time zone|\w+range)$/

function typeOf(field: FieldSpec): ColumnType {
  const kind = kindOfField(field)
  switch (kind.is) {
    case 'integer': {
      const digits = countDigits(kind)
      return (
        pickInteger(kind, integers) ?? {
          sql: `numeric(${digits})`,
          kind: { is: 'decimal', precision: digits, scale: 0, allowsSpecial: true },
        }
      )
    }
    case 'decimal': {
      const [precision, scale] = sizeDecimal(kind, MAX_PRECISION) ?? []
      if (precision === undefined || scale === undefined)
        return { sql: 'numeric', kind: { is: 'decimal', allowsSpecial: true } }
      return { sql: `numeric(${precision},${scale})`, kind: { is: 'decimal', precision, scale, allowsSpecial: true } }
    }
    case 'float':
      return {
        sql: kind.bits === 32 ? 'real' : 'double precision',
        kind: { is: 'float', bits: kind.bits, allowsSpecial: true },
      }
    case 'boolean':
    case 'date':
      return { sql: kind.is, kind }
    case 'time': {
      if (kind.isSpan) return { sql: 'interval', kind: { is: 'time', digits: MAX_DIGITS, isSpan: true } }
      const digits = Math.min(MAX_DIGITS, kind.digits)
      return { sql: `time(${digits})`, kind: { is: 'time', digits } }
    }
    case 'datetime': {
      const digits = Math.min(MAX_DIGITS, kind.digits)
      const name = kind.zoned ? 'timestamptz' : 'timestamp'
      return {
        sql: digits === MAX_DIGITS ? name : `${name}(${digits})`,
        kind: { is: 'datetime', zoned: kind.zoned, digits },
      }
    }
    case 'bytes':
      return { sql: 'bytea', kind: { is: 'bytes' } }
    // json, not jsonb: it keeps -0, 1e2 and the order of names as they came.
    case 'json':
      return { sql: 'json', kind: { is: 'json' } }
    case 'list': {
      const element = typeOf({ ...field, type: 'string', nativeType: elementName(field), holds: elementOf(field) })
      return { sql: `${element.sql}[]`, kind: { is: 'list', element: element.kind } }
    }
    case 'bits':
      return { sql: `bit(${kind.width})`, kind }
    case 'text':
      return kind.maxChars !== undefined && kind.maxChars > 0 && kind.maxChars <= MAX_CHARS
        ? { sql: `varchar(${kind.maxChars})`, kind: { is: 'text', maxChars: kind.maxChars } }
        : { sql: 'text', kind: { is: 'text' } }
    case 'other': {
      const name = field.nativeType ?? ''
      return OWN_TYPE.test(name) ? { sql: name, kind: { is: 'other' } } : { sql: 'text', kind: { is: 'text' } }
    }
  }
}

const MAX_PRECISION = 1000
const MAX_DIGITS = 6
const MAX_CHARS = 10_485_760

/** `uuid[]` → `uuid` */
const elementName = ({ nativeType = '' }: FieldSpec): string => nativeType.replace(/\[\]$/, '')
const elementOf = ({ holds }: FieldSpec) => (holds?.is === 'list' ? holds.element : undefined)
