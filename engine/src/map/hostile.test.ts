import { type Data, Failure, Mapping, type MappingField } from '@sluice/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compileMapping, type MapOutcome } from './index.ts'

/** How long the main thread may be busy without a break, in ms. */
const MAX_STALL_MS = 100

const record: Data = {
  s: 'abc',
  long: 'x'.repeat(10_000),
  wide: '中'.repeat(200_000),
  evil: `${'a'.repeat(30)}!`,
  n: 5,
  list: Array.from({ length: 3000 }, (_, index) => index),
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

const times = (count: number, text: string): string => text.repeat(count)
const nest = (count: number, open: string, inner: string, close: string): string =>
  open.repeat(count) + inner + close.repeat(count)

/** Stopped by the watchdog, for time or memory. */
const STOPPED = 'mapping.expressionTimeout'
/** Refused before it runs. */
const INVALID = 'mapping.invalid'
/** Ran and failed on its own. */
const FAILED = 'mapping.expression'

const expressions: readonly (readonly [code: string, expression: string])[] = [
  // Loops
  [STOPPED, 'row.list.map(a, row.list.map(b, a + b).size()).size()'],
  [STOPPED, 'row.list.filter(a, row.list.exists(b, a + b < 0)).size()'],
  [STOPPED, 'row.list.all(a, row.list.all(b, a + b >= 0))'],
  [STOPPED, 'row.list.exists_one(a, row.list.exists_one(b, a * b == -1))'],
  [STOPPED, 'row.list.map(a, a).map(a, row.list.map(b, sum(row.list)))'],
  [STOPPED, 'row.list.map(a, sum(row.list) + a).size()'],
  [STOPPED, 'row.list.map(a, a in row.list).size()'],
  [STOPPED, 'row.list.map(a, join(row.list, string(a))).size()'],
  [STOPPED, 'row.list.map(a, rmatch(concat(row.long, a), "(.*)(.*)(.*)[yz]")).size()'],
  [STOPPED, 'row.list.map(a, replace(row.long, "x", "yz")).size()'],
  [STOPPED, 'row.list.map(a, row.wide.size()).size()'],
  [STOPPED, 'row.list.map(a, date_format(now, concat("YYYY", a), "Asia/Shanghai")).map(a, row.list.map(b, a)).size()'],
  [INVALID, 'row.list.map(a, row.list.map(b, row.list.map(c, a + b + c)))'],
  [INVALID, 'row.list.map(a, row.list.filter(b, row.list.exists(c, c == a)))'],
  [INVALID, '[1].map(a, cel.bind(q, [1].map(b, [1].map(c, c)), q))'],
  // Memory
  [FAILED, `[row.long]${times(10, '.map(a, a + a + a + a + a)')}`],
  [FAILED, `cel.bind(a, row.wide, cel.bind(b, a + a + a + a + a + a + a + a + a + a, b + b + b + b + b))`],
  [FAILED, times(40, 'row.wide + ').concat('row.s')],
  [FAILED, `cel.bind(a, row.list, cel.bind(b, ${times(9, 'a + ')}a, ${times(9, 'b + ')}b))`],
  [FAILED, `[row.list]${times(10, '.map(a, a + a)')}`],
  [FAILED, 'concat(row.wide, row.wide, row.wide, row.wide, row.wide).split("").size()'],
  [FAILED, 'split(row.wide, "")'],
  [FAILED, 'row.wide.split("")'],
  [FAILED, 'row.wide.split("", 150000)'],
  [FAILED, 'join(row.list.map(a, row.long), row.long)'],
  [FAILED, 'row.texts.map(a, row.long).join(row.long)'],
  [FAILED, 'replace(row.wide, "中", row.long)'],
  [FAILED, 'toText(row.list.map(a, row.wide))'],
  [FAILED, 'concat(row.texts.map(a, row.wide), row.texts.map(a, row.wide))'],
  [FAILED, 'row.texts.map(a, row.wide)'],
  [FAILED, '{"a": row.texts.map(a, {"b": row.wide})}'],
  [STOPPED, 'row.list.map(a, row.list.map(b, concat(row.long, a, b)))'],
  [STOPPED, 'row.list.map(a, row.list.map(b, [a, b, a, b])).size()'],
  [STOPPED, 'row.list.map(a, row.texts.map(b, {"k": b})).map(a, a.map(b, b)).size()'],
  [INVALID, 'b"abc" + b"def"'],
  [INVALID, 'bytes(row.long)'],
  // Patterns
  [INVALID, 'row.evil.matches("^(a+)+$")'],
  [INVALID, '[row.evil].exists(t, t.matches("^(a+)+$"))'],
  ['mapped', 'row.evil.rmatch("^(a+)+$")'],
  ['mapped', 'rmatch(row.long, "(x*)*y")'],
  [FAILED, 'rmatch(row.s, "(?=a)b")'],
  [FAILED, 'rmatch(row.s, row.long)'],
  [FAILED, 'rmatch(row.s, "((a{1,1000}){1,1000}){1,1000}")'],
  // Nesting and size
  [INVALID, nest(3000, '(', '1', ')')],
  [INVALID, nest(3000, '[', '1', ']')],
  [INVALID, `1${times(9000, '+1')}`],
  [INVALID, nest(1500, 'size([', '1', '])')],
  [INVALID, `row${times(6000, '.a')}`],
  [INVALID, times(9000, '!').concat('true')],
  [INVALID, `[${times(1500, '1,')}1]`],
  [INVALID, `true${times(1200, ' ? true : true')}`],
  // Prototypes and the outside
  [FAILED, 'row.constructor'],
  [FAILED, 'row.__proto__'],
  [FAILED, 'row["__proto__"]'],
  [FAILED, 'row.s.constructor'],
  [FAILED, 'row.list.constructor'],
  [FAILED, 'row.o.constructor.constructor("return process")()'.replace('("return process")()', '')],
  [FAILED, 'row.o.toString'],
  [FAILED, 'row.n.value'],
  [FAILED, 'row.list["length"]'],
  [INVALID, 'row.o.constructor("return process")'],
  [INVALID, '{"__proto__": {"polluted": true}}'],
  [INVALID, '{"constructor": 1}'],
  [INVALID, 'process.env'],
  [INVALID, 'globalThis'],
  [INVALID, 'constructor'],
  [INVALID, 'import("fs")'],
  [INVALID, 'now.getHours("America/New_York")'],
  [FAILED, 'type(row)'],
  // Numbers
  [FAILED, '9223372036854775807 + 1'],
  [FAILED, 'row.n / 0'],
  [FAILED, '1.0 / 0.0'],
  [FAILED, 'dec("1e999999999")'],
  [FAILED, 'round(row.n, 1000000000)'],
  [FAILED, 'pad(row.s, 1000000000, "x")'],
  [FAILED, `[dec("${'9'.repeat(900)}")]${times(12, '.map(a, a * a)')}`],
  [FAILED, 'left(row.s, 9223372036854775807 + 1)'],
  ['mapped', 'left(row.s, 9223372036854775807)'],
]

for (const [code, expression] of expressions)
  test(`${code}: ${expression.slice(0, 100)}`, async () => {
    expect(codeOf(await map({ kind: 'expression', expression }))).toBe(code)
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
  expect(codeOf(await map({ kind: 'expression', expression: '1' }, deep))).toBe('mapping.tooLarge')
})

test('nothing above has touched a prototype', () => {
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})
