import { Bytes, type Data, ExactNumber, Failure, isData, parseJson, type Value } from '@sluice/contract'

/** One changed field of a record. `value` absent: the field is taken out, which is not null. */
interface Change {
  /** As a mapping names it: `buyer.name`, `lines[0].qty`. */
  readonly field: string
  readonly value?: Value
}

/** The content with what people corrected, oldest correction first. The given content is left as it is. */
export function applyCorrections(data: Data, corrections: readonly string[] | undefined): Data {
  if (corrections === undefined) return data
  return corrections.flatMap(readChanges).reduce<Data>(applyChange, data)
}

/** @throws Failure when the text is no list of changes */
function readChanges(text: string): Change[] {
  const list = parseJson(text)
  if (!Array.isArray(list)) throw noChange('')
  return list.map((item: Value) => {
    if (!isData(item) || typeof item['field'] !== 'string' || item['field'].trim() === '') throw noChange('field')
    const { value } = item
    return value === undefined ? { field: item['field'] } : { field: item['field'], value }
  })
}

const noChange = (field: string): Failure =>
  new Failure({
    code: 'correction.change',
    message: 'A correction names a field and its new value.',
    field: `changes${field && `.${field}`}`,
  })

/** @throws Failure `correction.path` where the path leads into a value that holds no fields */
function applyChange(data: Data, change: Change): Data {
  // A field whose whole name is the path comes first, as it does when the path is read.
  const steps = Object.hasOwn(data, change.field) ? [change.field] : split(change.field)
  return put(data, steps, change) as Data // the outermost step is a name
}

function split(path: string): string[] {
  return [...path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)].map(
    match => match[1] ?? match[2]?.replace(/\\(.)/g, '$1') ?? match[3] ?? '',
  )
}

function put(from: Value | undefined, [name, ...rest]: readonly string[], change: Change): Value {
  if (name === undefined) return change.value ?? null
  if (Array.isArray(from)) return putElement(from, name, rest, change)
  if (from !== undefined && from !== null && !isPlain(from)) throw badPath(change)
  const data: Data = isPlain(from) ? from : {}
  if (rest.length === 0 && change.value === undefined)
    return Object.fromEntries(Object.entries(data).filter(([key]) => key !== name))
  return { ...data, [name]: put(Object.hasOwn(data, name) ? data[name] : undefined, rest, change) }
}

function putElement(list: readonly Value[], name: string, rest: readonly string[], change: Change): Value {
  const index = Number(name)
  if (String(index) !== name || index >= list.length) throw badPath(change)
  if (rest.length === 0 && change.value === undefined) return list.filter((_, at) => at !== index)
  return list.map((item, at) => (at === index ? put(item, rest, change) : item))
}

const isPlain = (value: Value | undefined): value is Data =>
  isData(value) && !(value instanceof ExactNumber) && !(value instanceof Bytes)

const badPath = ({ field }: Change): Failure =>
  new Failure({
    code: 'correction.path',
    message: `The record has no place for the field "${field}".`,
    field: 'changes',
    value: field,
    advice: 'Name the field as the record has it: buyer.name, lines[0].qty.',
  })

/** @throws Failure */
export function requireChanges(text: string | null): void {
  if (text !== null && readChanges(text).length > 0) return
  throw new Failure({
    code: 'correction.empty',
    message: 'A correction needs at least one changed field.',
    field: 'changes',
  })
}
