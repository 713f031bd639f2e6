import { type Data, ExactNumber, Mapping, type ValueLookup } from '@sluice/contract'
import { expect, test } from 'vitest'
import { type BoundMapping, compileMapping, type LoadedMap, type MapOutcome } from './index.ts'

const MAP_ID = '00000000-0000-7000-8000-00000000000a'
const map = (lines: readonly (readonly [string, string])[], change: Partial<LoadedMap> = {}): LoadedMap => ({
  id: MAP_ID,
  name: 'Units',
  version: 3,
  case_sensitive: true,
  trim: false,
  on_miss: 'error',
  default_a: '',
  default_b: '',
  lines: lines.map(([a, b], index) => [String(index + 1), a, b]),
  ...change,
})

const bind = (
  given: LoadedMap,
  lookup: Partial<ValueLookup> = {},
  value: object = { kind: 'template', template: '{{v}}' },
): BoundMapping => ({
  ...Mapping.parse({ fields: [{ target: 'x', value, lookup: { map_id: MAP_ID, direction: 'forward', ...lookup } }] }),
  maps: [given],
})

async function mapRows(mapping: BoundMapping, rows: readonly Data[]): Promise<readonly MapOutcome[]> {
  const mapper = compileMapping(mapping)
  try {
    return await mapper.mapPage(rows)
  } finally {
    mapper.close()
  }
}

const results = async (mapping: BoundMapping, values: readonly (Data['x'] | undefined)[]): Promise<unknown[]> =>
  (
    await mapRows(
      mapping,
      values.map(v => (v === undefined ? {} : { v })),
    )
  ).map(outcome => (outcome.kind === 'mapped' ? outcome.data : outcome.problems[0]?.code))

test('a value becomes what its line holds; null, missing and "" are three things', async () => {
  const units = map([
    ['pcs', 'EA'],
    ['', 'NONE'],
    ['1', 'one'],
    ['true', 'yes'],
    ['12345678901234567890', 'big'],
  ])
  expect(
    await results(bind(units), ['pcs', '', null, undefined, 1, true, new ExactNumber('12345678901234567890')]),
  ).toEqual([{ x: 'EA' }, { x: 'NONE' }, { x: null }, {}, { x: 'one' }, { x: 'yes' }, { x: 'big' }])
})

test('values are compared as they are, unless the map says otherwise', async () => {
  const lines = [['Pcs', 'EA']] as const
  expect(await results(bind(map(lines)), ['Pcs', 'pcs', ' Pcs'])).toEqual([
    { x: 'EA' },
    'mapping.noMatch',
    'mapping.noMatch',
  ])
  const loose = map([['Pcs', 'EA']], { case_sensitive: false, trim: true })
  expect(await results(bind(loose), ['PCS', ' pcs '])).toEqual([{ x: 'EA' }, { x: 'EA' }])
  // 1.0 and 1 are one amount; names every object has are no lines.
  expect(await results(bind(map([['1', 'one']])), [new ExactNumber('1.0'), '__proto__', 'constructor'])).toEqual([
    { x: 'one' },
    'mapping.noMatch',
    'mapping.noMatch',
  ])
})

test('what no line holds follows the policy: of the field, else of the map', async () => {
  const units = map([['a', 'b']], { on_miss: 'default', default_a: 'dA', default_b: 'dB' })
  expect(await results(bind(units), ['?'])).toEqual([{ x: 'dB' }])
  expect(await results(bind(units, { direction: 'reverse' }), ['?'])).toEqual([{ x: 'dA' }])
  expect(await results(bind(units, { onMiss: 'keep' }), ['?', 7])).toEqual([{ x: '?' }, { x: 7 }])
  expect(await results(bind(units, { onMiss: 'default', default: 'mine' }), ['?'])).toEqual([{ x: 'mine' }])
  expect(await results(bind(units, { onMiss: 'error' }), ['?'])).toEqual(['mapping.noMatch'])
})

