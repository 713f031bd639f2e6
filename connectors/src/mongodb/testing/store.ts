import { BSON, type Document } from 'mongodb'
import { valueAt } from '../position.ts'
import { compare, matches, sortBy } from './query.ts'

/** Values as they stand on the wire. */
export const EXACT = { promoteValues: false, promoteBuffers: false, promoteLongs: false, bsonRegExp: true } as const

interface Held {
  readonly documents: Document[]
  /** Fields of each unique index; _id has one always. */
  readonly unique: string[][]
}

/** An error with a code of the server. */
export class CommandError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Collections in memory and the commands on them, answered as the documents of MongoDB say. */
export class Store {
  readonly #collections = new Map<string, Held>()
  readonly #cursors = new Map<string, { namespace: string; rest: Document[] }>()
  #nextCursor = 1

  create(name: string, documents: readonly Document[] = []): void {
    const held = documents.map(each => BSON.deserialize(BSON.serialize(each), EXACT))
    this.#collections.set(name, { documents: held, unique: [['_id']] })
  }

  addUnique(name: string, fields: readonly string[]): void {
    this.#get(name).unique.push([...fields])
  }

  read(name: string): readonly Document[] {
    return this.#get(name).documents
  }

  readonly commands: Readonly<Record<string, (body: Document, database: string) => Document>> = {
    listCollections: ({ filter }, database) => {
      const names = [...this.#collections.keys()].filter(name => !filter?.name || name === String(filter.name))
      return this.#open(
        `${database}.$cmd.listCollections`,
        names.map(name => ({ name, type: 'collection' })),
        {},
      )
    },
    listIndexes: ({ listIndexes }, database) => {
      const { unique } = this.#get(String(listIndexes))
      const indexes = unique.map(fields => ({
        v: 2,
        key: Object.fromEntries(fields.map(field => [field, 1])),
        name: fields.join('_'),
        unique: true,
      }))
      return this.#open(`${database}.${String(listIndexes)}`, indexes, {})
    },
    create: ({ create }) => {
      if (this.#collections.has(String(create))) throw new CommandError(48, 'collection already exists')
      this.create(String(create))
      return {}
    },
    createIndexes: ({ createIndexes, indexes }) => {
      for (const each of indexes as Document[])
        if (each['unique']) this.addUnique(String(createIndexes), Object.keys(each['key'] as object))
      return { numIndexesBefore: 1, numIndexesAfter: 2 }
    },
    insert: ({ insert, documents }) => this.#each(documents, document => this.#insert(String(insert), document)),
    update: ({ update, updates }) => this.#each(updates, each => this.#update(String(update), each)),
    delete: ({ delete: name, deletes }) => this.#each(deletes, each => this.#delete(String(name), each)),
    find: (body, database) => {
      const held = this.#collections.get(String(body['find']))
      const found = (held?.documents ?? []).filter(each => matches(each, body['filter'] ?? {}))
      const limit = Number(body['limit'] ?? 0)
      const sorted = sortBy(found, body['sort'] ?? {}).slice(0, limit === 0 ? undefined : limit)
      const shown = sorted.map(each => project(each, body['projection'] ?? {}))
      return this.#open(`${database}.${String(body['find'])}`, shown, body)
    },
    aggregate: (body, database) => {
      const [{ $match = {} } = {}] = body['pipeline'] as Document[]
      const held = this.#collections.get(String(body['aggregate']))
      const count = (held?.documents ?? []).filter(each => matches(each, $match)).length
      return this.#open(`${database}.${String(body['aggregate'])}`, count === 0 ? [] : [{ _id: 1, n: count }], {})
    },
    getMore: ({ getMore, batchSize }) => {
      const id = String(getMore)
      const cursor = this.#cursors.get(id)
      if (!cursor) throw new CommandError(43, `cursor id ${id} not found`)
      return this.#next(id, cursor, Number(batchSize ?? 101), 'nextBatch')
    },
    killCursors: ({ cursors }) => {
      for (const id of cursors as unknown[]) this.#cursors.delete(String(id))
      return { cursorsKilled: cursors }
    },
  }

  #get(name: string): Held {
    const held = this.#collections.get(name)
    if (!held) throw new CommandError(26, `ns does not exist: ${name}`)
    return held
  }

