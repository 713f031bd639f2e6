import { limitTurn, measureLeast } from '@sluice/connector-kit/conformance'
import { type Data, Mapping, parseJson } from '@sluice/contract'
import { beforeAll, expect, test } from 'vitest'
import { compileMapping } from '../map/index.ts'
import { PageText } from '../stage/page-text.ts'
import { type PreparedPage, preparePage } from './land-page.ts'
import type { Session } from './session.ts'

// Records that are as slow to write as they can be are staged and mapped in the process that answers everybody; what is
// compared is computing, on the same machine.

let limitMs: number
beforeAll(async () => {
  limitMs = await limitTurn(100)
})

const PARTS = 300_000
const wide = parseJson(`{"id":1,"list":[1.10${',1.10'.repeat(PARTS)}]}`) as Data
const many = Array.from({ length: 200 }, (_, id): Data => ({ id, text: '"\n'.repeat(20_000) }))

/** What a page asks of its run. */
const session = {
  limits: { gatherRows: 1000, pageBytes: 2 ** 24 },
  config: { source: { flatten: [], pageSize: 1000, key: ['id'] } },
  control: { read: {} },
  shapes: { places: [], isCopied: () => false, known: {} },
  text: new PageText(),
  rowsFilter: null,
  rules: { key: ['id'], number: undefined, filter: null, recordBytes: 2 ** 25, deletes: null },
} as unknown as Session

test.each<[string, readonly Data[]]>([
  ['a record of 300,000 numerals', [wide]],
  ['a page of 8 MB', many],
])('%s is staged without holding the thread', async (what, rows) => {
  let prepared: PreparedPage | null = null
  const page = { records: rows.map(data => ({ data })), cursor: null }
  const tookMs = await measureLeast(limitMs, async () => (prepared = await preparePage(session, page)))
  expect([what, Math.max(0, Math.round(tookMs - limitMs))]).toEqual([what, 0])
  expect(prepared!.rows.map(row => row.failure)).toEqual(rows.map(() => null))
})

test.each<[string, readonly Data[], Mapping['fields'][number]['value']]>([
  ['as it is', [wide], { kind: 'template', template: '{{list}}' }],
  ['by an expression', [wide], { kind: 'expression', expression: 'row.list' }],
  ['of a page', many, { kind: 'expression', expression: 'row.text' }],
])('a large value is mapped %s without holding the thread', async (what, rows, value) => {
  const mapper = compileMapping(Mapping.parse({ fields: [{ target: 'a', value }] }), {
    now: () => new Date(0),
  })
  let kinds = new Set<string>()
  const tookMs = await measureLeast(limitMs, async () => {
    kinds = new Set((await mapper.mapPage(rows)).map(outcome => outcome.kind))
  })
  mapper.close()
  expect([what, Math.max(0, Math.round(tookMs - limitMs))]).toEqual([what, 0])
  expect([...kinds]).toEqual(['mapped'])
})
