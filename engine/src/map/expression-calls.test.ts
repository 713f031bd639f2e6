import { type Data, ExactNumber, Failure, Mapping, type MappingField, toJson, type Value } from '@sluice/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileFields } from './compile-fields.ts'
import type { FindAnswer, FindRecords, LoadedStrategy, Wants } from './find-answer.ts'
import { checkMapping, compileMapping, listFinds, listLookups, siftMapping } from './index.ts'
import type { BoundMapping, LoadedMap } from './lookup-value.ts'
import type { MapOutcome } from './map-outcome.ts'

const MAP = '01890000-0000-7000-8000-000000000001'
const STRATEGY = '01890000-0000-7000-8000-000000000002'
const now = new Date('2024-05-31T20:00:00Z')

const mapOf = (more: Partial<LoadedMap> = {}): LoadedMap => ({
  ...{ id: MAP, name: 'Units', version: 7, on_miss: 'error', default_a: 'da', default_b: 'db' },
  ...{ case_sensitive: false, trim: true, lines: [['l1', 'pc', 'PCS']], ...more },
})
const customers: LoadedStrategy = { id: STRATEGY, name: 'Customers', key: ['shop', 'id'], number: 'code' }
const field = (target: string, expression: string): MappingField => ({
  target,
  value: { kind: 'expression', expression },
})

const bind = (fields: readonly MappingField[], more: Partial<BoundMapping> = {}): BoundMapping => ({
  ...Mapping.parse({ fields }),
  maps: [mapOf()],
  strategies: [customers],
  ...more,
})

/** Answers from a few records; counts how often it was asked, and for how much. */
function createFinder(records: readonly Data[]) {
  const asked: number[] = []
  const find: FindRecords = async (wants: Wants) => {
    asked.push(wants.size)
    return new Map(Array.from(wants, ([id, { where, take }]) => [id, answer(where, take)]))
  }
  const answer = (where: readonly (readonly [string, string])[], take: ReadonlySet<string>): FindAnswer => {
    const fits = records.filter(record => where.every(([name, text]) => String(record[name]) === text))
    const last = fits.at(-1)
    if (!last) return { hits: 0, record: null, values: {} }
    const values = [...take].flatMap((name): [string, Value][] => (name in last ? [[name, last[name]!]] : []))
    return {
      hits: fits.length,
      record: { id: '1', key: String(last['$key']), number: null },
      values: Object.fromEntries(values),
    }
  }
  return { asked, find }
}

async function mapRows(mapping: BoundMapping, rows: readonly Data[], find?: FindRecords) {
  const mapper = compileMapping(mapping, { now: () => now, find })
  try {
    return await mapper.mapPage(rows)
  } finally {
    mapper.close()
  }
}

/** Without the fields' rules, which say how it was written. */
const textOf = ({ explanation, ...outcome }: MapOutcome): string => toJson(outcome as unknown as Value)

const values: readonly (Value | undefined)[] = [
  ...['pc', 'PC', ' pc ', '*', '', '1', '12345678901234567890', 'true', 'a"b', '中文', null, undefined, true, 1, 2.5],
  ...[new ExactNumber('12345678901234567890'), new ExactNumber('1.50'), ['pc'], { a: 1 }],
]
const texts = fc.constantFrom('pc', 'PC', 'ea', '*', '', '1', '1.50', '12345678901234567890', 'true', '中文')
const options = (given: object): string => (Object.keys(given).length === 0 ? '' : `, ${JSON.stringify(given)}`)

