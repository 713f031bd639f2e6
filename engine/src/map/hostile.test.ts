import { type Data, Failure, Mapping, type MappingField } from '@sluice/contract'
import { takeTurn } from '@sluice/contract/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expressions, INVALID, strange, strangeExpressions, times } from '../testing/hostile-expressions.ts'
import { compileMapping, type MapOutcome } from './index.ts'

/** How long the main thread may be busy without a break, in ms. */
const MAX_STALL_MS = 100

const record: Data = {
  s: 'abc',
  long: 'x'.repeat(10_000),
  wide: '中'.repeat(200_000),
  evil: `${'a'.repeat(30)}!`,
  n: 5,
  list: Array.from({ length: 10_000 }, (_, index) => index),
  texts: Array.from({ length: 1000 }, (_, index) => `text ${index}`),
  o: { k: 'v' },
}

let timer: NodeJS.Timeout
let worstMs = 0

// By the CPU that this thread used between two ticks: on a busy machine, the wall clock would blame us for others.
beforeEach(() => {
  let last = process.threadCpuUsage()
  worstMs = 0
  timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    worstMs = Math.max(worstMs, (user + system) / 1000)
    last = process.threadCpuUsage()
  }, 1)
})

afterEach(() => {
  clearInterval(timer)
  expect(worstMs).toBeLessThan(MAX_STALL_MS)
})

const map = async (value: MappingField['value'], row: Data = record): Promise<MapOutcome | Failure> => {
  await new Promise(resolve => setTimeout(resolve, 2))
  try {
    const mapper = compileMapping(Mapping.parse({ fields: [{ target: 'x', value }] }))
    const [outcome] = await mapper.mapPage([row])
    mapper.close()
    return outcome ?? new Failure({ code: 'none', message: 'no outcome' })
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  } finally {
    await new Promise(resolve => setTimeout(resolve, 2))
  }
}

const codeOf = (outcome: MapOutcome | Failure): string =>
  outcome instanceof Failure ? outcome.code : outcome.kind === 'mapped' ? 'mapped' : (outcome.problems[0]?.code ?? '')

/** Each of them costs the time that a record may take. */
const isEndless = ([code]: (typeof expressions)[number]): boolean => code === 'mapping.expressionTimeout'
const tried = [...expressions.filter(each => !isEndless(each)), ...takeTurn(expressions.filter(isEndless))]

// Memory that is collected just then is nobody's fault; what holds the thread holds it each time.
for (const [code, expression] of tried)
  test(`${code}: ${expression.slice(0, 100)}`, { retry: 2 }, async () => {
    expect(codeOf(await map({ kind: 'expression', expression }))).toBe(code)
  })

for (const [expression, result] of strangeExpressions)
  test(`strange characters: ${expression}`, async () => {
    expect(await map({ kind: 'expression', expression }, strange)).toMatchObject({
      kind: 'mapped',
      data: { x: result },
    })
  })

test('they are two hundred and more, and no two the same', () => {
  expect(new Set(expressions.map(([, expression]) => expression)).size).toBe(expressions.length)
  expect(expressions.length + strangeExpressions.length).toBeGreaterThanOrEqual(200)
})

const templates: readonly (readonly [code: string, template: string])[] = [
  [INVALID, times(9000, '{{')],
  [INVALID, '{{'],
  [INVALID, '{{}}'],
  [INVALID, '{{|trim}}'],
  [INVALID, '{{s|}}'],
  [INVALID, '{{s|nothing}}'],
  [INVALID, '{{s|constructor}}'],
  [INVALID, '{{s|__proto__}}'],
  [INVALID, '{{s|toString}}'],
  [INVALID, `{{s|default:'${times(9000, "\\'")}}}`],
  [INVALID, "{{s|pad:1000000000,'x'}}"],
  [INVALID, '{{n|number:1000000000}}'],
  [INVALID, "{{s|split:''}}"],
  [INVALID, "{{s|replace:'',''}}"],
  [INVALID, "{{s|date:'YYYY','Mars/Base'}}"],
  ['mapping.filter', `{{wide|replace:'中','${times(6000, 'x')}'}}`],
  ['mapping.filter', "{{s|date:'YYYY'}}"],
  ['mapping.filter', "{{list|join:'".concat(times(9000, '-'), "'}}")],
  ['mapped', times(2500, '{{s}}\'"}')],
  ['mapped', `{{s${times(6000, '.a')}}}`],
  ['mapped', `{{${times(5000, '[')}}}`],
  ['mapped', `{{${times(2000, '["a"]')}}}`],
  ['mapped', `{{s${times(3900, '|trim')}}}`],
  ['mapped', '{{__proto__.constructor}}'],
]

for (const [code, template] of templates)
  test(`${code}: template ${template.slice(0, 60)}`, async () => {
    expect(codeOf(await map({ kind: 'template', template }))).toBe(code)
  })

test('a header repeated in every line is refused before it fills the memory', async () => {
  const row: Data = { doc: 'x'.repeat(1_000_000), items: Array.from({ length: 10_000 }, () => ({})) }
  const fields: MappingField[] = [{ target: 'doc', value: { kind: 'template', template: '{{doc}}' } }]
  expect(codeOf(await map({ kind: 'lines', source: 'items', fields }, row))).toBe('mapping.tooLarge')
})

test('a record nested a hundred thousand deep is refused by templates and by expressions', async () => {
  let deep: Data = {}
  for (let depth = 0; depth < 100_000; depth++) deep = { d: deep }
  expect(codeOf(await map({ kind: 'template', template: '{{d}}' }, deep))).toBe('mapping.tooLarge')
  expect(codeOf(await map({ kind: 'expression', expression: 'row.d' }, deep))).toBe('mapping.tooLarge')
  expect(codeOf(await map({ kind: 'expression', expression: '[row].map(r, r.d)' }, deep))).toBe('mapping.tooLarge')
})

test('nothing above has touched a prototype', () => {
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})
