import { type Condition, type Data, type Edition, Mapping, parseJson, toJson } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { compileFilter, compileMapping } from './index.ts'

const RECORD =
  '{"day":"2024-03-01","none":"2024-02-30","us":"03/04/2026","zero":"0000-00-00","blank":"","short":"2024-2-3","clock":"9:30",' +
  '"month":"2024-2","days":[{"d":"2024-03-01"},{"d":"2024-2-3"},{"d":"2024-10-01"}],"odd":[{"d":"2024-03-01"},{"d":"2024-02-30"}],' +
  '"counted":["/Date(1704450600000)/","/Date(999)/"]}'

async function give(value: unknown, edition?: Edition): Promise<string> {
  const mapper = compileMapping(Mapping.parse({ fields: [{ target: 'x', value }], edition }))
  const [outcome] = await mapper.mapPage([parseJson(RECORD) as Data])
  mapper.close()
  if (outcome?.kind === 'refused') return `refused: ${outcome.problems[0]?.message}`
  return toJson(outcome?.data.x ?? null)
}
const compute = (expression: string, edition?: Edition) => give({ kind: 'expression', expression }, edition)

describe('dates are ordered by the calendar', () => {
  test.each([
    ['row.short < "2024-10-01"', 'true'],
    ['row.day < "2024/3/2"', 'true'],
    ['row.day <= "2024年3月1日"', 'true'],
    ['row.day < "2024-03-01 00:00:01"', 'true'],
    ['row.none <= row.none', 'true'],
    ['row.none == "2024-03-01"', 'false'],
    ['row.clock < "10:00"', 'true'],
    ['row.clock > "09:29:59.5"', 'true'],
    ['row.month < "2024-10"', 'true'],
    ['"2024年2月" < "2024年10月"', 'true'],
    ['min(row.days, "d")', '"2024-2-3"'],
    ['max(row.days, "d")', '"2024-10-01"'],
    ['sort(row.days, "d").map(x, x.d)', '["2024-2-3","2024-03-01","2024-10-01"]'],
    ['least("9:30", "10:00")', '"9:30"'],
    ['max(row.counted)', '"/Date(1704450600000)/"'],
    ['iferror(row.none < "2024-03-01", false)', 'false'],
    ['parse_date(row.us, "DD/MM/YYYY") < "2026-12-01"', 'true'],
    ['sort(row.odd.filter(x, x.d != "2024-02-30"), "d").map(x, x.d)', '["2024-03-01"]'],
    // Numbers of documents, codes and versions are meant by their characters.
    ['"2024-01-05-003" < "2024-01-05-004"', 'true'],
    ['"SO-2024-01" < "SO-2024-02"', 'true'],
    ['"v1.2.3" < "v1.3"', 'true'],
    ['"2024-00012" < "2024-00013"', 'true'],
    ['"n/a" > "abc"', 'true'],
    ['"25:00" > "09:30"', 'true'],
  ])('%s is %s', async (source, right) => expect(await compute(source)).toBe(right))

  test.each([
    'row.none < "2024-03-01"',
    'row.day > row.none',
    'row.zero < row.day',
    'row.us < "12/01/2025"',
    'row.us < row.day',
    'row.day > "n/a"',
    'row.blank < row.day',
    'row.day > "20240301"',
    'row.day < "2024-02"',
    'row.day < "31.12.2024"',
    'row.day < "2024-03-01 24:00"',
    'min(row.odd, "d")',
    'sort(row.odd, "d")',
    'greatest(row.day, row.none)',
    'max(["2024-03-01", "n/a"])',
    '[1].map(x, row.none < row.day)',
  ])('%s is refused with the spelling that can be meant', async source => {
    const made = await compute(source)
    expect(made).toContain('refused: ')
    expect(made).toMatch(/parse_date\(value, "DD\/MM\/YYYY"\)/)
  })

  test.each([
    ['row.none < "2024-03-01"', 'true'],
    ['row.us < "12/01/2025"', 'true'],
    ['row.day > "n/a"', 'false'],
    ['row.clock < "10:00"', 'false'],
    ['max(row.odd, "d")', '"2024-03-01"'],
  ])('the third edition answers %s by characters', async (source, right) =>
    expect(await compute(source, 3)).toBe(right),
  )

  const grouped = (source: string, op: string, edition?: Edition) =>
    give(
      {
        ...{ kind: 'lines', source, group: { by: ['k'], calculate: [{ name: 'r', op, field: 'd' }] } },
        fields: [{ target: 'r', value: { kind: 'template', template: '{{r}}' } }],
      },
      edition,
    )
  test('groups do the same', async () => {
    expect(await grouped('days', 'min')).toBe('[{"r":"2024-2-3"}]')
    expect(await grouped('odd', 'max')).toContain('"2024-02-30" is none')
    expect(await grouped('odd', 'max', 3)).toBe('[{"r":"2024-03-01"}]')
  })
})

