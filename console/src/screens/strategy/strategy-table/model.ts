import type { FieldInfo, Logic, TableColumn, TableCondition } from './types.ts'

export type Size = 's' | 'm' | 'l'
export interface ChosenColumn {
  readonly column: TableColumn
  readonly size: Size
}

export const widths: Readonly<Record<Size, number>> = { s: 110, m: 180, l: 320 }
export const sizes = ['s', 'm', 'l'] as const
const FIRST_FIELDS = 8
export const MOST_COLUMNS = 60

export const recordNames = [
  'status',
  'key',
  'number',
  'updated_at',
  'created_at',
  'error_message',
  'error_code',
  'target_key',
  'attempts',
  'version',
  'id',
] as const satisfies readonly Extract<TableColumn, { of: 'record' }>['name'][]

/** `d.amount`, `r.status`: the name of a column among all. */
export const columnId = ({ of, name }: TableColumn): string => `${of === 'data' ? 'd' : 'r'}.${name}`

export function readColumn(id: string): TableColumn | null {
  const name = id.slice(2)
  if (id.startsWith('d.') && name !== '' && name.length <= 300) return { of: 'data', name }
  const own = id.startsWith('r.') ? recordNames.find(each => each === name) : undefined
  return own === undefined ? null : { of: 'record', name: own }
}

/** What cannot be read is left out, and what comes twice comes once. */
export function readColumns(parts: readonly string[]): ChosenColumn[] {
  const seen = new Set<string>()
  return parts
    .flatMap(part => {
      const size = sizes.find(each => part.startsWith(`${each}.`))
      const column = size === undefined ? null : readColumn(part.slice(2))
      if (size === undefined || column === null || seen.has(columnId(column))) return []
      seen.add(columnId(column))
      return [{ column, size }]
    })
    .slice(0, MOST_COLUMNS)
}

export const writeColumns = (columns: readonly ChosenColumn[]): string[] =>
  columns.map(({ column, size }) => `${size}.${columnId(column)}`)

/** What a table opens with where nothing is chosen. */
export const firstColumns = (fields: readonly FieldInfo[]): ChosenColumn[] => [
  { column: { of: 'record', name: 'status' }, size: 's' },
  { column: { of: 'record', name: 'key' }, size: 'm' },
  ...fields
    .slice(0, FIRST_FIELDS)
    .map(({ path }) => ({ column: { of: 'data' as const, name: path }, size: 'm' as const })),
  { column: { of: 'record', name: 'updated_at' }, size: 'm' },
]

export function moveColumn<T>(list: readonly T[], from: number, by: number): readonly T[] {
  const moved = list[from]
  const to = from + by
  if (moved === undefined || to < 0 || to >= list.length) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, moved)
}

export const operators = [
  'contains',
  'equals',
  'differs',
  'above',
  'least',
  'below',
  'most',
  'between',
  'blank',
  'none',
  'some',
] as const
export type Operator = (typeof operators)[number]
export type ValueKind = 'text' | 'number' | 'date'

/** As people see it; `value2` is of `between` alone. */
export interface Entered {
  readonly column: string
  readonly operator: Operator
  readonly value: string
  readonly value2: string
  readonly kind: ValueKind
}

const logics: Readonly<Record<Operator, Logic>> = {
  contains: 'like',
  equals: 'eq',
  differs: 'neq',
  above: 'gt',
  least: 'egt',
  below: 'lt',
  most: 'elt',
  between: 'between',
  blank: 'eq',
  none: 'isnull',
  some: 'notnull',
}

export const needsValue = (operator: Operator): boolean => !['blank', 'none', 'some'].includes(operator)

export function isComplete({ column, operator, value, value2 }: Entered): boolean {
  if (readColumn(column) === null) return false
  if (!needsValue(operator)) return true
  return value !== '' && (operator !== 'between' || (value2 !== '' && !`${value}${value2}`.includes(',')))
}

/** What is compared; a text that is looked for stands for itself, whatever its letters mean to the store. */
export function toComparison({ operator, value, value2, kind }: Entered): Omit<TableCondition, 'column'> {
  const logic = logics[operator]
  if (operator === 'none' || operator === 'some') return { logic }
  if (operator === 'blank') return { logic, value: '', type: 'text' }
  if (operator === 'contains') return { logic, value: `%${value}%`, type: 'text' }
  return { logic, value: operator === 'between' ? `${value},${value2}` : value, type: kind }
}

export const writeEntered = ({ column, operator, value, value2, kind }: Entered): string =>
  JSON.stringify([column, operator, value, value2, kind])

/** What somebody wrote into the address is read as far as it makes sense. */
export function readEntered(parts: readonly string[]): Entered[] {
  return parts.flatMap(part => {
    try {
      const [column, operator, value, value2, kind]: unknown[] = JSON.parse(part)
      const entered = {
        column: String(column),
        operator: operators.find(each => each === operator) ?? 'equals',
        value: String(value ?? '').slice(0, 200),
        value2: String(value2 ?? '').slice(0, 200),
        kind: kinds.find(each => each === kind) ?? 'text',
      }
      return isComplete(entered) ? [entered] : []
    } catch {
      return []
    }
  })
}

const kinds = ['text', 'number', 'date'] as const

/** How values of a column are compared unless somebody says otherwise. */
export function kindOf(id: string, fields: readonly FieldInfo[]): ValueKind {
  const column = readColumn(id)
  if (column?.of === 'record')
    return ['created_at', 'updated_at'].includes(column.name)
      ? 'date'
      : ['attempts', 'version', 'id', 'status'].includes(column.name)
        ? 'number'
        : 'text'
  const kind = fields.find(({ path }) => path === column?.name)?.kind
  return kind === 'number' ? 'number' : kind === 'time' ? 'date' : 'text'
}

/** Views of a strategy are kept under its own name; a list's name has letters only. */
export const viewList = (strategyId: string): string =>
  `t-${strategyId.replaceAll('-', '').replace(/[0-9a-f]/g, digit => 'abcdefghijklmnop'[Number.parseInt(digit, 16)] ?? '')}`
