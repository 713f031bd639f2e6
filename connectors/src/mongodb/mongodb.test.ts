import { randomBytes } from 'node:crypto'
import { parseParams, type SourcePage, type TargetRecord } from '@sluice/connector-kit'
import { createTestContext, type TestContext, testConnector } from '@sluice/connector-kit/conformance'
import {
  Bytes,
  type Data,
  ExactNumber,
  type ParamValues,
  SourceConfig,
  TargetConfig,
  type TestStep,
  toFailure,
  toJson,
} from '@sluice/contract'
import { BSON, type Document } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import mongodb from './index.ts'
import { type MongoServer, startMongo } from './testing/mongo-server.ts'
import { decodeDocument, encodeValue } from './values.ts'

const CONNECTOR_ID = '01900000-0000-7000-8000-000000000002'
const account = {
  username: 'sluice',
  password: randomBytes(9).toString('hex'),
  privileges: [
    { resource: { db: 'shop', collection: '' }, actions: ['find', 'insert', 'update', 'remove'] },
    { resource: { db: 'shop', collection: 'orders' }, actions: ['createCollection', 'createIndex'] },
  ],
}
let server: MongoServer
let context: TestContext
let number = 0
const params = (change: ParamValues = {}): ParamValues => ({
  host: '127.0.0.1',
  port: server.port,
  database: 'shop',
  username: account.username,
  password: account.password,
  ...change,
})

beforeAll(async () => {
  server = await startMongo(account)
  context = createTestContext()
})
afterAll(async () => {
  await server?.close()
  await context?.dispose()
})

const DAY_FIELDS = ['day']
/** What a document of MongoDB holds of a record: dates have milliseconds. */
function toDocument(record: Data): Document {
  const fields = Object.entries(record).map(([name, value]) => {
    if (name === 'updated_at') return [name, new Date(`${String(value).slice(0, 23).replace(' ', 'T')}Z`)]
    return [name, encodeValue(value, BSON)]
  })
  return { _id: encodeValue(record['id'] ?? null, BSON), ...Object.fromEntries(fields) }
}

function makeCollection(documents: readonly Document[]): string {
  const name = `c${++number}`
  server.store.create(name, documents)
  server.store.addUnique(name, ['id'])
  return name
}

testConnector({
  connector: mongodb,
  prepare: async () => ({ params: params() }),
  wrong: [
    { title: 'the host', change: { host: 'no-such-host.invalid' }, step: 'address' },
    { title: 'the port', change: { port: 1 }, step: 'network' },
    { title: 'the encryption', change: { tls: 'require' }, step: 'protocol' },
    { title: 'the replica set', change: { replica_set: 'rs9' }, step: 'protocol' },
    { title: 'the password', change: { password: 'wrong-Pa55' }, step: 'auth' },
    { title: 'the user', change: { username: 'nobody' }, step: 'auth' },
  ],
  source: {
    put: async records => ({ resource: makeCollection(records.map(toDocument)) }),
    expected: record => ({
      _id: record['id']!,
      ...record,
      ...(record['updated_at']
        ? { updated_at: `${String(record['updated_at']).slice(0, 23).replace(' ', 'T')}Z` }
        : {}),
    }),
    windowField: 'updated_at',
    knowsKey: false,
    guessesTypes: true,
    countRequests: () => server.commands.filter(each => each.startsWith('find ')).length,
    slow: async () => {
      const resource = makeCollection([{ _id: 1 }])
      server.faults.slow = { collection: resource, ms: 6000 }
      return { resource }
    },
  },
  target: {
    prepare: async () => ({ resource: makeCollection([]), options: { date_fields: DAY_FIELDS } }),
    readBack: async place => server.store.read(place.resource).map(toRecord),
    waived: { day: 'a day is written as a date with a time, so it is proved below' },
    spoil: record => ({ ...record, note: '\ud800' }),
  },
})

function toRecord(document: Document): Data {
  const { _id, ...fields } = decodeDocument(BSON.serialize(document), BSON, false)
  return fields
}

async function open(change: ParamValues = {}) {
  return mongodb.open(parseParams(mongodb.manifest.params, params(change)), context)
}