describe('the same answers as the structured forms', () => {
  test('of a value map, whatever its lines, its policy and the value', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          lines: fc.uniqueArray(fc.tuple(texts, texts), { maxLength: 6, selector: ([a]) => a }),
          map: fc.record({
            on_miss: fc.constantFrom('keep', 'default', 'error' as const),
            case_sensitive: fc.boolean(),
            trim: fc.boolean(),
          }),
          rules: fc.record(
            {
              direction: fc.constantFrom('forward', 'reverse' as const),
              onMiss: fc.constantFrom('keep', 'default', 'error' as const),
              default: fc.constantFrom('', 'none'),
            },
            { requiredKeys: [] },
          ),
        }),
        async ({ lines, map, rules }) => {
          const more = { maps: [mapOf({ ...map, lines: lines.map(([a, b], index) => [`${index}`, a, b]) })] }
          const lookup = { map_id: MAP, direction: 'forward' as const, ...rules }
          const structured = bind([{ target: 'x', value: { kind: 'template', template: '{{v}}' }, lookup }], {
            ...more,
            explain: true,
          })
          const written = bind([field('x', `lookup("${MAP}", row.v${options(rules)})`)], { ...more, explain: true })
          const rows = values.map((v): Data => (v === undefined ? {} : { v }))
          const expected = (await mapRows(structured, rows)).map(textOf)
          expect((await mapRows(written, rows)).map(textOf)).toEqual(expected)
          const long = compileFields(written)
          expect(rows.map(row => textOf(long.mapRow(row, now)))).toEqual(expected)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('of the records of another strategy, whatever is found and the policy', async () => {
    const records: readonly Data[] = [
      { shop: 'S', id: '1', $key: '["S","1"]', code: 'C1', name: '张三', n: new ExactNumber('1.50') },
      { shop: 'S', id: '2', $key: '["S","2"]', code: 'C2', name: '' },
      { shop: 'T', id: '2', $key: '["T","2"]', code: 'C2', n: null },
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          by: fc.constantFrom('key', 'names', 'code', 'code and name'),
          take: fc.constantFrom('name', 'n', 'code', '$key', '$target'),
          rules: fc.record(
            {
              onMiss: fc.constantFrom('empty', 'default', 'error' as const),
              default: fc.constantFrom('', 'none'),
              onMany: fc.constantFrom('newest', 'error' as const),
            },
            { requiredKeys: [] },
          ),
          row: fc.record(
            {
              shop: fc.constantFrom('S', 'T', '', null),
              id: fc.constantFrom('1', '2', 2, 9),
              code: fc.constantFrom('C1', 'C2', 'C9', null, ''),
              name: fc.constantFrom('张三', '', 'x'),
            },
            { requiredKeys: [] },
          ),
        }),
        async ({ by, take, rules, row }) => {
          const conditions: Record<string, readonly [string, string][]> = {
            names: [
              ['shop', 'shop'],
              ['id', 'id'],
            ],
            code: [['code', 'code']],
            'code and name': [
              ['code', 'code'],
              ['name', 'name'],
            ],
          }
          const where = conditions[by] ?? conditions['names']!
          const braces = `{${where.map(([name, from]) => `"${name}": row.${from}`).join(', ')}}`
          const key = by === 'key' ? 'row.shop, row.id' : braces
          const structured = bind([
            {
              target: 'x',
              value: {
                kind: 'find',
                strategy_id: STRATEGY,
                field: take,
                where: where.map(([name, from]) => ({ field: name, equals: `{{${from}}}` })),
                ...rules,
              },
            },
          ])
          const written = bind([field('x', `find("${STRATEGY}", "${take}", ${key}${options(rules)})`)])
          const { find } = createFinder(records)
          const [one] = await mapRows(structured, [row as Data], find)
          const [other] = await mapRows(written, [row as Data], find)
          // A key of several fields is named as one.
          const told = (text: string): string =>
            by === 'key' ? text.replace(/shop=(.*?), id=(.*?)(?=["\s])/g, '').replace(/"message".*/, '') : text
          if (by === 'key' && one?.kind === 'refused')
            expect(other).toMatchObject({ kind: 'refused', problems: one.problems.map(({ code }) => ({ code })) })
          else expect(told(textOf(other!))).toBe(told(textOf(one!)))
        },
      ),
      { numRuns: 400 },
    )
  })
})

