import { type Data, Mapping, type MappingField } from '@sluice/contract'
import { expect, test } from 'vitest'
import { compileFields } from './compile-fields.ts'
import { checkMapping, compileMapping } from './index.ts'

/** An order of 300 fields with 500 lines, each of which repeats them all. */
const FIELDS = 300
const LINES = 500

const row: Data = {
  ...Object.fromEntries(Array.from({ length: FIELDS }, (_, at) => [`h${at}`, `value ${at}`])),
  tags: ['a', 'b', 'c'],
  items: Array.from({ length: LINES }, (_, at) => ({ sku: `S${at}`, qty: at })),
}

const field = (target: string, expression: string): MappingField => ({
  target,
  value: { kind: 'expression', expression },
})

const mappingOf = (make: (at: number) => string, rest: Partial<Mapping> = {}): Mapping => ({
  copyAll: false,
  fields: [
    ...Array.from({ length: FIELDS }, (_, at) => field(`h${at}`, `row.h${at}`)),
    {
      target: 'lines',
      value: {
        kind: 'lines',
        source: 'items',
        fields: Array.from({ length: FIELDS }, (_, at) => field(`f${at}`, make(at))),
      },
    },
  ],
  ...rest,
})

async function mapOne(mapping: Mapping, record: Data) {
  const mapper = compileMapping(mapping)
  const [outcome] = await mapper.mapPage([record])
  mapper.close()
  return outcome
}

test.each([
  ['without loops', (at: number) => `concat(row.h${at}, "-", line.sku)`, 'value 299-S499'],
  ['with loops', (at: number) => `row.tags.filter(t, t != "a").map(t, t + row.h${at})[1]`, 'cvalue 299'],
])('150,000 values are made by default, by expressions %s', async (_, make, last) => {
  const outcome = await mapOne(mappingOf(make), row)
  expect(outcome?.kind === 'refused' ? outcome.problems : []).toEqual([])
  const lines = (outcome?.kind === 'mapped' ? outcome.data.lines : []) as unknown as Data[]
  expect(lines.length).toBe(LINES)
  expect(lines.at(-1)?.['f299']).toBe(last)
})

test('what a record may compute goes by the values that its lines make, in lines of lines too', () => {
  const inner: MappingField = {
    target: 'sub',
    value: { kind: 'lines', source: 'parts', fields: [field('a', '1'), field('b', '2')] },
  }
  const mapping: Mapping = {
    copyAll: false,
    fields: [{ target: 'x', value: { kind: 'lines', source: 'items', fields: [inner, field('c', '3')] } }],
  }
  const count = compileFields(mapping).countValues
  expect(count?.({ items: [{ parts: [{}, {}] }, { parts: [{}] }, {}] }, new Date(0))).toBe(3 * 2 + 3 * 2)
  expect(compileFields(mappingOf(() => '1')).countValues?.(row, new Date(0))).toBe(FIELDS * LINES)
  expect(compileFields({ copyAll: false, fields: [field('a', '1')] }).countValues).toBeNull()
})

const list = Array.from({ length: 500 }, (_, at) => at)
const loop = [field('x', 'row.list.map(a, row.list.filter(b, b % 7 == a % 7).size()).size()')]

test('a mapping is given more by its own setting, and the refusal names it', async () => {
  const refused = await mapOne({ copyAll: false, fields: loop, computeMs: 10 }, { list })
  expect(refused).toMatchObject({
    kind: 'refused',
    problems: [
      {
        field: 'x',
        code: 'mapping.expressionTimeout',
        message:
          'Field "x": the expression was stopped because it took more than the 10 ms of computing that a record of this size has. Make it loop over less, or give the mapping more: computeMs is 10 and may be up to 60000.',
      },
    ],
  })
  expect(await mapOne({ copyAll: false, fields: loop, computeMs: 60_000 }, { list })).toMatchObject({
    kind: 'mapped',
    data: { x: 500 },
  })
})

test('a mapping that asks for more than the operator allows is told before it runs', () => {
  const mapping = Mapping.parse({ fields: [], computeMs: 90_000 })
  expect(checkMapping(mapping)).toMatchObject([{ field: 'computeMs', code: 'mapping.invalid' }])
  expect(checkMapping({ ...mapping, computeMs: 60_000 })).toEqual([])
})
