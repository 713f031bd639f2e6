import { readdirSync, readFileSync } from 'node:fs'
import { type Data, Mapping, parseJson, toJson, type Value } from '@sluice/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FieldNote } from './field-note.ts'
import { compileMapping } from './index.ts'
import type { BoundMapping, LoadedMap } from './lookup-value.ts'
import type { MapOutcome } from './map-outcome.ts'

const now = () => new Date('2024-05-31T20:00:00Z')

const units: LoadedMap = {
  id: '01890000-0000-7000-8000-000000000001',
  name: 'Units',
  version: 7,
  on_miss: 'error',
  default_a: '',
  default_b: '',
  case_sensitive: false,
  trim: true,
  lines: [['l1', 'pc', 'PCS']],
}

async function mapOnce(mapping: BoundMapping, record: Data): Promise<MapOutcome> {
  const mapper = compileMapping(mapping, { now })
  const [outcome] = await mapper.mapPage([record])
  mapper.close()
  return outcome!
}

const bind = (fields: unknown, more: Partial<BoundMapping> = {}): BoundMapping => ({
  ...Mapping.parse({ fields }),
  maps: [units],
  ...more,
})

async function explain(fields: unknown, record: Data): Promise<readonly FieldNote[]> {
  return (await mapOnce(bind(fields, { explain: true }), record)).explanation ?? []
}

const template = (text: string) => ({ kind: 'template', template: text })
const expression = (text: string) => ({ kind: 'expression', expression: text })

/** Without what only the explained one tells. */
const bareText = ({ explanation, lookups, ...outcome }: MapOutcome & { explanation?: unknown }): string =>
  toJson(outcome as unknown as Value)

describe('an explanation', () => {
  test('tells the fields that a template read, each filter with what it made, and the joined text', async () => {
    const [note] = await explain(
      [{ target: 'name', value: template("{{first|trim|upper}}-{{last|default:'none'}}") }],
      { first: ' ann ' },
    )
    expect(note).toEqual({
      field: 'name',
      value: '"ANN-none"',
      isRefused: false,
      steps: [
        { kind: 'read', rule: 'first', after: '" ann "' },
        { kind: 'filter', rule: 'trim', before: '" ann "', after: '"ann"' },
        { kind: 'filter', rule: 'upper', before: '"ann"', after: '"ANN"' },
        { kind: 'read', rule: 'last', after: null },
        { kind: 'filter', rule: "default:'none'", before: null, after: '"none"' },
        { kind: 'template', rule: "{{first|trim|upper}}-{{last|default:'none'}}", after: '"ANN-none"' },
      ],
    })
  })

  test('tells an expression part by part, and only the branch that was taken', async () => {
    const text = 'row.qty > 10 ? round(row.qty * row.price, 2) : row.qty * 100'
    const [note] = await explain([{ target: 'sum', value: expression(text) }], { qty: 12, price: 1.255 })
    expect(note?.steps.map(({ kind, rule, after }) => [kind, rule, after])).toEqual([
      ['read', 'row.qty', '12'],
      ['part', 'row.qty > 10', 'true'],
      ['read', 'row.price', '1.255'],
      ['part', 'row.qty * row.price', '15.06'],
      ['part', 'round(row.qty * row.price, 2)', '15.06'],
      ['expression', text, '15.06'],
    ])
  })

  test('of expressions that run in workers and of those that run beside them is the same', async () => {
    const plain = 'coalesce(row.note, "none") + row.code'
    const [note] = await explain([{ target: 'x', value: expression(plain) }], { code: 'A' })
    // A loop is for the workers, and takes the whole mapping there.
    const notes = await explain(
      [
        { target: 'x', value: expression(plain) },
        { target: 'y', value: expression('row.list.map(n, n + 1)') },
      ],
      { code: 'A', list: [1, 2] },
    )
    expect(notes[0]).toEqual(note)
    expect(notes[1]?.steps.map(({ kind, rule, after }) => [kind, rule, after])).toEqual([
      ['read', 'row.list', '[1,2]'],
      ['expression', 'row.list.map(n, n + 1)', '[2,3]'],
    ])
  })

  test('tells the look-up, the default and the cast in their order', async () => {
    const lookup = { map_id: units.id, direction: 'forward' }
    const outcome = await mapOnce(
      bind(
        [
          { target: 'unit', value: template('{{unit}}'), lookup },
          { target: 'qty', value: template('{{qty}}'), fallback: '1', type: 'int' },
          { target: 'gone', value: template('{{gone}}'), whenMissing: 'null' },
        ],
        { explain: true },
      ),
      { unit: ' PC', qty: '' },
    )
    const [unit, qty, gone] = outcome.explanation ?? []
    expect(unit?.steps[1]).toEqual({ kind: 'lookup', rule: units.id, before: '" PC"', after: '"PCS"', lookup: 0 })
    expect(outcome.lookups?.[0]).toMatchObject({ mapId: units.id, lineId: 'l1', result: 'PCS' })
    expect(qty?.steps.map(({ kind, after }) => [kind, after])).toEqual([
      ['read', '""'],
      ['fallback', '"1"'],
      ['cast', '1'],
    ])
    expect(gone?.steps.at(-1)).toEqual({ kind: 'missing', rule: '', before: null, after: 'null' })
  })

  test('tells why a step refused, and names the line', async () => {
    const lines = { kind: 'lines', source: 'items', fields: [{ target: 'n', value: template('{{n}}'), type: 'int' }] }
    const notes = await explain([{ target: 'lines', value: lines }], { items: [{ n: '1' }, { n: 'x' }] })
    expect(notes.map(note => [note.field, note.value, note.isRefused])).toEqual([
      ['lines[0].n', '1', false],
      ['lines[1].n', null, true],
      ['lines', '[{"n":1},{}]', false],
    ])
    expect(notes[1]?.steps.at(-1)).toMatchObject({ kind: 'cast', before: '"x"', after: null })
    expect(notes[1]?.steps.at(-1)?.refusal).toMatch(/whole number/)
  })

  test('stays small for values that are not', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => index)
    const [note] = await explain([{ target: 'all', value: template('{{many}}') }], { many })
    expect(note?.value?.length).toBeLessThan(600)
  })
})

