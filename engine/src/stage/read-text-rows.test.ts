import { type RowText, RowTextBuilder, type TextColumn, TextLayout } from '@sluice/connector-kit'
import { type Data, Failure, toJson } from '@sluice/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packBytes, unpackLines, unpackRows } from './page-codec.ts'
import { identify, type RowRules } from './read-row.ts'
import { readTextRows } from './read-text-rows.ts'

const columns: readonly TextColumn[] = [
  { name: '10', type: 'whole' },
  { name: 'a.b', type: 'text' },
  { name: 'amount', type: 'numeral' },
  { name: 'is_paid', type: 'boolean' },
  { name: 'photo', type: 'bytes' },
  { name: 'doc', type: 'json' },
  { name: 'list', type: 'numeral[]' },
  { name: '2', type: 'text' },
]
const layout = new TextLayout(columns)
const rules: RowRules = { key: ['10'], number: undefined, filter: null, recordBytes: 2 ** 20, deletes: null }

const escapeField = (text: string): string =>
  text.replace(/[\\\t\n\r]/g, letter => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[letter] ?? letter)

function makeRows(rows: readonly (readonly (string | null)[])[], of = layout): RowText {
  const builder = new RowTextBuilder(of, 0)
  for (const row of rows) {
    const line = Buffer.from(row.map(text => (text === null ? '\\N' : escapeField(text))).join('\t'))
    // In two pieces, as a socket may give them.
    builder.add(line, 0, line.length >> 1)
    builder.add(line, line.length >> 1, line.length)
    builder.endRow(0)
  }
  return builder.finish()
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }).map(text => text.replaceAll('\0', '')),
  fc.array(fc.constantFrom('\\', '\t', '\n', '\r', 'N', '\b', '中', '🎉'), { maxLength: 6 }).map(all => all.join('')),
)
const numeral = fc.oneof(
  fc.bigInt().map(String),
  fc.constantFrom('NaN', '-0', '12.50', '-Infinity', '0.000000000000000000000000000000000000012', '1e-7'),
)
const anyRow = fc
  .tuple(
    fc.bigInt().map(String),
    anyText,
    numeral,
    fc.constantFrom('t', 'f'),
    fc.constantFrom('\\x', '\\x00ff'),
    fc.json(),
    fc.constantFrom('{}', '{1.50,NULL,NaN}', '[0:0]={1}'),
    anyText,
  )
  .chain(row => fc.tuple(...row.map(text => fc.option(fc.constant(text), { nil: null, freq: 6 }))))

test('rows kept as text are identified as their data is, whatever the key', () => {
  const paths = fc.constantFrom('10', 'a.b', 'amount', 'is_paid', 'photo', 'doc', 'list', '2', 'missing', '["a.b"]')
  const all = fc.record({
    rows: fc.array(anyRow, { minLength: 1, maxLength: 5 }),
    key: fc.array(paths, { minLength: 1, maxLength: 2 }),
    number: fc.option(paths, { nil: undefined }),
  })
  fc.assert(
    fc.property(all, ({ rows, key, number }) => {
      const text = makeRows(rows)
      const read = readTextRows(text, { ...rules, key, number })
      expect(read).toHaveLength(rows.length)
      for (const [index, row] of (read ?? []).entries()) {
        const wanted = identify(text.decode(index), Buffer.from(''), { key, number })
        if (wanted instanceof Failure) expect(row.failure).toEqual(wanted.toDetail())
        else expect(row).toMatchObject({ failure: null, identity: { key: wanted.key, number: wanted.number } })
      }
    }),
    { numRuns: 400 },
  )
})

test('a row has the hash of its text and of its columns', () => {
  const [one, two] = [
    ['1', 'x', null, 't', null, null, null, ''] as const,
    ['1', 'y', null, 't', null, null, null, ''] as const,
  ]
  const hashOf = (row: readonly (string | null)[], of = layout) => {
    const [read] = readTextRows(makeRows([row], of), rules) ?? []
    return read?.failure === null ? read.identity.hash : null
  }
  const renamed = new TextLayout([...columns.slice(0, -1), { name: '3', type: 'text' }])
  expect(hashOf(one)).toMatch(/^[0-9a-f]{32}$/)
  expect(hashOf(one)).toBe(hashOf([...one]))
  expect(new Set([hashOf(one), hashOf(two), hashOf(one, renamed)]).size).toBe(3)
})

test('what is stored comes back row by row as JSON, whole or in parts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 6 }), fc.nat(), async (rows, cut) => {
      const text = makeRows(rows)
      const wanted = rows.map((_, index) => toJson(text.decode(index)))
      const first = cut % text.count
      const stored = await packBytes(text.part(first, text.count).toStored())
      expect(await unpackLines(stored)).toEqual(wanted.slice(first))
      const { rows: back, text: textAt, count } = await unpackRows(stored)
      expect([count, textAt(0), textAt(count)]).toEqual([text.count - first, wanted[first], undefined])
      // The very bytes, so that its hash is the same after a crash.
      expect(back?.line(0).equals(text.line(first))).toBe(true)
      const picked = text.pick([first])
      expect(picked.line(0).equals(text.line(first))).toBe(true)
      expect(
        toJson(text.pick(Array.from({ length: text.count }, (_, at) => at).filter(at => at !== first)).count),
      ).toBe(String(text.count - 1))
    }),
    { numRuns: 100 },
  )
})

test('a filter and a mark of deletion see the values, and a row that is too long sends the page the long way', () => {
  const rows = makeRows([
    ['1', 'keep', null, 't', null, null, null, ''],
    ['2', 'drop', null, 't', null, null, null, ''],
    ['3', 'gone', null, 't', null, null, null, ''],
  ])
  const is = (word: string) => (row: Data) => row['a.b'] === word
  const filter = (row: Data) => !is('drop')(row)
  const read = readTextRows(rows, { ...rules, filter, deletes: { isDeleted: is('gone') } }) ?? []
  expect(read.map(row => (row.failure === null ? (row.change ?? 'taken') : row.failure.code))).toEqual([
    'taken',
    'source.filtered',
    'delete',
  ])
  expect(readTextRows(rows, { ...rules, recordBytes: 5 })).toBeNull()
})