  #open(namespace: string, documents: Document[], { batchSize, singleBatch }: Document): Document {
    const id = String(this.#nextCursor++)
    const cursor = { namespace, rest: documents }
    const answer = this.#next(id, cursor, Number(batchSize ?? 101), 'firstBatch')
    if (singleBatch) this.#cursors.delete(id)
    return answer
  }

  #next(id: string, cursor: { namespace: string; rest: Document[] }, count: number, name: string): Document {
    const batch = cursor.rest.splice(0, count)
    const isOver = cursor.rest.length === 0
    if (isOver) this.#cursors.delete(id)
    else this.#cursors.set(id, cursor)
    return { cursor: { id: BSON.Long.fromString(isOver ? '0' : id), ns: cursor.namespace, [name]: batch } }
  }

  /** Unordered: one that is refused does not stop the others. */
  #each(items: unknown, work: (item: Document) => { n: number; nModified?: number; upserted?: unknown }): Document {
    const writeErrors: Document[] = []
    const upserted: Document[] = []
    let [n, nModified] = [0, 0]
    ;(items as Document[]).forEach((item, index) => {
      try {
        const done = work(item)
        n += done.n
        nModified += done.nModified ?? 0
        if (done.upserted !== undefined) upserted.push({ index, _id: done.upserted })
      } catch (error) {
        if (!(error instanceof CommandError)) throw error
        writeErrors.push({ index, code: error.code, errmsg: error.message })
      }
    })
    return {
      n,
      nModified,
      ...(upserted.length > 0 ? { upserted } : {}),
      ...(writeErrors.length > 0 ? { writeErrors } : {}),
    }
  }

  #insert(name: string, document: Document): { n: number } {
    const made = '_id' in document ? document : { _id: new BSON.ObjectId(), ...document }
    this.#refuseRepeat(name, made)
    this.#get(name).documents.push(made)
    return { n: 1 }
  }

  #refuseRepeat(name: string, document: Document, but?: Document): void {
    const { documents, unique } = this.#get(name)
    for (const fields of unique) {
      const isSame = (each: Document) => fields.every(field => compare(each[field], document[field]) === 0)
      if (documents.some(each => each !== but && isSame(each)))
        throw new CommandError(11000, `E11000 duplicate key error collection: ${name} index: ${fields.join('_')}_1`)
    }
  }

  #update(name: string, { q, u, upsert }: Document): { n: number; nModified?: number; upserted?: unknown } {
    const { documents } = this.#get(name)
    const found = documents.find(each => matches(each, q))
    const set = u['$set'] as Document
    if (!found) {
      if (!upsert) return { n: 0 }
      const equal = Object.entries(q as Document).map(([field, each]) => [field, (each as Document)['$eq']])
      const made: Document = { ...Object.fromEntries(equal), ...set }
      this.#insert(name, made)
      return { n: 1, upserted: documents.at(-1)?.['_id'] }
    }
    if ('_id' in set && compare(set['_id'], found['_id']) !== 0)
      throw new CommandError(66, "Performing an update on the path '_id' would modify the immutable field '_id'")
    this.#refuseRepeat(name, { ...found, ...set }, found)
    Object.assign(found, set)
    return { n: 1, nModified: 1 }
  }

  #delete(name: string, { q }: Document): { n: number } {
    const { documents } = this.#get(name)
    const at = documents.findIndex(each => matches(each, q))
    if (at >= 0) documents.splice(at, 1)
    return { n: at >= 0 ? 1 : 0 }
  }
}

function project(document: Document, fields: Document): Document {
  const names = Object.keys(fields)
  if (names.length === 0) return document
  const shown = Object.fromEntries(
    names.flatMap(name => (valueAt(document, name) === undefined ? [] : [[name, valueAt(document, name)]])),
  )
  return { _id: document['_id'], ...shown }
}
