import type { SourceRecord } from '@sluice/connector-kit'
import {
  type Data,
  type FailureDetail,
  findRepeatedName,
  flatName,
  isData,
  lineField,
  parseJson,
  type Value,
} from '@sluice/contract'

/** More rows than these of one record are a mistake in what was chosen, or a file. */
const MAX_ROWS = 10_000

/**
 * One row for each element of the named lists, with the header's fields in each: `[{no, items: [{sku}]}]` by `items`
 * becomes rows of `no`, `items_sku` and `items_line`, which counts from 1. Lists inside lists are named by their way
 * (`items.batches`) after the list around them; lists beside each other multiply, as a join does. A list that is empty,
 * missing or null leaves one row without its fields, so no record is lost. Elements that are plain values stand under
 * the list's own name; a list that came as JSON text is read.
 */
export function flattenRecords(records: readonly SourceRecord[], lists: readonly string[]): readonly SourceRecord[] {
  if (lists.length === 0) return records
  return records.flatMap(record => flattenRecord(record, lists))
}

function flattenRecord(record: SourceRecord, lists: readonly string[]): SourceRecord[] {
  // A deletion often holds its key alone; what failed has nothing to take apart.
  if (record.data === null || record.failure || record.change === 'delete') return [record]
  let rows: Data[] = [record.data]
  for (const list of lists) {
    const twice = rows.map(row => findTwice(row[columnOf(list)])).find(name => name !== null)
    if (twice) return [{ data: record.data, failure: unclear(list, twice) } as SourceRecord]
    rows = rows.flatMap(row => openList(row, list))
    if (rows.length > MAX_ROWS) return [{ data: record.data, failure: tooMany(list) } as SourceRecord]
  }
  return rows.map(data => ({ ...record, data }))
}

const tooMany = (list: string): FailureDetail => ({
  code: 'record.tooManyRows',
  message: `Flattening "${list}" makes more than ${MAX_ROWS} rows of this record.`,
  field: list,
  retry: 'never',
  advice: 'Take the list out of the flattened ones, or read the lines from an interface of their own.',
})

/** The value that is lost would be that of a row of its own. */
const unclear = (list: string, path: string): FailureDetail => ({
  code: 'record.value',
  message: `The list "${list}" has the name ${path} twice in one object, and one of the values would be lost.`,
  field: list,
  retry: 'skip',
  advice: 'Give each value a name of its own where the list is written, or take it out of the flattened ones.',
})

const columnOf = (list: string): string => list.replaceAll('.', '_')

/** The name that stands twice in an object of a list that came as JSON text. */
function findTwice(value: Value | undefined): string | null {
  const list = typeof value === 'string' ? readList(value) : null
  return list === null ? null : findRepeatedName(String(value), list)
}

function openList(row: Data, list: string): Data[] {
  const name = columnOf(list)
  if (!Object.hasOwn(row, name)) return [row]
  const { [name]: value, ...header } = row
  const elements = toElements(value)
  if (elements.length === 0) return [header]
  return elements.map((element, index) => ({
    ...header,
    [lineField(list)]: index + 1,
    ...(isData(element) ? nameFields(element, list) : { [name]: element }),
  }))
}

const nameFields = (element: Data, list: string): Data =>
  Object.fromEntries(Object.entries(element).map(([field, value]) => [flatName(list, field), value]))

/** One object alone is a list of one, as many interfaces answer. */
function toElements(value: Value | undefined): readonly Value[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return [value]
  return value === '' ? [] : (readList(value) ?? [value])
}

/** null: the text is that of no list. */
function readList(text: string): readonly Value[] | null {
  if (!/^\s*\[/.test(text)) return null
  try {
    const parsed = parseJson(text)
    return Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}