describe('a look-up in an expression', () => {
  const records: readonly Data[] = [
    { $key: '["S","1"]', shop: 'S', id: '1', code: 'C1', parent: 'C2', $target: 'T-1' },
    { $key: '["S","2"]', shop: 'S', id: '2', code: 'C2', $target: 'T-2' },
  ]
  const find = (key: string, take = '$target') => `find("${STRATEGY}", "${take}", ${key})`

  test('is asked once a page, and once more for what is asked with what was found', async () => {
    const { asked, find: answer } = createFinder(records)
    const mapping = bind([
      field('own', `row.kind == "a" ? ${find('row.shop, row.id')} : "none"`),
      field('above', `concat("P-", ${find(`{"code": ${find('{"code": row.code}', 'parent')}}`)})`),
      {
        target: 'lines',
        value: { kind: 'lines', source: 'list', fields: [field('y', `coalesce(${find('{"code": line.code}')}, "?")`)] },
      },
    ])
    const rows = Array.from(
      { length: 50 },
      (_, at): Data => ({
        ...{ shop: 'S', id: at % 3, code: 'C1', kind: at % 2 ? 'a' : 'b', list: [{ code: 'C1' }, { code: 'C9' }] },
      }),
    )
    const outcomes = await mapRows(mapping, rows, answer)
    expect(asked).toEqual([5, 1])
    expect(outcomes[1]).toMatchObject({ data: { own: 'T-1', above: 'P-T-2', lines: [{ y: 'T-1' }, { y: '?' }] } })
    expect(outcomes[2]).toMatchObject({ data: { own: 'none', above: 'P-T-2' } })
    expect(outcomes[3]).toMatchObject({ data: { own: null } })
  })

  test('works in loops and patterns, that go to a worker, with a map; find() there is refused with its place', async () => {
    const loop = `row.list.map(x, lookup("${MAP}", x, {"onMiss": "keep"})).join("+")`
    const [outcome] = await mapRows(bind([field('x', loop)]), [{ list: ['pc', 'x'] }])
    expect(outcome).toMatchObject({ kind: 'mapped', data: { x: 'PCS+x' }, lookups: [{ value: 'x', policy: 'keep' }] })
    const expression = `row.list.map(x, ${find('x, "1"')})`
    const [problem] = checkMapping(Mapping.parse({ fields: [field('x', expression)] }))
    expect(problem).toMatchObject({ code: 'mapping.invalid', range: { start: expression.indexOf('x, "1"') } })
    expect(problem?.message).toContain('map the list as lines')
  })

  test('in a mapping that goes to a worker finds the same', async () => {
    const { find: answer } = createFinder(records)
    const mapping = bind([field('x', `row.list.exists(a, a == "1") ? ${find('{"code": row.code}')} : "none"`)])
    const outcomes = await mapRows(
      mapping,
      [
        { list: ['1'], code: 'C2' },
        { list: [], code: 'C2' },
      ],
      answer,
    )
    expect(outcomes).toMatchObject([{ data: { x: 'T-2' } }, { data: { x: 'none' } }])
  })

  test('refuses the record with the code of the structured form, so that one that waits is tried again', async () => {
    const { find: answer } = createFinder(records)
    const codes = async (expression: string): Promise<unknown> => {
      const [outcome] = await mapRows(bind([field('x', expression)]), [{ code: 'C9' }], answer)
      return outcome?.kind === 'refused' ? outcome.problems : outcome
    }
    expect(await codes(`"N" + find("${STRATEGY}", "$target", {"code": row.code}, {"onMiss": "error"})`)).toEqual([
      {
        ...{ field: 'x', code: 'mapping.notFound', value: '"C9"' },
        message: 'Field "x": "C9" is found in no record of the strategy "Customers".',
      },
    ])
    expect(await codes(`"N" + lookup("${MAP}", row.code)`)).toMatchObject([{ code: 'mapping.noMatch' }])
  })

  test('a key that could not be worked out beforehand refuses its record instead of finding nothing', async () => {
    const { find: answer } = createFinder(records)
    // A list as an operand of == is left to the long way.
    const mapping = bind([field('x', find('{"code": row.list == ["a"] ? "C1" : "C2"}'))])
    const [outcome] = await mapRows(mapping, [{ list: ['a'] }], answer)
    expect(outcome).toMatchObject({ kind: 'refused', problems: [{ code: 'mapping.findKey', value: '"C1"' }] })
  })

  test('is explained as the structured one, each once, wherever it stands', async () => {
    const { find: answer } = createFinder(records)
    const expression = `lookup("${MAP}", row.unit) + ${find('{"code": row.code}')}`
    const row = { unit: 'pc', code: 'C2' }
    const [outcome] = await mapRows(bind([field('x', expression)], { explain: true }), [row], answer)
    expect(outcome?.lookups).toEqual([
      { field: 'x', mapId: MAP, direction: 'forward', value: 'pc', lineId: 'l1', policy: null, result: 'PCS' },
    ])
    expect(outcome?.finds).toMatchObject([{ field: 'x', strategyName: 'Customers', hits: 1, value: '"T-2"' }])
    expect(outcome?.explanation?.[0]?.steps).toMatchObject([
      { kind: 'lookup', before: '"pc"', after: '"PCS"', lookup: 0 },
      { kind: 'find', after: '"T-2"', find: 0 },
      { kind: 'read', rule: 'row.unit' },
      { kind: 'read', rule: 'row.code' },
      { kind: 'expression', after: '"PCST-2"' },
    ])
  })

  test.each([
    ['lookup("Units", row.a)', 'lookup() names a value map by its id, in quotes.'],
    ['lookup(row.b, row.a)', 'lookup() names a value map by its id, in quotes.'],
    [`lookup("${MAP}", row.a, {"way": "reverse"})`, 'The options of a look-up are: direction, onMiss, default.'],
    [`lookup("${MAP}", row.a, {"onMiss": "empty"})`, 'The option "onMiss" is one of: keep, default, error.'],
    [`lookup("${MAP}", row.a, {"default": row.b})`, 'The option "default" is a text in quotes.'],
    [`find("${STRATEGY}", row.a, "1")`, 'find() names the field it takes in quotes.'],
    [`find("${STRATEGY}", "a", {})`, 'find() takes 1 to 8 conditions.'],
    [`find("${STRATEGY}", "a", {"b": 1}, "c")`, 'find() takes values of the key, or conditions in braces, not both.'],
    [`find("${STRATEGY}", "a")`, 'find() takes the id of a strategy, a field, and the key of a record.'],
    [find(find(find(find('"1"')))), 'find() stands in find() more than 3 deep.'],
  ])('%s is refused where it is written', (expression, message) => {
    const [problem] = checkMapping(Mapping.parse({ fields: [field('x', expression)] }))
    expect(problem).toMatchObject({ code: 'mapping.invalid', range: expect.anything() })
    expect(problem?.message).toContain(message.replace(/\.$/, ''))
  })

  test('into what is gone, or by what has no index, cannot be compiled; its place is told', () => {
    const gone = bind([field('x', `lookup("${MAP}", row.a)`)], { maps: [] })
    expect(() => compileFields(gone)).toThrow(Failure)
    expect(siftMapping(gone).problems).toMatchObject([{ field: 'x', range: { start: 0 } }])
    const one = bind([field('x', find('row.id'))])
    expect(() => compileFields(one)).toThrow('The key of "Customers" has 2 fields: shop, id.')
    const other = bind([field('x', find('{"city": row.id}'))])
    expect(() => compileFields(other)).toThrow('neither its key (shop, id) nor its number (code)')
  })

  test('counts among what a mapping uses, however it is written', () => {
    const fields = [
      field('x', `lookup( '${MAP.toUpperCase()}', ${find('row.a')}, {"direction": "reverse"})`),
      field('y', `"lookup(\\"${STRATEGY}\\", 1)"`),
      field('broken', `lookup("${MAP}"`),
    ]
    expect(listLookups(fields)).toEqual([{ map_id: MAP, direction: 'reverse' }])
    expect(listFinds(fields)).toMatchObject([{ strategy_id: STRATEGY, field: '$target' }])
  })

  test('two hundred records whose keys take long to make leave the thread to others', async () => {
    const { find: answer } = createFinder([])
    const key = Array(20).fill('round(row.n * row.n / 7, 2)').join(' + ')
    const mapping = bind([field('x', find(`toText(${key}), ""`))])
    const rows = Array.from({ length: 200 }, (_, n): Data => ({ n: new ExactNumber(`${'9'.repeat(300)}${n}`) }))
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await mapRows(mapping, rows, answer)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(1)
  })
})
