import type { ReadRequest, Source, SourcePage, SourceRecord } from '@sluice/connector-kit'
import { requireOrder } from '@sluice/connector-kit/sql'
import { Failure, type ReadWindow, toText } from '@sluice/contract'
import type { Collection, Document, Filter } from 'mongodb'
import { stopped } from './failure.ts'
import { bound, formatCursor, locate, parseCursor, valueAt } from './position.ts'
import type { Session } from './session.ts'
import { decodeDocument, decodeValue, readDocument, UnclearDocument } from './values.ts'

type Bson = Session['bson']

const RENAME = 'Write the document anew with a name for each value, or leave it out by the filter.'
/** A page is cut early when its documents together are bigger. */
const PAGE_BYTES = 16 * 1024 * 1024

export interface SourcePlan {
  readonly filter: Filter<Document>
  /** Empty: all. */
  readonly fields: readonly string[]
  readonly isExtended: boolean
}

/**
 * A collection read page by page in the order of _id, or of the increment field and _id. Each page is a query of its
 * own, so nothing stays open at the server between them.
 */
export class CollectionSource implements Source {
  readonly #collection: Collection
  readonly #plan: SourcePlan
  readonly #session: Session

  constructor(collection: Collection, plan: SourcePlan, session: Session) {
    this.#collection = collection
    this.#plan = plan
    this.#session = session
  }

  async readHighWater(field: string): Promise<string | null> {
    const { bson } = this.#session
    return this.#session.run(async () => {
      const filter = { $and: [this.#plan.filter, { [field]: { $ne: null } }] } as Filter<Document> // its parts are filters
      const options = { sort: { [field]: -1 }, limit: 1, projection: { [field]: 1 }, raw: true } as const
      const [found] = await this.#collection.find(filter, options).toArray()
      if (!found) return null
      const value = valueAt(readDocument(found as unknown as Buffer, bson), field) // raw
      const greatest = toText(decodeValue(value, bson, false))
      if (typeof value === 'string') requireOrder({ name: field, kind: { is: 'text' } }, greatest)
      return greatest
    })
  }

  async countUntimed(field: string, most: number): Promise<number> {
    const where = this.#where(null, null, field)
    return this.#session.run(() => this.#collection.countDocuments(where, { limit: most }))
  }

  /** Documents of the window, then those whose window field is null or missing, by _id. */
  async *read(request: ReadRequest): AsyncIterable<SourcePage> {
    const { window, untimed, cursor } = request
    if (untimed !== true || !isBounded(window)) return yield* this.#readPart(request)
    if (!cursor?.startsWith(UNTIMED))
      for await (const page of this.#readPart(request)) yield { ...page, cursor: page.cursor ?? UNTIMED }
    const behind = cursor?.startsWith(UNTIMED) ? cursor.slice(UNTIMED.length) : ''
    for await (const page of this.#readPart({ ...request, window: null, cursor: behind || null }, window.field))
      yield { ...page, cursor: page.cursor === null ? null : `${UNTIMED}${page.cursor}` }
  }

  async *#readPart(request: ReadRequest, untimed?: string): AsyncIterable<SourcePage> {
    let { cursor } = request
    do {
      if (request.signal.aborted) throw stopped(request.signal.reason)
      const page = await raceStop(
        this.#session.run(() => this.#readPage(request, cursor, untimed)),
        request.signal,
      )
      cursor = page.cursor
      yield page
    } while (cursor !== null)
  }

  async count(window: ReadWindow | null): Promise<number | null> {
    const where = this.#where(window, null)
    return this.#session.run(() => this.#collection.countDocuments(where))
  }

  async close(): Promise<void> {}

  async #readPage(
    { window, pageSize, signal }: ReadRequest,
    cursor: string | null,
    untimed?: string,
  ): Promise<SourcePage> {
    const { bson } = this.#session
    const { isExtended, fields } = this.#plan
    const order = orderOf(window)
    const where = this.#where(window, cursor, untimed)
    const shown = fields.length === 0 ? {} : Object.fromEntries([...fields, ...order].map(name => [name, 1]))
    const found = this.#collection.find(where, {
      sort: Object.fromEntries(order.map(name => [name, 1])),
      limit: pageSize,
      batchSize: pageSize,
      projection: dropInner(shown),
      raw: true,
      signal,
    })
    const records: SourceRecord[] = []
    let last: Buffer | null = null
    let size = 0
    try {
      for await (const each of found) {
        last = each as unknown as Buffer // raw documents are bytes
        size += last.length
        records.push(toRecord(last, order, isExtended, bson))
        if (size >= PAGE_BYTES) break
      }
    } finally {
      await found.close()
    }
    const isEnd = last === null || (records.length < pageSize && size < PAGE_BYTES)
    const place = isEnd || last === null ? null : readPlace(last, order, bson)
    const request = `db.${this.#collection.collectionName}.find(${bson.EJSON.stringify(where)}).sort(${JSON.stringify(Object.fromEntries(order.map(name => [name, 1])))}).limit(${pageSize})`
    return { records, cursor: place && formatCursor(place, bson), request }
  }

  #where(window: ReadWindow | null, cursor: string | null, untimed?: string): Filter<Document> {
    const { bson } = this.#session
    const order = orderOf(window)
    const parts = [
      ...(Object.keys(this.#plan.filter).length === 0 ? [] : [this.#plan.filter]),
      ...(isBounded(window) ? [bound(window, bson)] : []),
      // Equal to null is also what a document does not have.
      ...(untimed === undefined ? [] : [{ [untimed]: null }]),
      ...(cursor === null ? [] : [locate(order, parseCursor(cursor, order.length, bson), bson)]),
    ]
    return parts.length === 0 ? {} : ({ $and: parts } as Filter<Document>) // its parts are filters
  }
}

/** Begins the cursor of documents whose window field is null or missing; what follows is the place among them. */
const UNTIMED = 'untimed:'

const isBounded = (window: ReadWindow | null): window is ReadWindow =>
  window !== null && (window.from !== null || window.to !== null)

const orderOf = (window: ReadWindow | null): readonly string[] =>
  isBounded(window) && window.field !== '_id' ? [window.field, '_id'] : ['_id']

const readPlace = (bytes: Buffer, order: readonly string[], bson: Bson): unknown[] => {
  const document = readDocument(bytes, bson)
  return order.map(path => valueAt(document, path))
}

/** A field and a part of it cannot both be asked for: the whole has the part. */
const dropInner = (fields: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name]) => !Object.keys(fields).some(other => name.startsWith(`${other}.`))),
  )

export function toRecord(bytes: Buffer, order: readonly string[], isExtended: boolean, bson: Bson): SourceRecord {
  try {
    return { data: decodeDocument(bytes, bson, isExtended) }
  } catch (error) {
    const failure = new Failure({
      code: 'record.value',
      message:
        error instanceof UnclearDocument
          ? `The document ${error.message}.`
          : 'The document holds a value that cannot be read, for example a date beyond the year 275760.',
      value: formatCursor(readPlace(bytes, order.slice(-1), bson), bson),
      ...(error instanceof UnclearDocument ? { advice: RENAME } : {}),
      retry: 'skip',
      cause: error,
    })
    return { data: null, failure: failure.toDetail() }
  }
}

/** An abort is answered at once; the driver ends the request behind it. */
async function raceStop<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(stopped(signal.reason))
    signal.addEventListener('abort', onAbort, { once: true })
  })
  work.catch(() => undefined)
  try {
    return await Promise.race([work, aborted])
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort)
  }
}
