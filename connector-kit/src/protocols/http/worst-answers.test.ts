import { setImmediate as nextTurn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTurn, measureLeast } from '../../conformance/index.ts'
import { createHttpSource } from './http-source.ts'
import { inferFields } from './infer-fields.ts'
import { type Scripted, startScripted } from './testing.ts'

// Answers of a far system that are as slow to read as they can be. Whatever stands in them, others are answered
// meanwhile; what is compared is computing, on the same machine.

const MB = 2 ** 20
let running: Scripted
let limitMs: number
/** What the far system says, and how. */
let packed: Buffer
beforeAll(async () => {
  running = await startScripted(() => ({ body: packed, headers: { 'content-encoding': 'gzip' } }))
  limitMs = await limitTurn(300)
})
afterAll(() => running.close())

const plan = {
  method: 'GET' as const,
  path: '/x',
  listPath: 'list',
  test: { errors: [{ kind: 'busy' as const, statuses: [], path: 'code', values: ['9'], messages: [] }] },
  pagination: { kind: 'none' as const },
}

async function readAll(): Promise<string> {
  const request = { cursor: null, window: null, pageSize: 100, signal: new AbortController().signal }
  let count = 0
  try {
    for await (const page of createHttpSource(running.client, 'x', plan).read(request)) {
      await nextTurn() // what the engine does with a page is its own
      count += page.records.length
    }
    return `${count} records`
  } catch (error) {
    return String((error as Error).message) // of the reader
  }
}

test.each<[string, string | RegExp, () => string]>([
  ['small values', '1 records', () => `{"list":[{"a":[1${',1'.repeat(4 * MB)}]}]}`],
  ['small objects', '1 records', () => `{"list":[{"a":[{"b":1}${',{"b":1}'.repeat(MB)}]}]}`],
  ['many records', '200000 records', () => `{"list":[{"id":1}${',{"id":1}'.repeat(199_999)}]}`],
  ['an answer that breaks off', /no complete JSON/, () => `{"list":[{"a":[1${',1'.repeat(4 * MB)}`],
  ['depth', /nested deeper than 1000 levels/, () => `{"list":${'['.repeat(MB)}${']'.repeat(MB)}}`],
  [
    'a million names',
    /an object of more than 100000 names/,
    () => `{"list":[{"id":1${Array.from({ length: 600_000 }, (_, at) => `,"n${at}":1`).join('')}}]}`,
  ],
  ['a long text', '1 records', () => `{"list":[{"a":"${'é\\n'.repeat(5 * MB)}"}]}`],
])('%s of a far system hold nobody up', async (what, wanted, make) => {
  packed = gzipSync(make(), { level: 1 })
  let said = ''
  const tookMs = await measureLeast(limitMs, async () => (said = await readAll()))
  expect(said).toMatch(wanted)
  expect([what, Math.max(0, Math.round(tookMs - limitMs))]).toEqual([what, 0])
})

test('the fields of a sample are told by as much of it as shows them', () => {
  const lines = Array.from({ length: 300_000 }, (_, at) => ({ sku: `s${at}`, qty: at }))
  const wide = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`n${at}`, 'x']))
  const fields = inferFields([{ id: 1, lines, wide }])
  expect(fields.map(({ name, type }) => [name, type])).toEqual([
    ['id', 'int'],
    ['lines', 'array'],
    ['wide', 'object'],
  ])
  expect(fields[1]?.fields?.map(({ name, type }) => [name, type])).toEqual([
    ['sku', 'string'],
    ['qty', 'int'],
  ])
})
