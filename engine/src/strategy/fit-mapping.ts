import { compileEncoder, fromHolds, judgeFit, makeValueFailure, Refusal } from '@sluice/connector-kit/sql'
import {
  Bytes,
  type Data,
  type FieldSpec,
  type FitLevel,
  type Mapping,
  type MappingField,
  type Resource,
  toText,
  type Value,
} from '@sluice/contract'
import type { MapProblem } from '../map/index.ts'
import { misfitsForm } from './forms-of-types.ts'

/** A source field that goes into a column as it is, and what becomes of its values there. */
export interface Conversion {
  readonly source: string
  readonly target: string
  /** Types in the words of both systems. */
  readonly from: string
  readonly to: string
  readonly level: FitLevel
  readonly notes: readonly string[]
}

const ONE_PATH = /^\{\{\s*(?:\["((?:[^"\\]|\\.)*)"\]|([^|{}[\]]+?))\s*\}\}$/

/** The fields that are handed on unchanged, each with what its column takes; others are made by the mapping. */
export function judgeMapping(mapping: Mapping, source: Resource | null, target: Resource | null): Conversion[] {
  const fields = new Map((source?.fields ?? []).map(field => [field.name, field]))
  const copied = mapping.copyAll ? [...fields.keys()].filter(name => !mapping.fields.some(f => f.target === name)) : []
  const pairs = [
    ...copied.map(name => [name, name] as const),
    ...mapping.fields.flatMap(field => {
      const path = field.lookup || field.type ? null : pathOf(field)
      return path === null ? [] : [[path, field.target] as const]
    }),
  ]
  return pairs.flatMap(([name, column]) => {
    const [from, to] = [fields.get(name), target?.fields.find(each => each.name === column)]
    if (!from || !to) return []
    const fit = judgeColumn(from, to)
    return [{ source: name, target: column, from: sayType(from), to: sayType(to), ...fit }]
  })
}

/** Of columns that no catalogue of a database describes nothing is known but their names. */
const judgeColumn = (from: FieldSpec, { holds }: FieldSpec) =>
  holds ? judgeFit(from, fromHolds(holds)) : { level: 'same' as const, notes: [] }

const sayType = ({ type, nativeType }: FieldSpec): string => nativeType ?? type

function pathOf({ value }: MappingField): string | null {
  const [, quoted, plain] = value.kind === 'template' ? (ONE_PATH.exec(value.template) ?? []) : []
  return quoted === undefined ? (plain ?? null) : (JSON.parse(`"${quoted}"`) as string)
}

/**
 * What of a mapped record the target's columns will refuse, each value by the rules that the target writes by. What a
 * database knows alone (unique keys, triggers) only the write tells.
 */
export function refuseValues(data: Data, target: Resource): MapProblem[] {
  if (!target.fields.some(field => field.holds)) return []
  const columns = new Map(target.fields.map(field => [field.name, field]))
  const unknown = Object.keys(data).filter(name => !columns.has(name))
  return [
    ...unknown.map(field => problem(field, `${target.label} has no column "${field}".`)),
    ...target.fields.flatMap(field => refuseValue(field, data[field.name])),
  ]
}

function refuseValue(field: FieldSpec, value: Value | undefined): MapProblem[] {
  const { name, holds, isRequired, isNullable, isGenerated, nativeType = '' } = field
  if (value !== undefined && isGenerated) return [problem(name, `The column "${name}" is computed by the database.`)]
  if (value === undefined)
    return isRequired ? [problem(name, `"${name}" must have a value at the target, and the mapping gives none.`)] : []
  if (value === null)
    return isNullable === false ? [problem(name, `"${name}" is null, and the column takes no null.`)] : []
  if (!holds) return []
  const kind = fromHolds(holds)
  const encoded = compileEncoder(kind, OPTIONS)(value)
  if (encoded instanceof Refusal) return [problem(name, makeValueFailure(name, value, encoded.reason).message)]
  if (kind.is !== 'other' || value instanceof Bytes) return []
  const text = toText(value)
  if (kind.options && !isOption(text, kind.options, nativeType))
    return [problem(name, makeValueFailure(name, value, 'is not one of the values that the column takes').message)]
  return misfitsForm(text, nativeType)
    ? [problem(name, makeValueFailure(name, value, `is not written as ${nativeType} has it`).message)]
    : []
}

/** Where the type itself names them, as MySQL's does, they are taken in any case. */
const isOption = (text: string, options: readonly string[], nativeType: string): boolean =>
  /^enum\(/i.test(nativeType)
    ? options.some(option => option.toLowerCase() === text.toLowerCase())
    : options.includes(text)

const OPTIONS = {
  offsetMinutes: 0,
  writesOffset: true,
  booleans: ['0', '1'],
  formatList: (items: readonly unknown[]) => items.find(item => item instanceof Refusal) ?? '',
} satisfies Parameters<typeof compileEncoder>[1]

const problem = (field: string, message: string): MapProblem => ({ field, code: 'mapping.refusedByTarget', message })
