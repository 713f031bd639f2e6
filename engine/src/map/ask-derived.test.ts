import { type Data, Mapping, type Value } from '@sluice/contract'
import { expect, test } from 'vitest'
import type { FindAnswer, FindRecords } from './find-answer.ts'
import { checkMapping, compileMapping } from './index.ts'
import type { BoundMapping } from './lookup-value.ts'
import type { MapOutcome } from './map-outcome.ts'

/** Look-ups that ask with derived fields, which may hold answers of look-ups themselves. */
const STRATEGY = '01890000-0000-7000-8000-000000000001'
const template = (target: string, text: string) => ({ target, value: { kind: 'template', template: text } })
const expression = (target: string, text: string) => ({ target, value: { kind: 'expression', expression: text } })
const find = (target: string, equals: string, rest: object = {}) => ({
  target,
  value: { kind: 'find', strategy_id: STRATEGY, field: 'parent', where: [{ field: 'code', equals }], ...rest },
})
const call = (key: string) => `find("${STRATEGY}", "parent", {"code": ${key}})`

const bind = (derived: unknown[], fields: unknown[]): BoundMapping => ({
  ...Mapping.parse({ derived, fields, copyAll: false }),
  strategies: [{ id: STRATEGY, name: 'Units', key: ['code'], number: null }],
})

/** A chain: C1 stands below C2, that below C3, that below C4. */
const records: readonly Data[] = [1, 2, 3].map(at => ({ code: `C${at}`, parent: `C${at + 1}` }))
const asked: number[] = []
const answer: FindRecords = async wants => {
  asked.push(wants.size)
  return new Map(
    Array.from(wants, ([id, { where, take }]): [string, FindAnswer] => {
      const fit = records.find(record => where.every(([name, text]) => record[name] === text))
      if (!fit) return [id, { hits: 0, record: null, values: {} }]
      const values = [...take].map((name): [string, Value] => [name, fit[name]!])
      return [
        id,
        { hits: 1, record: { id: '1', key: String(fit['code']), number: null }, values: Object.fromEntries(values) },
      ]
    }),
  )
}

async function mapOne(mapping: BoundMapping, row: Data): Promise<MapOutcome> {
  asked.length = 0
  const mapper = compileMapping(mapping, { find: answer })
  try {
    return (await mapper.mapPage([row]))[0]!
  } finally {
    mapper.close()
  }
}
const shown = (outcome: MapOutcome) => (outcome.kind === 'mapped' ? outcome.data : outcome.problems)

test.each([
  ['a template', find('x', '{{derived.code}}')],
  ['an expression', expression('x', call('derived.code'))],
])('a look-up asks with a derived field: %s', async (_, field) => {
  const derived = [template('code', 'C{{no}}')]
  expect(shown(await mapOne(bind(derived, [field]), { no: 1 }))).toEqual({ x: 'C2' })
  expect(asked).toEqual([1])
})

test('a derived field holds what was looked up, and others work with it', async () => {
  const derived = [find('above', '{{code}}'), expression('label', 'concat("<", derived.above, ">")')]
  expect(shown(await mapOne(bind(derived, [template('x', '{{derived.label}}')]), { code: 'C1' }))).toEqual({
    x: '<C2>',
  })
})

test('a look-up asks with a derived field that uses another one, which was looked up: round by round', async () => {
  const derived = [
    expression('clean', 'trim(derived.above)'),
    find('above', '{{derived.code}}'),
    template('code', 'C{{no}}'),
  ]
  const fields = [find('x', '{{derived.clean}}'), expression('y', call('derived.clean')), find('z', 'C{{no}}')]
  expect(shown(await mapOne(bind(derived, fields), { no: 1 }))).toEqual({ x: 'C3', y: 'C3', z: 'C2' })
  // Nothing was asked with what was not there yet.
  expect(asked).toEqual([1, 1])
  expect(shown(await mapOne(bind(derived, fields), { no: 9 }))).toMatchObject({})
})

test('three look-ups one after the other are made, a fourth is refused by the name of its field', async () => {
  const derived = [find('a', '{{code}}'), find('b', '{{derived.a}}')]
  expect(shown(await mapOne(bind(derived, [find('x', '{{derived.b}}')]), { code: 'C1' }))).toEqual({ x: 'C4' })
  expect(asked).toEqual([1, 1, 1])
  const more = bind([...derived, find('c', '{{derived.b}}')], [find('x', '{{derived.c}}')])
  expect(() => compileMapping(more)).toThrow(
    'Field "x": The look-up asks with derived.c, which waits for look-ups itself',
  )
})

test('what is missing asks nothing, and the policy of the look-up says what becomes of it', async () => {
  const derived = [find('above', '{{code}}')]
  const mapping = bind(derived, [find('x', '{{derived.above}}', { onMiss: 'default', default: '?' })])
  expect(shown(await mapOne(mapping, { code: 'C9' }))).toEqual({ x: '?' })
  const strict = bind([find('above', '{{code}}', { onMiss: 'error' })], [find('x', '{{derived.above}}')])
  expect(shown(await mapOne(strict, { code: 'C9' }))).toMatchObject([
    { field: 'derived.above', code: 'mapping.notFound' },
  ])
})

test('lines of a derived list look up as those of the record do', async () => {
  const parts = { target: 'parts', value: { kind: 'lines', source: 'items', fields: [template('code', '{{sku}}')] } }
  const lines = { kind: 'lines', source: 'derived.parts', fields: [find('above', '{{code}}')] }
  const mapping = bind([parts], [{ target: 'lines', value: lines }])
  expect(shown(await mapOne(mapping, { items: [{ sku: 'C1' }, { sku: 'C3' }] }))).toEqual({
    lines: [{ above: 'C2' }, { above: 'C4' }],
  })
})

test('a derived field with loops is worked out elsewhere: a look-up that asks with it is refused by its name', () => {
  const derived = [expression('loop', 'row.list.map(x, x)[0]')]
  expect(() => compileMapping(bind(derived, [find('x', '{{derived.loop}}')]))).toThrow(
    'Field "derived.loop": A look-up asks with this derived field before the record is mapped',
  )
  expect(() => compileMapping(bind(derived, [template('x', '{{derived.loop}}')]))).not.toThrow()
})

test('circles through look-ups and names that are not there are told', () => {
  const problems = (derived: unknown[], fields: unknown[] = []) =>
    checkMapping(Mapping.parse({ derived, fields, copyAll: false })).map(({ message }) => message)
  expect(problems([find('a', '{{derived.b}}'), find('b', '{{derived.a}}')])[0]).toContain('a → b → a')
  expect(problems([], [find('x', '{{derived.tota}}')])[0]).toContain('There is no derived field "tota"')
  expect(problems([template('b', '1')], [expression('x', call('size(derived)'))])[0]).toContain(
    'names the derived fields',
  )
})