describe('a condition orders what is of its type', () => {
  const keeps = (condition: Partial<Condition>, value: string, edition?: Edition): boolean =>
    compileFilter([[{ field: 'v', logic: 'lt', ...condition }]], edition)(parseJson(`{"v":${value}}`) as Data)

  test.each([
    ['lt', '2024-03-01', '"2024-2-3"', true],
    ['gt', '2024-03-01', '""', false],
    ['lt', '2024-03-01', '""', false],
    ['lt', '2024-03-01', 'null', false],
    ['between', '2024-01-01,2024-12-31', '"2024年3月1日"', true],
    ['between', '1,5', '""', false],
    ['lt', '10:00', '"9:30"', true],
    ['lt', '2024-10', '"2024-2"', true],
    ['gt', 'M', '"N"', true],
    ['lt', 'M', '""', true],
    ['eq', '2024-03-01', '"n/a"', false],
    ['neq', '5', '"n/a"', true],
    ['in', '2024-02-30,2024-03-01', '"2024-02-30"', true],
  ] as const)('%s %s of %s is %s', (logic, value, own, right) => expect(keeps({ logic, value }, own)).toBe(right))

  test.each([
    ['2024-03-01', '"2024-02-30"', 'which is a date'],
    ['2024-03-01', '"n/a"', 'which is a date'],
    ['2024-03-01', '20240301', 'which is a date'],
    ['2024-03-01', '"03/04/2026"', 'which is a date'],
    ['5', '"n/a"', 'which is a number'],
    ['5', '"1E3"', 'which is a number'],
    ['5', 'true', 'which is a number'],
    ['abc', '5', 'which is a text'],
    ['abc', '"2024-03-01"', 'which is a text'],
    ['2024-02-30', '"2024-03-01"', 'which is no date'],
    ['31/12/2024', '"2024-03-01"', 'which is no date'],
  ])('less than %s of %s is refused', (value, own, told) => {
    expect(() => keeps({ value }, own)).toThrow(told)
    expect(() => keeps({ value }, own, 3)).not.toThrow()
    expect(() => keeps({ value, type: 'text' }, own)).not.toThrow()
  })

  test.each([
    ['["1", 2, "x"]', 'number', 'the value "x", which is no number'],
    ['1,2,', 'number', 'the value "", which is no number'],
    ['["2024-01-01", "2024-13-01"]', 'date', 'the value "2024-13-01", which is no date'],
    ['["a", null]', undefined, 'has null at place 2 of its list'],
    ['["a", ["b"]]', undefined, 'at place 2 of its list'],
    ['["a", "b', undefined, 'begins with [ and is no JSON'],
    ['["2026-03-08T10:30:00", "8/3/2026"]', 'date', 'the value "8/3/2026", which is no date'],
  ] as const)('the list %s of type %s is refused by item', (value, type, told) => {
    expect(() => keeps({ logic: 'in', value, type }, '1')).toThrow(told)
    expect(() => keeps({ logic: 'notin', value, type }, '1')).toThrow(told)
  })

  test.each(['5,1', '2024-12-31,2024-1-1', '10:00,9:30'])('the bounds %s are refused', value => {
    expect(() => keeps({ logic: 'between', value }, '3')).toThrow('of which the first is more')
    expect(() => keeps({ logic: 'between', value }, '3', 3)).not.toThrow()
  })

  test('a list of times without a zone asks for one where a row names one', () => {
    const list = { logic: 'in', value: '2024-03-01 08:00:00,2024-03-02 08:00:00' } as const
    expect(() => keeps(list, '"2024-03-01T00:00:00Z"')).toThrow('choose the zone')
    expect(keeps({ ...list, zone: 'Asia/Shanghai' }, '"2024-03-01T00:00:00Z"')).toBe(true)
  })
})