async function read(resource: string, options: ParamValues = {}) {
  const connection = await open()
  try {
    const source = await connection.openSource!(
      SourceConfig.parse({ connector_id: CONNECTOR_ID, resource, key: ['_id'], options }),
    )
    const pages: SourcePage[] = []
    const signal = new AbortController().signal
    for await (const page of source.read({ cursor: null, window: null, pageSize: 3, signal })) pages.push(page)
    return pages.flatMap(page => page.records)
  } finally {
    await connection.close()
  }
}

async function write(resource: string, records: readonly (Data | TargetRecord)[], config: Partial<TargetConfig> = {}) {
  const connection = await open()
  try {
    const target = await connection.openTarget!(
      TargetConfig.parse({ connector_id: CONNECTOR_ID, resource, key: ['id'], ...config }),
    )
    const batch = records.map(
      (each, at): TargetRecord =>
        'idempotencyKey' in each ? (each as TargetRecord) : { data: each as Data, idempotencyKey: `k${at}` },
    )
    return { target, outcomes: await target.write(batch, new AbortController().signal) }
  } finally {
    await connection.close()
  }
}

describe('values', () => {
  const decimal = (text: string) => BSON.Decimal128.fromString(text)
  const document = {
    _id: new BSON.ObjectId('507f1f77bcf86cd799439011'),
    long: BSON.Long.fromString('9223372036854775807'),
    small: BSON.Long.fromString('5'),
    money: decimal('12.50'),
    zero: decimal('0E-8'),
    whole: new BSON.Double(2),
    minus: new BSON.Double(-0),
    infinite: new BSON.Double(Infinity),
    at: new Date('2024-02-29T23:59:59.999Z'),
    far: new Date('0001-01-01T00:00:00Z'),
    bytes: new BSON.Binary(Buffer.from([0, 255])),
    uuid: new BSON.UUID('01900000-0000-7000-8000-000000000002'),
    stamp: new BSON.Timestamp({ t: 7, i: 1 }),
    nothing: null,
    empty: '',
    list: [{ price: decimal('0.10') }, null],
  }

  test('plain: every digit is kept, ObjectIds and dates are text, what JSON does not know is Extended JSON', async () => {
    const [record] = await read(makeCollection([document]))
    expect(toJson(record?.data ?? null)).toBe(
      toJson({
        _id: '507f1f77bcf86cd799439011',
        long: new ExactNumber('9223372036854775807'),
        small: 5,
        money: new ExactNumber('12.50'),
        zero: new ExactNumber('0.00000000'),
        whole: 2,
        minus: new ExactNumber('-0'),
        infinite: { $numberDouble: 'Infinity' },
        at: '2024-02-29T23:59:59.999Z',
        far: '0001-01-01T00:00:00.000Z',
        bytes: { $bytes: 'AP8=' },
        uuid: '01900000-0000-7000-8000-000000000002',
        stamp: { $timestamp: { t: 7, i: 1 } },
        nothing: null,
        empty: '',
        list: [{ price: new ExactNumber('0.10') }, null],
      }),
    )
  })

  test('extended: from one collection to another every value keeps its type', async () => {
    const [record] = await read(makeCollection([document]), { values: 'extended' })
    const name = makeCollection([])
    const { outcomes } = await write(name, [record!.data!], { key: ['_id'] })
    expect(outcomes.map(each => each.kind)).toEqual(['written'])
    const [copy] = server.store.read(name)
    expect(BSON.EJSON.stringify(copy, { relaxed: false })).toBe(BSON.EJSON.stringify(document, { relaxed: false }))
  })

  test('texts become ObjectIds and dates where the target is told so, and what does not fit is refused by field', async () => {
    const name = makeCollection([])
    const options = { object_id_fields: ['_id', 'owner'], date_fields: ['at'] }
    const good = { _id: '507f1f77bcf86cd799439011', owner: null, at: '2024-02-29 08:00:00.5+08:00' }
    const { outcomes } = await write(
      name,
      [good, { ...good, _id: 'x' }, { ...good, at: '2024-02-30' }, { ...good, at: '2024-01-01 00:00:00.1234' }],
      { key: ['_id'], options },
    )
    expect(outcomes.map(each => (each.kind === 'failed' ? each.failure.field : each.kind))).toEqual([
      'written',
      '_id',
      'at',
      'at',
    ])
    expect(server.store.read(name)).toEqual([
      { _id: new BSON.ObjectId(good._id), owner: null, at: new Date('2024-02-29T00:00:00.500Z') },
    ])
  })
})

