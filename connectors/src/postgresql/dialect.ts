import {
  type Column,
  isInstantType,
  type OrderDialect,
  type OrderTerm,
  readDigits,
  readPrecision,
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

function typeOf(field: FieldSpec): string {
  const native = field.nativeType ?? ''
  const precision = readPrecision(native)
  switch (field.type) {
    case 'int':
      return /unsigned/i.test(native) && /bigint/i.test(native) ? 'numeric(20)' : 'bigint'
    case 'decimal':
      return precision && precision[0] <= 1000 ? `numeric(${precision.join(',')})` : 'numeric'
    case 'float':
      return 'double precision'
    case 'bool':
      return 'boolean'
    case 'date':
      return 'date'
    case 'time':
      return `time(${Math.min(6, readDigits(native))})`
    case 'datetime':
      return isInstantType(native) ? 'timestamptz' : 'timestamp'
    case 'bytes':
      return 'bytea'
    // json, not jsonb: it keeps -0, 1e2 and the order of names as they came.
    case 'json':
    case 'array':
    case 'object':
      return 'json'
    case 'string':
      return field.maxLength !== undefined && field.maxLength <= 10_485_760 ? `varchar(${field.maxLength})` : 'text'
  }
}
