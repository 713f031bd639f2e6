import type { Connection, Connector, ConnectorContext } from '@sluice/connector-kit'
import { inferFields } from '@sluice/connector-kit/http'
import {
  Failure,
  type FieldSpec,
  type Resource,
  type SourceConfig,
  type TablePlan,
  type TargetConfig,
} from '@sluice/contract'
import type { Collection } from 'mongodb'
import { testConnection } from './connection-test.ts'
import { manifest, Params, SourceOptions, TargetOptions } from './manifest.ts'
import { parseFilter } from './parse-filter.ts'
import { sentences as pt } from './sentences.pt.ts'
import { sentences as tw } from './sentences.tw.ts'
import { sentences as zh } from './sentences.zh.ts'
import { Session } from './session.ts'
import { CollectionSource } from './source.ts'
import { CollectionTarget } from './target.ts'
import { decodeDocument } from './values.ts'

const MAX_COLLECTIONS = 5000
/** Documents looked at from either end of a collection to tell its fields. */
const SAMPLE = 100

/** Collections of one database. */
const mongodb: Connector = {
  manifest,
  sentences: { zh, tw, pt },
  open: async (values, context) => openDatabase(Params.parse(values), context),
}
export default mongodb

function openDatabase(params: Params, context: ConnectorContext): Connection {
  let opening: Promise<Session> | null = null
  const open = (): Promise<Session> => {
    opening ??= Session.open(params, context).catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }
  return {
    test: () => testConnection(params, context),
    discover: async () => listCollections(await open()),
    describe: async (id, options) => {
      const session = await open()
      const isExtended = SourceOptions.parse(options).values === 'extended'
      return describeCollection(await session.find(id), session, isExtended)
    },
    planResource: async (name, fields, key) => planCollection(name, fields, key),
    createResource: async (name, fields, key) => createCollection(await open(), name, fields, key),
    openSource: async config => openSource(await open(), config),
    openTarget: async config => openTarget(await open(), config),
    close: async () => (await opening?.catch(() => null))?.close(),
  }
}

async function listCollections(session: Session): Promise<Resource[]> {
  const found = await session.run(() => session.db.listCollections({}, { nameOnly: true }).toArray())
  return found
    .filter(({ name }) => !name.startsWith('system.'))
    .slice(0, MAX_COLLECTIONS)
    .map(({ name, type }) => ({ ...describeName(name), kind: type === 'view' ? 'view' : 'table', fields: [] }))
}

const describeName = (id: string) => ({
  id,
  label: id,
  kind: 'table' as const,
  direction: 'both' as const,
  key: ['_id'],
})

async function describeCollection(collection: Collection, session: Session, isExtended: boolean): Promise<Resource> {
  const sample = await session.run(async () => {
    const ends = ([1, -1] as const).map(_id =>
      collection.find({}, { sort: { _id }, limit: SAMPLE, raw: true }).toArray(),
    )
    return (await Promise.all(ends)).flat()
  })
  const records = sample.flatMap(bytes => {
    try {
      return [decodeDocument(bytes as unknown as Buffer, session.bson, isExtended)] // raw documents are bytes
    } catch {
      return []
    }
  })
  const fields = inferFields(records).map(field => (field.name === '_id' ? { ...field, isKey: true } : field))
  return { ...describeName(collection.collectionName), fields }
}

async function createCollection(
  session: Session,
  name: string,
  _fields: readonly FieldSpec[],
  key: readonly string[],
): Promise<string> {
  await session.run(async () => {
    const [found] = await session.db.listCollections({ name }, { nameOnly: true }).toArray()
    if (found)
      throw new Failure({ code: 'resource.exists', message: `The collection ${name} exists already.`, value: name })
    const made = await session.db.createCollection(name)
    if (key.length > 0 && !isId(key))
      await made.createIndex(Object.fromEntries(key.map(field => [field, 1] as const)), { unique: true })
  })
  return name
}

/** Documents hold what comes; only the key needs an index. */
function planCollection(name: string, fields: readonly FieldSpec[], key: readonly string[]): TablePlan {
  const place = JSON.stringify(name)
  const index = JSON.stringify(Object.fromEntries(key.map(field => [field, 1])))
  const lines = [`db.createCollection(${place})`]
  if (key.length > 0 && !isId(key)) lines.push(`db.getCollection(${place}).createIndex(${index}, { unique: true })`)
  const columns = fields.map(field => ({
    name: field.name,
    type: 'BSON',
    isNullable: !key.includes(field.name),
    notes: [],
    problem: null,
  }))
  return { sql: lines.join('\n'), columns }
}

async function openSource(session: Session, config: SourceConfig): Promise<CollectionSource> {
  const { filter, columns, values } = SourceOptions.parse(config.options)
  const plan = {
    filter: parseFilter(filter ?? '', session.bson),
    fields: columns?.length ? [...new Set([...columns, ...config.key])] : [],
    isExtended: values === 'extended',
  }
  return new CollectionSource(await session.find(config.resource), plan, session)
}

async function openTarget(session: Session, config: TargetConfig): Promise<CollectionTarget> {
  const collection = await session.find(config.resource)
  const key = config.key.length > 0 ? config.key : ['_id']
  const { object_id_fields: ids, date_fields: dates } = TargetOptions.parse(config.options)
  const kinds = new Map([
    ...(ids ?? []).map(name => [name, 'objectId'] as const),
    ...(dates ?? []).map(name => [name, 'date'] as const),
  ])
  const mode = config.mode === 'insert' ? 'insert' : 'upsert'
  if (mode === 'upsert' && !isId(key)) await requireUnique(collection, key, session)
  return new CollectionTarget(collection, { key, mode, kinds }, session)
}

const isId = (key: readonly string[]): boolean => key.length === 1 && key[0] === '_id'

/** Without it two writers at the same moment make two documents of one key. @throws Failure `target.key` */
async function requireUnique(collection: Collection, key: readonly string[], session: Session): Promise<void> {
  const indexes = await session.run(() => collection.listIndexes().toArray())
  const isUnique = indexes.some(index => {
    const fields = Object.keys(index['key'] ?? {})
    const isPartial = index['partialFilterExpression'] !== undefined || index['sparse'] === true
    return (
      index['unique'] === true && !isPartial && fields.length === key.length && fields.every(name => key.includes(name))
    )
  })
  if (isUnique) return
  const names = key.join(', ')
  const spec = JSON.stringify(Object.fromEntries(key.map(name => [name, 1])))
  throw new Failure({
    code: 'target.key',
    message: `${collection.collectionName} has no unique index on ${names}, so documents cannot be updated by key.`,
    advice: `Create a unique index on ${names}, choose _id, or use the mode "insert".`,
    field: 'key',
    repair: `db.getCollection(${JSON.stringify(collection.collectionName)}).createIndex(${spec}, {"unique": true})`,
  })
}