describe('reading', () => {
  test('keys of several types are all read, in whatever page one type ends', async () => {
    const ids = [null, 1, 2.5, BSON.Long.fromString('9007199254740993'), 'a', 'b', { a: 1 }, Buffer.from('x')]
    const more = [new BSON.ObjectId(), true, new Date(0), new BSON.Timestamp({ t: 1, i: 1 })]
    const documents = [...ids, ...more].map(_id => BSON.deserialize(BSON.serialize({ _id }), { promoteValues: false }))
    expect(await read(makeCollection(documents))).toHaveLength(12)
  })

  test('documents without a change time, null or missing, are counted and read beside a window, page by page', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 0, day))
    const resource = makeCollection([
      { _id: 1, up: at(1) },
      { _id: 2, up: null },
      { _id: 3, up: at(3) },
      { _id: 4 },
      { _id: 5 },
    ])
    const connection = await open()
    const source = await connection.openSource!(
      SourceConfig.parse({ connector_id: CONNECTOR_ID, resource, key: ['_id'] }),
    )
    expect(await source.countUntimed?.('up', 10)).toBe(3)
    const window = { field: 'up', from: '2026-01-02T00:00:00.000Z', to: null }
    const readFrom = async (from: string | null): Promise<unknown[]> => {
      const found: unknown[] = []
      const { signal } = new AbortController()
      const request = { cursor: from, window, untimed: true, pageSize: 1, signal }
      for await (const page of source.read(request)) {
        found.push(...page.records.map(record => record.data?.['_id']))
        cursors.push(page.cursor)
      }
      return found
    }
    const cursors: (string | null)[] = []
    expect(await readFrom(null)).toEqual([3, 2, 4, 5])
    // After any page it goes on from its cursor.
    const places = cursors.filter(each => each !== null)
    const rests = []
    for (const place of places) rests.push((await readFrom(place)).length)
    expect(rests).toEqual(rests.toSorted((a, b) => b - a))
    expect(await readFrom(places.at(-1) ?? null)).toHaveLength(rests.at(-1) ?? 0)
    await source.close()
    await connection.close()
  })

  test('a filter is a query; scripts and what is no query are refused before anything is asked', async () => {
    const name = makeCollection([1, 2, 3, 4].map(id => ({ _id: id, id, paid: id > 2 })))
    const found = await read(name, { filter: '{"paid": true}', columns: ['paid'] })
    expect(found.map(each => each.data)).toEqual([
      { _id: 3, paid: true },
      { _id: 4, paid: true },
    ])
    for (const filter of ['[]', '{', '{"$where": "sleep(1)"}', '{"a": {"$elemMatch": {"$where": "1"}}}'])
      await expect(read(name, { filter })).rejects.toMatchObject({ code: 'source.condition', field: 'filter' })
  })

  test('a position of another increment field, and texts of numbers as one, are refused', async () => {
    const connection = await open()
    const source = await connection.openSource!(
      SourceConfig.parse({ connector_id: CONNECTOR_ID, resource: makeCollection([]), key: ['_id'] }),
    )
    const signal = new AbortController().signal
    const pages = source.read({ cursor: '["a","b"]', window: null, pageSize: 3, signal })[Symbol.asyncIterator]()
    await expect(pages.next()).rejects.toMatchObject({ code: 'source.cursor' })
    // Numbers that are kept as texts: "10" comes before "9".
    const resource = makeCollection(['9', '10'].map(at => ({ _id: at, at })))
    const texts = await connection.openSource!(
      SourceConfig.parse({ connector_id: CONNECTOR_ID, resource, key: ['_id'] }),
    )
    await expect(texts.readHighWater!('at')).rejects.toMatchObject({ code: 'source.incrementOrder', value: '9' })
    await connection.close()
  })
})