test('the wildcard line answers the rest of its own side only', async () => {
  const units = map([
    ['a', '1'],
    ['*', '9'],
    ['z', '*'],
  ])
  expect(await results(bind(units), ['a', 'q', 'z'])).toEqual([{ x: '1' }, { x: '9' }, { x: '9' }])
  expect(await results(bind(units, { direction: 'reverse' }), ['1', '9', 'q'])).toEqual([
    { x: 'a' },
    { x: 'z' },
    { x: 'z' },
  ])
})

test('backwards, a value with several answers is refused and never guessed', async () => {
  const units = map([
    ['a', '1'],
    ['b', '1'],
    ['c', '2'],
  ])
  expect(await results(bind(units, { direction: 'reverse' }), ['1', '2'])).toEqual(['mapping.ambiguous', { x: 'c' }])
})

test('a list is no value to look up; a map that is gone says so', async () => {
  expect(await results(bind(map([['a', 'b']])), [['a']])).toEqual(['mapping.lookup'])
  expect(() => compileMapping({ ...bind(map([])), maps: [] })).toThrow('does not exist any more')
})

test('every miss is noted with its field, inside lines too; hits only where they are explained', async () => {
  const value = {
    kind: 'lines',
    source: 'items',
    fields: [
      {
        target: 'unit',
        value: { kind: 'template', template: '{{u}}' },
        lookup: { map_id: MAP_ID, direction: 'forward' },
      },
    ],
  }
  const mapping: BoundMapping = {
    ...Mapping.parse({ fields: [{ target: 'lines', value }] }),
    maps: [map([['a', 'b']], { on_miss: 'keep' })],
  }
  const rows = [{ items: [{ u: 'a' }, { u: '?' }] }]
  const miss = {
    field: 'lines[1].unit',
    mapId: MAP_ID,
    direction: 'forward',
    value: '?',
    lineId: null,
    policy: 'keep',
    result: '?',
  }
  expect((await mapRows(mapping, rows))[0]).toEqual({
    kind: 'mapped',
    data: { lines: [{ unit: 'b' }, { unit: '?' }] },
    lookups: [miss],
  })
  const hit = {
    field: 'lines[0].unit',
    mapId: MAP_ID,
    direction: 'forward',
    value: 'a',
    lineId: '1',
    policy: null,
    result: 'b',
  }
  expect((await mapRows({ ...mapping, explain: true }, rows))[0]?.lookups).toEqual([hit, miss])
})

test('an expression is looked up in a worker just the same', async () => {
  const mapping = bind(map([['A-1', 'hit']]), {}, { kind: 'expression', expression: 'row.list.map(a, "A-" + a)[0]' })
  const [hit, miss] = await mapRows(mapping, [{ list: ['1'] }, { list: ['2'] }])
  expect(hit).toEqual({ kind: 'mapped', data: { x: 'hit' } })
  expect(miss).toMatchObject({ kind: 'refused', problems: [{ code: 'mapping.noMatch' }], lookups: [{ value: 'A-2' }] })
})

test('a look-up in 100,000 lines costs about as much as in ten', async () => {
  const time = async (size: number): Promise<number> => {
    const lines = Array.from({ length: size }, (_, index) => [`a${index}`, `b${index}`] as const)
    const mapper = compileMapping(bind(map(lines)))
    const rows = Array.from({ length: 50_000 }, (_, index) => ({ v: `a${(index * 7919) % size}` }))
    const times: number[] = []
    for (let round = 0; round < 5; round++) {
      const startMs = performance.now()
      await mapper.mapPage(rows)
      times.push(performance.now() - startMs)
    }
    mapper.close()
    return Math.min(...times)
  }
  const [small, large] = [await time(10), await time(100_000)]
  // A scan of the lines would take 10,000 times as long; cache misses take some times.
  expect(large).toBeLessThan(small * 100 + 100)
})
