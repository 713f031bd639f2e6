import { spawnSync } from 'node:child_process'
import { Bytes, type Data, ExactNumber, Failure, Mapping, toJson, type Value } from '@sluice/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileMapping, type Mapper } from './index.ts'

const expressionMapping = (expression: string): Mapping =>
  Mapping.parse({ fields: [{ target: 'x', value: { kind: 'expression', expression } }] })

const LOOP = 'row.list.map(a, row.list.filter(b, b > a).size()).size()'
const rowsWithLoopsAt = (guilty: ReadonlySet<number>, count: number): Data[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    list: Array.from({ length: guilty.has(id) ? 3000 : 2 }, (_, index) => index),
  }))

const textOf = (value: unknown): string => toJson(value as Value)

test('a record that loops is refused alone; all others of its page are mapped, in order', async () => {
  const guilty = new Set([0, 7, 300, 599])
  const mapper = compileMapping(expressionMapping(LOOP))
  const outcomes = await mapper.mapPage(rowsWithLoopsAt(guilty, 600))
  mapper.close()
  for (const [index, outcome] of outcomes.entries())
    if (guilty.has(index))
      expect(outcome).toMatchObject({
        kind: 'refused',
        problems: [{ field: 'x', code: 'mapping.expressionTimeout', message: expect.stringContaining('200 ms') }],
      })
    else expect(outcome).toEqual({ kind: 'mapped', data: { x: 2 } })
})

test('the field that loops is the one named, inside lines too', async () => {
  const mapper = compileMapping(
    Mapping.parse({
      fields: [
        { target: 'fine', value: { kind: 'expression', expression: 'row.id' } },
        {
          target: 'lines',
          value: {
            kind: 'lines',
            source: '',
            fields: [{ target: 'bad', value: { kind: 'expression', expression: LOOP } }],
          },
        },
      ],
    }),
  )
  const [outcome] = await mapper.mapPage(rowsWithLoopsAt(new Set([0]), 1))
  mapper.close()
  expect(outcome).toMatchObject({ kind: 'refused', problems: [{ field: 'lines[].bad' }] })
})

test.each([
  'row.list.map(a, row.list.map(b, concat(row.text, a, b)))',
  'row.list.map(a, upper(row.wide)).size()',
  'row.list.map(a, row.list + row.list + row.list).size()',
])('a record that fills the memory ends its worker, not the process, and is refused alone: %s', async expression => {
  const mapper = compileMapping(expressionMapping(expression), { limits: { recordCpuMs: 60_000 } })
  const list = Array.from({ length: 3000 }, (_, index) => index)
  const row = { list, text: 'x'.repeat(10_000), wide: '中'.repeat(200_000) }
  const outcomes = await mapper.mapPage([{ ...row, list: [] }, row, { ...row, list: [1] }])
  mapper.close()
  expect(outcomes.map(outcome => outcome.kind)).toEqual(['mapped', 'refused', 'mapped'])
  expect(outcomes[1]).toMatchObject({ problems: [{ field: 'x', message: expect.stringContaining('32 MB') }] })
})

test('a record of a megabyte passes through an expression unchanged', async () => {
  const big = { text: '中'.repeat(500_000), list: Array.from({ length: 100_000 }, (_, index) => index) }
  const mapper = compileMapping(expressionMapping('row'))
  const [outcome] = await mapper.mapPage([big])
  mapper.close()
  expect(outcome).toEqual({ kind: 'mapped', data: { x: big } })
})

test('an aborted page rejects with the signal’s reason and leaves the workers usable', async () => {
  const mapper = compileMapping(expressionMapping(LOOP), { limits: { recordCpuMs: 60_000 } })
  const abort = new AbortController()
  const reason = new Error('enough')
  const rows = Array.from({ length: 4 }, () => ({ list: Array.from({ length: 20_000 }, (_, index) => index) }))
  const page = mapper.mapPage(rows, abort.signal)
  setTimeout(() => abort.abort(reason), 50)
  await expect(page).rejects.toBe(reason)
  const other = compileMapping(expressionMapping('row.id + 1'))
  expect(await other.mapPage([{ id: 1 }])).toEqual([{ kind: 'mapped', data: { x: 2 } }])
  other.close()
})

