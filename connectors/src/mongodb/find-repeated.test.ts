import { BSON } from 'mongodb'
import { expect, test } from 'vitest'
import { toRecord } from './source.ts'
import { decodeDocument } from './values.ts'

test('a name that stands twice in a document, which the server keeps, is refused with its path', () => {
  const inner = BSON.serialize({ a: 1, b: 2 })
  // Drivers of other languages write such documents; ours cannot.
  inner[inner.indexOf(0x62)] = 0x61
  const bytes = Buffer.from(BSON.serialize({ id: 1, list: [{ o: { a: 1, b: 2 } }] }))
  bytes.set(inner, bytes.indexOf(Buffer.from(BSON.serialize({ a: 1, b: 2 }))))
  expect(() => decodeDocument(bytes, BSON, false)).toThrow('list.0.o.a')
  expect(() => decodeDocument(inner, BSON, true)).toThrow(/has the name a twice/)
  const record = toRecord(bytes, ['id'], false, BSON)
  expect(record.failure).toMatchObject({ code: 'record.value', value: expect.stringContaining('1') })
  expect(record.failure?.message).toContain('The document has the name list.0.o.a twice')
})

test('a value of any type is passed over, and equal names of two objects are not twins', () => {
  const bytes = BSON.serialize({
    d: 1.5,
    text: 'é',
    o: { a: 1 },
    p: { a: 2, list: [{ a: 1 }, { a: 2 }] },
    raw: new BSON.Binary(Buffer.from('x')),
    id: new BSON.ObjectId(),
    yes: true,
    at: new Date(0),
    none: null,
    like: new BSON.BSONRegExp('a.*', 'i'),
    code: new BSON.Code('x'),
    scoped: new BSON.Code('x', { a: 1 }),
    sign: new BSON.BSONSymbol('s'),
    ref: new BSON.DBRef('c', new BSON.ObjectId()),
    stamp: new BSON.Timestamp({ t: 1, i: 1 }),
    long: BSON.Long.fromNumber(1),
    money: BSON.Decimal128.fromString('1.50'),
    least: new BSON.MinKey(),
    most: new BSON.MaxKey(),
    // Two names of one hash.
    Aa: 1,
    BB: 2,
    last: 1,
  })
  expect(decodeDocument(bytes, BSON, false)).toMatchObject({ Aa: 1, BB: 2, last: 1 })
})
