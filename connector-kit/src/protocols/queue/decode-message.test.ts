import { expect, test } from 'vitest'
import { limitTurn, measureLeast } from '../../conformance/index.ts'
import { decodeMessage, decodeMessages } from './decode-message.ts'

test('a message in which one name stands twice is refused whole and kept', async () => {
  const rules = { format: 'json', propertiesField: '' } as const
  const read = (text: string) => decodeMessage({ body: Buffer.from(text), properties: {} }, rules)
  expect(await read('{"id":1,"a":{"id":2}}')).toEqual([{ data: { id: 1, a: { id: 2 } } }])
  const text = '[{"id":1},{"id":2,"n":1.50,"n":2}]'
  expect(await read(text)).toMatchObject([
    {
      data: { text },
      failure: { message: 'The message has the name "1.n" twice in one object, and one of the values would be lost.' },
    },
  ])
})

const MB = 2 ** 20
const rules = { format: 'json', propertiesField: '_message' } as const
const message = (text: string) => ({ body: Buffer.from(text), properties: { topic: 't' } })

test('of a list, what is no record is refused with its own text', async () => {
  const records = await decodeMessage(message('[{"id":1},7,{"_message":1},"x"]'), rules)
  expect(records.map(({ data }) => data?.['text'] ?? data?.['id'])).toEqual([1, '7', '{"_message":1}', '"x"'])
  expect(records.map(each => each.failure?.code ?? null)).toEqual([null, ...Array(3).fill('source.message')])
})

test.each<[string, string, () => string]>([
  ['small values', '1 records', () => `{"a":[1${',1'.repeat(8 * MB)}]}`],
  ['small objects', '1 records', () => `{"a":[{"b":1}${',{"b":1}'.repeat(MB)}]}`],
  ['a list of 100,000 values', '100000 refused', () => `[1${',1'.repeat(99_999)}]`],
  ['a list of a million values', 'The message is a list of more than 100000 elements.', () => `[1${',1'.repeat(MB)}]`],
  [
    'a million names',
    'The message has an object of more than 100000 names, which is not read.',
    () => `{"id":1${Array.from({ length: MB }, (_, at) => `,"n${at}":1`).join('')}}`,
  ],
  ['what breaks off', 'The message is not valid JSON.', () => `{"a":[1${',1'.repeat(8 * MB)}`],
  ['depth', 'The message is nested too deeply to be a record.', () => '['.repeat(16 * MB)],
])('a message of %s holds nobody up', async (what, wanted, make) => {
  const [limitMs, all] = [await limitTurn(300), [message(make())]]
  let said = ''
  const tookMs = await measureLeast(limitMs, async () => {
    const records = await decodeMessages(all, rules)
    const { failure } = records[0]!
    said = failure && records.length === 1 ? failure.message : `${records.length} ${failure ? 'refused' : 'records'}`
  })
  expect([what, said, Math.max(0, Math.round(tookMs - limitMs))]).toEqual([what, wanted, 0])
})