test('more mappings than a worker keeps still map, each by its own expression', async () => {
  const mappers = Array.from({ length: 40 }, (_, index) => compileMapping(expressionMapping(`row.id + ${index}`)))
  for (let round = 0; round < 2; round++)
    for (const [index, mapper] of mappers.entries())
      expect(await mapper.mapPage([{ id: 1 }])).toEqual([{ kind: 'mapped', data: { x: 1 + index } }])
})

test('a closed mapper refuses pages', async () => {
  const mapper = compileMapping(expressionMapping('1'))
  mapper.close()
  await expect(mapper.mapPage([{}])).rejects.toBeInstanceOf(Failure)
})

test('every record of a page sees one now', async () => {
  let reads = 0
  const mapper = compileMapping(expressionMapping('now'), { now: () => new Date(1000 * reads++) })
  const outcomes = await mapper.mapPage([{}, {}, {}])
  mapper.close()
  expect(new Set(outcomes.map(textOf))).toEqual(new Set(['{"kind":"mapped","data":{"x":"1970-01-01T00:00:00Z"}}']))
})

test('a process that has mapped with workers ends by itself, at once', () => {
  const source = `
    import { compileMapping } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
    const mapping = { copyAll: false, fields: [{ target: 'x', value: { kind: 'expression', expression: 'row.id + 1' } }] }
    const [outcome] = await compileMapping(mapping).mapPage([{ id: 1 }])
    process.stdout.write(String(outcome.data.x))
    const startMs = performance.now()
    process.on('exit', () => process.stdout.write(performance.now() - startMs < 2000 ? ' at once' : ' late'))`
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  expect(child.stdout).toBe('2 at once')
})

// What a record may hold, with names and numerals that are easily lost on the way.
const names = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'a.b', '', '订单号'),
)
const { value } = fc.letrec<{ value: Value }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false, ''),
    fc.string({ unit: 'binary' }),
    fc.integer(),
    fc.constantFrom('12.50', '-0', '1e400', '9007199254740993', '0.10').map(text => new ExactNumber(text)),
    fc.uint8Array({ maxLength: 8 }).map(bytes => Bytes.from(bytes)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(names, tie('value')), { maxLength: 4 }).map(entries => Object.fromEntries(entries) as Value),
  ),
}))
const records = fc.array(fc.tuple(names, value), { maxLength: 6 }).map(entries => Object.fromEntries(entries) as Data)

const mapText = async (mapper: Mapper, row: Data): Promise<string> => textOf((await mapper.mapPage([row]))[0])

test('copyAll keeps every value of every record equal', async () => {
  const mapper = compileMapping(Mapping.parse({ copyAll: true, fields: [] }))
  await fc.assert(
    fc.asyncProperty(records, async row => {
      expect(await mapText(mapper, row)).toBe(toJson({ kind: 'mapped', data: row }))
    }),
  )
})

test('mapping a record twice gives the same bytes, with templates and with expressions', async () => {
  const fields = [
    { target: 'all', value: { kind: 'template', template: '{{$}}' } },
    { target: 'text', value: { kind: 'template', template: '{{a.b}}/{{constructor|json}}' } },
  ]
  const plain = compileMapping(Mapping.parse({ fields }))
  const worked = compileMapping(
    Mapping.parse({ fields: [...fields, { target: 'e', value: { kind: 'expression', expression: 'row' } }] }),
  )
  await fc.assert(
    fc.asyncProperty(records, async row => {
      expect(await mapText(plain, row)).toBe(await mapText(plain, row))
      const once = await mapText(worked, row)
      expect(once).toBe(await mapText(worked, row))
      // What an expression passes on is the record itself, digit for digit.
      expect(JSON.parse(once).data.e).toEqual(JSON.parse(toJson(row)))
    }),
    { numRuns: 60 },
  )
  plain.close()
  worked.close()
})