describe('writing', () => {
  test('a key without a unique index is refused, with the command that makes one', async () => {
    server.store.create('loose')
    const failure = await write('loose', [{ sku: 'a' }], { key: ['sku'] }).then(() => null, toFailure)
    expect(failure).toMatchObject({ code: 'target.key' })
    expect(failure?.repair).toBe('db.getCollection("loose").createIndex({"sku":1}, {"unique": true})')
  })

  test('fields that are not mapped stay, null is written, and a repeated key is written in order', async () => {
    const name = makeCollection([{ _id: 1, id: 1, kept: 'yes', note: 'old' }])
    const { outcomes } = await write(name, [
      { id: 1, note: null },
      { id: 2, note: 'a' },
      { id: 2, note: 'b' },
    ])
    expect(outcomes.map(each => each.kind)).toEqual(['written', 'written', 'written'])
    expect(server.store.read(name).map(toRecord)).toEqual([
      { id: 1, kept: 'yes', note: null },
      { id: 2, note: 'b' },
    ])
  })

  test('appending refuses what is there already by itself', async () => {
    const name = makeCollection([{ _id: 1, id: 1 }])
    const { target, outcomes } = await write(name, [{ id: 2 }, { id: 1 }, { id: 3 }], { mode: 'insert' })
    expect(target.guarantee).toBe('none')
    expect(outcomes.map(each => each.kind)).toEqual(['written', 'failed', 'written'])
    expect(outcomes[1]).toMatchObject({ failure: { code: 'target.exists' } })
  })

  test('names that MongoDB would read as a path or a command are refused by name', async () => {
    const { outcomes } = await write(makeCollection([]), [
      { id: 1, 'a.b': 1 },
      { id: 2, $set: 1 },
    ])
    expect(outcomes.map(each => each.kind === 'failed' && each.failure.field)).toEqual(['a.b', '$set'])
  })

  test('binary content in a list arrives as bytes', async () => {
    const name = makeCollection([])
    await write(name, [{ id: 1, parts: [Bytes.from(Buffer.from([1])), 'x'] }])
    expect(toJson(server.store.read(name).map(toRecord)[0]!)).toBe('{"id":1,"parts":[{"$bytes":"AQ=="},"x"]}')
  })

  test('a server that is no primary any more is a failure that heals', async () => {
    const name = makeCollection([])
    server.faults.refuse = { command: 'update', code: 10107 }
    const failure = await write(name, [{ id: 1 }]).then(() => null, toFailure)
    expect(failure).toMatchObject({ code: 'connector.busy', retry: 'later' })
  })
})

describe('the connection', () => {
  test('tells rights with the command that gives what lacks', async () => {
    const connection = await open()
    const steps: TestStep[] = []
    for await (const step of connection.test()) steps.push(step)
    await connection.close()
    const rights = steps.flatMap(step => step.rights ?? [])
    expect(rights.map(right => [right.name, right.state])).toEqual([
      ['read', 'yes'],
      ['write', 'yes'],
      ['create', 'part'],
    ])
    expect(rights[2]?.repair).toBe(
      'db.getSiblingDB("admin").grantRolesToUser("sluice", [{ role: "readWrite", db: "shop" }])',
    )
  })

  test('a replica set is found by one member, and every member is dialled by the egress', async () => {
    const own = `127.0.0.1:${server.port}`
    const resource = makeCollection([{ _id: 1 }])
    const openSet = () => open({ replica_set: 'rs0' })
    try {
      Object.assign(server.hello, { setName: 'rs0', setVersion: 1, me: own, primary: own, hosts: [own] })
      const connection = await openSet()
      expect((await connection.discover()).map(each => each.id)).toContain(resource)
      await connection.close()
      // A member that names the metadata service as its primary sends us nowhere.
      const hostile = '169.254.169.254:80'
      const sends = {
        hosts: [own, hostile],
        primary: hostile,
        ismaster: false,
        isWritablePrimary: false,
        secondary: true,
      }
      Object.assign(server.hello, sends)
      const led = await openSet()
      await expect(led.discover()).rejects.toMatchObject({ code: 'egress.blocked', value: hostile })
      await led.close()
    } finally {
      for (const name of Object.keys(server.hello)) delete server.hello[name]
    }
  })

  test('a collection can be made with a unique index on its key', async () => {
    const connection = await open()
    await connection.createResource!('made', [], ['sku'])
    await expect(connection.createResource!('made', [], ['sku'])).rejects.toMatchObject({ code: 'resource.exists' })
    await connection.close()
    const { outcomes } = await write('made', [{ sku: 'a' }], { key: ['sku'] })
    expect(outcomes.map(each => each.kind)).toEqual(['written'])
  })
})