describe('a mapping that is explained maps as the bare one does', () => {
  const folder = new URL('./golden/fixtures/', import.meta.url)
  test.each(readdirSync(folder))('%s', async name => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const mapping = Mapping.parse((JSON.parse(text) as { mapping: unknown }).mapping)
    const record = (parseJson(text) as Data).record as Data
    const explained = await mapOnce({ ...mapping, explain: true }, record)
    expect(bareText(explained)).toBe(bareText(await mapOnce(mapping, record)))
    expect(explained.explanation).toBeDefined()
  })

  const scalar = fc.oneof(
    fc.constantFrom<Value>(null, true, '', 'a', ' PC', 'pc', '12.50', '2024-01-05', 0, 1, -7.5, 1e21),
    fc.string({ maxLength: 6 }),
    fc.integer(),
  )
  const record = fc.dictionary(fc.constantFrom('a', 'b', 'c'), scalar, { maxKeys: 3 })
  const value = fc.oneof(
    fc
      .array(fc.constantFrom('{{a}}', '{{b|trim}}', "{{c|default:'x'}}", '{{a|number:2}}', '{{b|date}}', '-'), {
        maxLength: 3,
      })
      .map(parts => template(parts.join(''))),
    fc
      .constantFrom(
        'row.a',
        'row.a + row.b',
        'row.a == row.b ? row.a : row.c',
        'coalesce(row.a, row.b, 1)',
        'has(row.a) && row.a == "a"',
        'concat(row.a, upper(row.b), index)',
        'row.?a.orValue(row.b)',
        '[row.a, row.b].map(x, x)',
        'round(row.a * 2, 1)',
      )
      .map(expression),
    scalar.map(constant => ({ kind: 'constant', value: constant })),
  )
  const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
  const field = fc.record({
    target: fc.constantFrom('x', 'y', 'z'),
    value: fc.oneof(
      value,
      fc.record({
        kind: fc.constant('lines'),
        source: fc.constantFrom('', 'list', 'a'),
        fields: fc.array(fc.record({ target: fc.constantFrom('p', 'q'), value }), { maxLength: 2 }),
      }),
    ),
    type: optional(fc.constantFrom('string', 'int', 'decimal', 'date', 'bool')),
    fallback: optional(fc.constantFrom('0', 1, null)),
    whenMissing: optional(fc.constantFrom('leave', 'null', 'error')),
    required: optional(fc.boolean()),
    lookup: optional(
      fc.record({
        map_id: fc.constant(units.id),
        direction: fc.constantFrom('forward', 'reverse'),
        onMiss: optional(fc.constantFrom('keep', 'default', 'error')),
      }),
    ),
  })
  test('whatever the mapping and the record', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(field, { minLength: 1, maxLength: 4 }), record, async (fields, row) => {
        const full: Data = { ...row, list: [row, { a: 'a' }] }
        const bare = await mapOnce(bind(fields), full)
        expect(bareText(await mapOnce(bind(fields, { explain: true }), full))).toBe(bareText(bare))
      }),
      { numRuns: 300 },
    )
  })
})
