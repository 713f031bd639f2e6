import {
  type Data,
  exampleFind,
  exampleMap,
  exampleRecord,
  expressionFunctions,
  Mapping,
  NEWEST_EDITION,
  parseJson,
  templateFilters,
  toJson,
  type Value,
} from '@sluice/contract'
import { expect, test } from 'vitest'
import { functionsOf } from './expression-functions.ts'
import { filterNames } from './filters.ts'
import { compileMapping } from './index.ts'

const map = {
  ...{ id: exampleMap.id, name: '', version: 1, on_miss: 'error' as const, default_a: '', default_b: '' },
  ...{ case_sensitive: true, trim: false, lines: [['1', ...exampleMap.line] as const] },
}
const strategy = { id: exampleFind.strategyId, name: '', key: exampleFind.key, number: null }
const found = { hits: 1, record: { id: '1', key: 'SO-1001', number: null }, values: exampleFind.record }

const record = parseJson(exampleRecord) as Data

async function give(value: unknown): Promise<string> {
  const mapper = compileMapping(
    { ...Mapping.parse({ fields: [{ target: 'x', value }] }), maps: [map], strategies: [strategy] },
    { find: async wants => new Map(Array.from(wants.keys(), id => [id, found])) },
  )
  const [outcome] = await mapper.mapPage([record])
  mapper.close()
  return outcome?.kind === 'mapped' ? toJson(outcome.data.x ?? null) : toJson(outcome as unknown as Value)
}

test.each(expressionFunctions)('the example of $name gives its result', async ({ example, result }) => {
  expect(await give({ kind: 'expression', expression: example })).toBe(result)
})

test.each(templateFilters)('the example of the filter $name gives its result', async ({ example, result }) => {
  expect(await give({ kind: 'template', template: example })).toBe(result)
})

test('templates from elsewhere may write dateTime for datetime', async () => {
  const template = (name: string) => `{{paid_at | ${name}:'YYYYMMDD HH'}}`
  expect(await give({ kind: 'template', template: template('dateTime') })).toBe('"20240105 18"')
  expect(await give({ kind: 'template', template: template('datetime') })).toBe('"20240105 18"')
})

test('every function and every filter of the engine is in the catalogue', () => {
  const signatures = functionsOf(NEWEST_EDITION).map(([text]) => text)
  const names = new Set(signatures.map(text => /^(?:\w+\.)?(\w+)\(/.exec(text)?.[1]))
  const known = new Set<string | undefined>(expressionFunctions.flatMap(({ name, aliases }) => [name, ...aliases]))
  expect([...names].filter(name => !known.has(name))).toEqual([])
  expect(templateFilters.map(each => each.name).toSorted()).toEqual([...filterNames].toSorted())
})
