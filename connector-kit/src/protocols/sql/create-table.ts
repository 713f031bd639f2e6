import { Failure, type FieldSpec } from '@sluice/contract'

export interface TableDialect {
  quoteName(name: string): string
  /** Column type that keeps the field's values; `isKey` where an index needs a limited length. */
  typeOf(field: FieldSpec, isKey: boolean): string
  /** Behind the closing bracket: engine, charset. */
  readonly suffix?: string
}

/** CREATE TABLE for a resource read elsewhere. Key columns become the primary key. */
export function makeCreateTable(
  sqlName: string,
  fields: readonly FieldSpec[],
  key: readonly string[],
  dialect: TableDialect,
): string {
  const missing = key.find(name => !fields.some(field => field.name === name))
  if (missing !== undefined || fields.length === 0)
    throw new Failure({
      code: 'resource.field',
      message: `The key field "${missing ?? ''}" is not among the fields.`,
      field: 'key',
    })
  const columns = fields.map(field => {
    const isKey = key.includes(field.name)
    return `${dialect.quoteName(field.name)} ${dialect.typeOf(field, isKey)}${isKey ? ' not null' : ''}`
  })
  const primary = key.length === 0 ? [] : [`primary key (${key.map(name => dialect.quoteName(name)).join(', ')})`]
  return `create table ${sqlName} (\n  ${[...columns, ...primary].join(',\n  ')}\n)${dialect.suffix ?? ''}`
}

/** Precision and scale where the far system's type names them: `numeric(10,2)` → [10, 2]. */
export function readPrecision(nativeType: string | undefined): readonly [number, number] | null {
  const match = /^(?:unsigned )?(?:numeric|decimal|number|dec)\s*\((\d+)\s*(?:,\s*(\d+))?\)/i.exec(nativeType ?? '')
  return match ? [Number(match[1]), Number(match[2] ?? 0)] : null
}

/** Digits of a second where the type names them: `datetime(3)` → 3. Six when it does not. */
export function readDigits(nativeType: string | undefined): number {
  const match = /(?:time|timestamp|datetime)\w*\s*\((\d)\)/i.exec(nativeType ?? '')
  return match ? Number(match[1]) : 6
}

/** Whether the type keeps an instant, not a date and time that is read differently from zone to zone. */
export const isInstantType = (nativeType: string | undefined): boolean =>
  /zone|offset|tz|date-time/i.test(nativeType ?? '') && !/without/i.test(nativeType ?? '')
