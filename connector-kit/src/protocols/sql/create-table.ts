import { Failure, type FieldSpec, type TablePlan, toFailure } from '@sluice/contract'
import type { ColumnKind } from './column.ts'
import { judgeFit } from './judge-fit.ts'

/** The type of a column that is to be made. */
export interface ColumnType {
  readonly sql: string
  /** What it will hold. */
  readonly kind: ColumnKind
  /** What it does not keep, where its kind does not say so. */
  readonly note?: string
}

export interface TableDialect {
  quoteName(name: string): string
  /**
   * Column type that keeps every value of the field, or, where the database has none, the one that keeps most. `isKey`
   * where an index needs a limited length. @throws Failure when there is no type at all
   */
  typeOf(field: FieldSpec, isKey: boolean): ColumnType
  /** Column names that differ only in case are one. */
  readonly ignoresCase?: boolean
  /** How a type says that null may, or may not, stand in it. Default: `not null`. */
  markNull?(sql: string, isNullable: boolean, isKey: boolean): string
  /** The types of a row that is not too long for the database. */
  fitRow?(types: readonly ColumnType[], isKey: readonly boolean[]): readonly ColumnType[]
  /** The key is named in `suffix`. */
  readonly hasOwnKey?: boolean
  /** Behind the closing bracket: engine, charset. */
  readonly suffix?: string
}

/**
 * CREATE TABLE for a resource read elsewhere: a column for every field, nothing narrowed; what a column does not keep is
 * told. Key columns become the primary key.
 */
export function planTable(
  sqlName: string,
  fields: readonly FieldSpec[],
  key: readonly string[],
  dialect: TableDialect,
): TablePlan {
  const missing = key.find(name => !fields.some(field => field.name === name))
  if (missing !== undefined || fields.length === 0)
    throw new Failure({
      code: 'resource.field',
      message: `The key field "${missing ?? ''}" is not among the fields.`,
      field: 'key',
    })
  const isKey = fields.map(field => key.includes(field.name))
  const found = fields.map((field, at) => findType(field, isKey[at] === true, fields.slice(0, at), dialect))
  const problem = found.some(each => each instanceof Failure)
  const types = problem ? found : (dialect.fitRow?.(found as ColumnType[], isKey) ?? found) // no failure is among them
  const columns = fields.map((field, at) => toColumn(field, isKey[at] === true, types[at] as ColumnType | Failure)) // one each
  if (problem) return { sql: null, columns }
  const lines = columns.map(({ name, type, isNullable }) => {
    const marked = dialect.markNull?.(type, isNullable, key.includes(name)) ?? `${type}${isNullable ? '' : ' not null'}`
    return `${dialect.quoteName(name)} ${marked}`
  })
  if (key.length > 0 && !dialect.hasOwnKey) lines.push(`primary key (${key.map(dialect.quoteName).join(', ')})`)
  return { sql: `create table ${sqlName} (\n  ${lines.join(',\n  ')}\n)${dialect.suffix ?? ''}`, columns }
}

/** @throws Failure of the first field for which there is no column */
export function requireSql({ sql, columns }: TablePlan): string {
  if (sql !== null) return sql
  const column = columns.find(each => each.problem !== null)
  throw new Failure({
    code: 'resource.field',
    message: column?.problem ?? '',
    advice: 'Leave the field out of the new table.',
    ...(column && { field: column.name }),
  })
}

function findType(
  field: FieldSpec,
  isKey: boolean,
  before: readonly FieldSpec[],
  { quoteName, typeOf, ignoresCase = false }: TableDialect,
): ColumnType | Failure {
  const same = (name: string) => (ignoresCase ? name.toLowerCase() : name)
  const twin = before.find(({ name }) => same(name) === same(field.name))
  if (twin)
    return new Failure({
      code: 'resource.field',
      message: `The names "${twin.name}" and "${field.name}" are one in this database.`,
      field: field.name,
    })
  try {
    quoteName(field.name)
    return typeOf(field, isKey)
  } catch (error) {
    return toFailure(error)
  }
}

function toColumn(field: FieldSpec, isKey: boolean, type: ColumnType | Failure): TablePlan['columns'][number] {
  const isNullable = field.isNullable !== false && !isKey
  const { name } = field
  if (type instanceof Failure) return { name, type: '', isNullable, notes: [], problem: type.message }
  const { notes } = judgeFit(field, type.kind)
  return {
    name,
    type: type.sql,
    isNullable,
    notes: [...notes, ...(type.note === undefined ? [] : [type.note])],
    problem: null,
  }
}
