import { parseParams, type SourceRecord } from '@sluice/connector-kit'
import { createTestContext, limitTurn, measureLeast } from '@sluice/connector-kit/conformance'
import { SourceConfig, toJson } from '@sluice/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { places } from './sql-places.ts'

// JSON and lists in a cell that are as slow to read as they can be: others are answered meanwhile. What is compared is
// computing, on the same machine.

let limitMs: number
beforeAll(async () => {
  limitMs = await limitTurn(100)
})

const PARTS = 300_000
const json = (first: string, more: string) => `{"a":[${first}${`,${more}`.repeat(PARTS)}]}`
const names = (count: number) => `{${Array.from({ length: count }, (_, at) => `"n${at}":1`).join()}}`

/** The text of a cell, and how what arrives begins. */
const cells: readonly (readonly [what: string, text: string, wanted: string])[] = [
  ['numerals with their zeros', json('1.10', '1.10'), '{"a":[1.10,1.10'],
  ['objects', json('{"b":1}', '{"b":1}'), '{"a":[{"b":1},{"b":1}'],
  ['names', names(150_000), 'The column doc has an object of more than 100000 names.'],
]

describe.each(places)('%s', (name, connector, create) => {
  const read = async (type: string, texts: readonly string[]): Promise<string[]> => {
    const context = createTestContext()
    const place = await create(context)
    if (place === null) {
      await context.dispose()
      return []
    }
    const connection = await connector.open(parseParams(connector.manifest.params, place.params), context)
    try {
      await place.run(`create table docs (id integer not null primary key, doc ${type})`)
      for (const [id, text] of texts.entries()) await place.run(`insert into docs values (${id}, '${text}')`)
      const resource = place.resource('docs')
      const config = SourceConfig.parse({ connector_id: '01900000-0000-7000-8000-000000000002', resource, key: ['id'] })
      const source = await connection.openSource!(config) // all of them read tables
      let shown: string[] = []
      const readAll = async (): Promise<void> => {
        const records: SourceRecord[] = []
        const { signal } = new AbortController()
        for await (const page of source.read({ cursor: null, window: null, pageSize: 10, signal }))
          records.push(...page.records)
        shown = records.map(({ data, failure }) => failure?.message ?? toJson(data?.['doc'] ?? null))
      }
      const tookMs = await measureLeast(limitMs, async () => {
        const { signal } = new AbortController()
        for await (const page of source.read({ cursor: null, window: null, pageSize: 10, signal }))
          expect(page.rows?.count ?? page.records.length).toBeGreaterThan(0)
      })
      expect([type, Math.max(0, Math.round(tookMs - limitMs))]).toEqual([type, 0])
      await readAll()
      await source.close()
      return shown
    } finally {
      await connection.close()
      await place.dispose()
      await context.dispose()
    }
  }
  const key = `${connector.manifest.id} ${name.toLowerCase()}`

  test.runIf(/postgresql|mysql|sqlite/.test(key))('JSON in a cell', async () => {
    const shown = await read(
      key.includes('postgresql') ? 'jsonb' : 'json',
      cells.map(([, text]) => text),
    )
    for (const [at, text] of shown.entries()) expect(text.slice(0, cells[at]?.[2].length)).toBe(cells[at]?.[2])
  })

  test.runIf(/postgresql/.test(key))('a list in a cell', async () => {
    const [numbers = '[1,2', texts = '["a b",null'] = [
      ...(await read('integer[]', [`{1${',2'.repeat(PARTS)}}`])),
      ...(await read('text[]', [`{"a b"${',NULL,"\\"\\\\"'.repeat(PARTS / 2)}}`])),
    ]
    expect(numbers.slice(0, 8)).toBe('[1,2,2,2')
    expect(texts.slice(0, 20)).toBe('["a b",null,"\\"\\\\",n')
  })
})
