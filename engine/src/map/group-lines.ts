import {
  type Data,
  DEFAULT_MEMBERS,
  type Edition,
  ExactNumber,
  type Grouping,
  type GroupOp,
  isData,
  NEWEST_EDITION,
  toText,
  type Value,
} from '@sluice/contract'
import { compilePath, type PathReader } from '../stage/read-path.ts'
import { average, pick, pickByCharacters, total } from './expression-list.ts'
import { Numeral } from './expression-numeral.ts'
import { readJson, UnclearText } from './read-json.ts'
import { Refusal } from './refusal.ts'
import { type Evaluate, type RecordState, spend } from './scope.ts'
import { hasNumbers, joinKeys, valueKey } from './value-key.ts'

type Allowance = Pick<RecordState, 'charsLeft'>

/** The groups of a list as the lines that fields are made of, or why one cannot be calculated. */
type GroupList = (list: readonly Value[], record: Allowance) => readonly Data[] | Refusal

/**
 * Compiles a grouping. Nothing is sorted: groups come in the order of their first elements, elements stay in theirs.
 * @throws RangeError with a sentence for the user
 */
export function compileGrouping(grouping: Grouping, edition: Edition = NEWEST_EDITION): GroupList {
  const { by, calculate = [], members = DEFAULT_MEMBERS, maxLines = Number.POSITIVE_INFINITY } = grouping
  requireOwnNames([...by, members, ...calculate.map(({ name }) => name)])
  const keys = by.map(path => ({ path, read: compileOwnPath(path) }))
  const calculations = calculate.map(each => compileCalculation(each, edition))
  return (list, record) => {
    const groups: Data[] = []
    for (const { values, elements } of gather(list, keys, edition)) {
      for (let start = 0; start < elements.length; start += maxLines) {
        const part = elements.slice(start, start + maxLines)
        const named = [...values]
        for (const { name, work } of calculations) {
          const value = work(part, record)
          if (value instanceof Refusal) return value
          named.push([name, value])
        }
        groups.push(Object.fromEntries([...named, [members, part]]))
      }
    }
    return groups
  }
}

/** One name stands for one thing of a group. */
function requireOwnNames(names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new RangeError(`The grouping uses the name "${twice}" twice.`)
}

function compileOwnPath(path: string): PathReader {
  if (/^(\$|derived\.)/.test(path))
    throw new RangeError(`A grouping reads fields of the elements; "${path}" is none of theirs.`)
  return compilePath(path)
}

interface Key {
  readonly path: string
  readonly read: PathReader
}

interface Group {
  /** What is missing stays missing in the group. */
  readonly values: readonly (readonly [string, Value])[]
  readonly elements: Value[]
}

function gather(list: readonly Value[], keys: readonly Key[], edition: Edition): Iterable<Group> {
  const mixed = keys.map(({ read }) => edition > 1 && list.some(element => hasNumbers([read(element)])))
  const groups = new Map<string, Group>()
  for (const element of list) {
    const found = keys.map(({ path, read }) => ({ path, value: read(element) }))
    const id = joinKeys(found.map(({ value }, index) => valueKey(value, mixed[index])))
    const group = groups.get(id)
    if (group) group.elements.push(element)
    else
      groups.set(id, {
        values: found.flatMap(({ path, value }) => (value === undefined ? [] : [[path, value] as const])),
        elements: [element],
      })
  }
  return groups.values()
}

interface Calculation {
  readonly name: string
  work(elements: readonly Value[], record: Allowance): Value | Refusal
}

function compileCalculation(
  { name, op, field, separator = ',' }: NonNullable<Grouping['calculate']>[number],
  edition: Edition,
): Calculation {
  if (field === undefined && op !== 'count') throw new RangeError(`The calculation "${name}" names no field.`)
  if (field === undefined) return { name, work: elements => elements.length }
  const read = compileOwnPath(field)
  return {
    name,
    work(elements, record) {
      const values = elements.map(read).filter(value => value !== undefined)
      if (op === 'join') return joinTexts(values, separator, record)
      try {
        return calculate(op, values, edition)
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        return new Refusal('mapping.grouping', `cannot be grouped: ${op} of "${field}" fails, ${error.message}`)
      }
    },
  }
}

const isPresent = (value: Value): boolean => value !== null

/** A text may be as long as the record allows. */
function joinTexts(values: readonly Value[], separator: string, record: Allowance): Value | Refusal {
  return spend(values.filter(isPresent).map(toText).join(separator), record) ?? ''
}

/** @throws RangeError naming what is no number, or a result beyond 1000 digits */
function calculate(op: Exclude<GroupOp, 'join'>, values: readonly Value[], edition: Edition): Value {
  switch (op) {
    case 'first':
      return values[0] ?? null
    case 'last':
      return values.at(-1) ?? null
    case 'list':
      return values
    case 'distinct':
      return keepFirst(values, edition > 1 && hasNumbers(values))
    case 'count':
      return values.filter(isPresent).length
    default:
      return reckon(op, values.filter(isPresent).map(toOperand), edition)
  }
}

const toOperand = (value: Value): unknown =>
  typeof value === 'number' || value instanceof ExactNumber ? new Numeral(value) : value

function reckon(op: 'sum' | 'avg' | 'min' | 'max', values: readonly unknown[], edition: Edition): Value {
  const best = edition > 1 ? pick : pickByCharacters
  const made =
    op === 'sum' ? total(values) : op === 'avg' ? average(values) : best(values, op === 'min' ? -1 : 1, edition)
  return made instanceof Numeral ? made.toValue() : (made as Value) // a text of the list, or null for nothing
}

function keepFirst(values: readonly Value[], isAmounts: boolean): Value[] {
  const seen = new Map<string, Value>()
  for (const value of values) {
    const id = joinKeys([valueKey(value, isAmounts)])
    if (!seen.has(id)) seen.set(id, value)
  }
  return [...seen.values()]
}

/** `items by sku: sum(qty) as qty, count as lines`. */
export function describeGrouping(source: string, { by, calculate = [], maxLines }: Grouping): string {
  const made = calculate.map(({ name, op, field }) => `${field === undefined ? op : `${op}(${field})`} as ${name}`)
  const bound = maxLines === undefined ? '' : ` / ${maxLines}`
  return `${source} by ${by.join(', ') || '-'}${bound}${made.length > 0 ? `: ${made.join(', ')}` : ''}`
}

/** The groups of a list, wherever it comes from. @throws RangeError */
export function compileGroups(source: string, group: Grouping, elements: Evaluate, edition: Edition): Evaluate {
  if (source === '') throw new RangeError('A grouping needs the list whose elements it groups.')
  const toGroups = compileGrouping(group, edition)
  return scope => {
    const list = elements(scope)
    return Array.isArray(list) ? toGroups(list, scope.record) : list
  }
}

/** A database without a list type answers with the JSON text of one; every numeral keeps its digits. */
export function toList(value: ReturnType<Evaluate>, edition: Edition): ReturnType<Evaluate> {
  // Sources that write a list of one as the one.
  if (value instanceof Refusal) return value
  if (edition > 1 && isData(value)) return [value]
  if (typeof value !== 'string' || !/^\s*\[/.test(value)) return value
  try {
    return readJson(value)
  } catch (error) {
    return error instanceof UnclearText ? new Refusal('mapping.type', error.message, value) : value
  }
}
