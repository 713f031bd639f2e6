import { type Condition, type Data, type Edition, Mapping, parseJson, toJson } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { checkMapping, compileFilter, compileMapping } from './index.ts'

async function give(value: unknown, row: string, edition?: Edition, more: object = {}): Promise<string> {
  const mapper = compileMapping({ ...Mapping.parse({ fields: [{ target: 'x', value }], edition }), ...more })
  const [outcome] = await mapper.mapPage([parseJson(row) as Data])
  mapper.close()
  if (outcome?.kind === 'refused') return `refused: ${outcome.problems[0]?.message}`
  return toJson(outcome?.data.x ?? null)
}

const expression = (source: string, row = '{}', edition?: Edition): Promise<string> =>
  give({ kind: 'expression', expression: source }, row, edition)
const template = (source: string, row = '{}', edition?: Edition): Promise<string> =>
  give({ kind: 'template', template: source }, row, edition)

const record =
  '{"n":1,"t":"1","code":"1E3","amt":100.00,"items":[{"a":"3.50"},{"a":"10"},{"a":"9"}],"mixed":[{"a":"7"},{"a":"n/a"}],' +
  '"zoned":"2026-11-25T00:00:00+08:00","local":"2026-11-25 00:00:00","ok":true,"empty":"","none":null}'

describe('numbers are exact, whatever wrote them', () => {
  test.each([
    ['row.amt * (1 - 0.7)', '30'],
    ['0.1 + 0.2', '0.3'],
    ['count(row.items) / 2', '1.5'],
    ['1 / 4 * 100', '25'],
    ['count(row.items) / 4 * 100', '75'],
    ['(unix_timestamp("2024-01-31T16:30:00Z") - unix_timestamp("2024-01-05T18:30:00+08:00")) / 86400', '26.25'],
    ['-0.5 + 1', '0.5'],
    ['double("0.1") + 0.2', '0.3'],
    ['string(1 / 4)', '"0.25"'],
    ['int(7 / 2)', '3'],
    ['7.5 % 2', '1.5'],
    ['[0.1, 0.2].map(x, x * 3)', '[0.3,0.6]'],
    ['round(1250, -2)', '1300'],
    ['9007199254740993 + 0.5', '9007199254740993.5'],
  ])('%s is %s', async (source, right) => expect(await expression(source, record)).toBe(right))
})

describe('whole numbers have no bound that they do not name', () => {
  const row = '{"n":9223372036854775807,"q":[9223372036854775807,1]}'
  test.each([
    ['9223372036854775807 + 1', '9223372036854775808'],
    ['-9223372036854775807 - 2', '-9223372036854775809'],
    ['9223372036854775807 * 2', '18446744073709551614'],
    ['9223372036854775807 * 9223372036854775807', '85070591730234615847396907784232501249'],
    ['row.n + 1', '9223372036854775808'],
    ['sum(row.q)', '9223372036854775808'],
    ['[2].map(x, x * 9223372036854775807)', '[18446744073709551614]'],
    ['(9223372036854775807 + 1) - 1 == row.n', 'true'],
    ['9223372036854775807 + 1 > row.n', 'true'],
    ['power(2, 64) == 9223372036854775807 * 2 + 2', 'true'],
    ['string(9223372036854775807 + 1)', '"9223372036854775808"'],
  ])('%s is %s', async (source, right) => expect(await expression(source, row)).toBe(right))

  test.each([
    ['int("12")', '12'],
    ['int("-007")', '-7'],
    ['int("1E3")', '1000'],
    ['int("12.0")', '12'],
    ['int("")', 'is not a number in plain digits'],
    ['int(" 12 ")', 'is not a number in plain digits'],
    ['int("0x10")', 'is not a number in plain digits'],
    ['int("3.7")', 'is no whole number'],
    ['int("9223372036854775808.0")', 'does not fit into 64 bits'],
    ['parse_date("13:00 PM 2024-01-05", "hh:mm A YYYY-MM-DD")', 'has an hour of 12 that is none'],
    ['parse_date("2024-00-05", "YYYY-MM-DD")', 'has a year, month or day of 0'],
  ])('%s is %s', async (source, right) => expect(await expression(source, row)).toContain(right))

  test('int refuses what is beyond 64 bits, and so did the third edition everywhere', async () => {
    expect(await expression('int(9223372036854775807 + 1)', row)).toContain('does not fit into 64 bits')
    expect(await expression('9223372036854775807 + 1', row, 3)).toContain('integer overflow')
  })
})

describe('what is compared means one thing', () => {
  test.each([
    ['row.n == "1"', 'true'],
    ['row.t == 1', 'true'],
    ['row.n in ["1","2"]', 'true'],
    ['row.n != "1"', 'false'],
    ['row.t < 10', 'true'],
    ['"10" > "9"', 'true'],
    ['"b" > "a"', 'true'],
    ['row.n == ""', 'false'],
    ['row.none == 1', 'false'],
    ['row.zoned > "2026-11-24T20:00:00Z"', 'false'],
    ['row.zoned == "2026-11-24T16:00:00Z"', 'true'],
    ['min(row.items, "a")', '"3.50"'],
    ['max(row.items, "a")', '"10"'],
    ['sort(row.items, "a").map(x, x.a)', '["3.50","9","10"]'],
    ['row.items.exists(x, x.a == 3.5)', 'true'],
  ])('%s is %s', async (source, right) => expect(await expression(source, record)).toBe(right))

  test.each([
    ['row.code == 1000', 'dec(value)'],
    ['row.ok == "true"', 'toText(value)'],
    ['row.items == "x"', 'size(list)'],
    ['row.zoned > row.local', 'unix_timestamp(time, zone)'],
    ['max(row.mixed, "a")', 'dec(value)'],
    ['row.t * 2', 'dec(value)'],
    ['row.t + 2', 'concat(a, b)'],
  ])('%s is refused with the spelling that can be meant', async (source, spelling) => {
    const made = await expression(source, record)
    expect(made).toContain('refused: ')
    expect(made).toContain(spelling)
  })

  const filter = (condition: Partial<Condition>, row: string): boolean =>
    compileFilter([[{ field: 'v', logic: 'eq', ...condition }]])(parseJson(row) as Data)

  test('a filter takes plain digits for a number and a code for a text', () => {
    expect(filter({ value: '1000' }, '{"v":"1E3"}')).toBe(false)
    expect(filter({ value: '1000' }, '{"v":1E3}')).toBe(true)
    expect(filter({ value: '10' }, '{"v":"0010"}')).toBe(false)
    expect(filter({ value: '1.50' }, '{"v":1.5}')).toBe(true)
    expect(filter({ logic: 'gt', value: '9' }, '{"v":"10"}')).toBe(true)
    expect(filter({ value: '1.50', type: 'text' }, '{"v":"1.5"}')).toBe(false)
    expect(filter({ value: '1000', type: 'number' }, '{"v":"1E3"}')).toBe(true)
    expect(() => filter({ value: 'x', type: 'number' }, '{"v":1}')).toThrow('which is no number')
  })

  test('a filter takes a local time for the zone that it names, never for UTC', () => {
    const at = { logic: 'gt', value: '2026-11-25 00:00:00' } as const
    expect(() => filter(at, '{"v":"2026-11-24T20:00:00Z"}')).toThrow('choose the zone')
    expect(filter({ ...at, zone: 'Asia/Shanghai' }, '{"v":"2026-11-24T20:00:00Z"}')).toBe(true)
    expect(filter({ ...at, zone: 'UTC' }, '{"v":"2026-11-24T20:00:00Z"}')).toBe(false)
    expect(filter(at, '{"v":"2026-11-25 00:00:01"}')).toBe(true)
  })

  const map = {
    ...{ id: '0192a000-0000-7000-8000-00000000000a', name: 'tax', version: 1, on_miss: 'error' as const },
    ...{ default_a: '', default_b: '', case_sensitive: true, trim: false, lines: [['1', '0.13', 'T13'] as const] },
  }
  const lookUp = (row: string, edition?: Edition): Promise<string> =>
    give({ kind: 'expression', expression: `lookup("${map.id}", row.v)` }, row, edition, { maps: [map] })

  test('a value map knows a number by its amount', async () => {
    expect(await lookUp('{"v":0.1300}')).toBe('"T13"')
    expect(await lookUp('{"v":"0.1300"}')).toBe('"T13"')
    expect(await lookUp('{"v":"1.3E-1"}')).toContain('refused')
    expect(await lookUp('{"v":0.1300}', 1)).toContain('refused')
  })

  const groups = (op: string, row: string): Promise<string> =>
    give(
      {
        kind: 'lines',
        source: 'items',
        group: { by: ['k'], calculate: [{ name: 'r', op, field: 'a' }] },
        fields: [{ target: 'r', value: { kind: 'template', template: '{{r}}' } }],
      },
      row,
    )

  test('groups know the same numbers', async () => {
    expect(await groups('max', '{"items":[{"k":1,"a":"9"},{"k":1,"a":"10"}]}')).toBe('[{"r":"10"}]')
    expect(await groups('count', '{"items":[{"k":1,"a":"9"},{"k":"1","a":"10"}]}')).toBe('[{"r":2}]')
    expect(await groups('distinct', '{"items":[{"k":1,"a":"1.0"},{"k":1,"a":1}]}')).toBe('[{"r":["1.0"]}]')
  })
})

describe('a function of texts takes what is missing for nothing, as it takes null', () => {
  const row = '{"no":"SO-1","none":null,"a":{"b":null},"list":["x"]}'
  test.each([
    ['concat(row.no, row.remark)', '"SO-1"'],
    ['concat(row.no, row.none)', '"SO-1"'],
    ['concat(row.gone.deeper, row.no)', '"SO-1"'],
    ['concat(row.a.b.c, row["gone"], row.no)', '"SO-1"'],
    ['concat(row.list[0], row.list[5])', '"x"'],
    ['concat(upper(row.remark), row.no)', '"SO-1"'],
    ['pad(row.remark, 3, "0")', '"000"'],
    ['length(row.remark)', '0'],
    ['replace(row.remark, "a", "b")', '""'],
    ['[1].map(x, concat(row.gone, x))', '["1"]'],
    ['concat(row.no == "SO-1" ? row.no : "", row.remark)', '"SO-1"'],
  ])('%s is %s', async (source, right) => expect(await expression(source, row)).toBe(right))

  test.each(['concat(row.remark + "x")', 'row.remark', 'dec(row.remark)'])('%s is refused', async source =>
    expect(await expression(source, row)).toContain('refused'),
  )

  test('the first edition refuses it', async () => {
    expect(await expression('concat(row.no, row.remark)', row, 1)).toContain('refused')
  })
})

describe('nothing is copied that was not understood', () => {
  const check = (source: string, edition?: Edition): string[] =>
    checkMapping(
      Mapping.parse({ fields: [{ target: 'x', value: { kind: 'template', template: source } }], edition }),
    ).map(({ message }) => message)

  test.each([
    ["{{d | date:'YYYY-MM-DD hh:mm:ss'}}", 'YYYY-MM-DD HH:mm:ss'],
    ["{{d | date:'YYYY-MM-DD QQ'}}", 'is not understood'],
    ["{{d | date:'YYYY-mm-DD'}}", 'YYYY-MM-DD'],
    ["{{d | date:'HH:MM'}}", 'HH:mm'],
    ["{{d | date:'HH:mm:SS'}}", 'HH:mm:ss'],
    ["{{d | date:'YYYY-MM-DD HH:nn'}}", 'is not understood'],
    ["{{d | date:'YYYY年MM月DD日 EEEE'}}", 'is not understood'],
    ["{{d | read_date:'HH:mm'}}", 'year, month and day'],
  ])('%s is refused when it is compiled, with %s', (source, nearest) => {
    expect(check(source).join()).toContain(nearest)
  })

  test.each([
    ["{{d | date:'yyyy-MM-dd HH:mm:ss'}}", '"2024-01-05 18:30:00"'],
    ["{{d | date:'dd/MM/yyyy hh:mm a'}}", '"05/01/2024 06:30 PM"'],
    ["{{d | date:'YYYY-MM-DDTHH:mm:ssZ'}}", '"2024-01-05T18:30:00+08:00"'],
    [`{{d | date:"yyyy-MM-dd'T'HH:mm:ss.SSSXXX"}}`, '"2024-01-05T18:30:00.000+08:00"'],
    ["{{d | date:'[Q]YY 年'}}", '"Q24 年"'],
    ["{{'20240105183000' | read_date:'YYYYMMDDHHmmss' | datetime}}", '"2024-01-05 18:30:00"'],
    ["{{'05.01.24' | read_date:'DD.MM.YY'}}", '"2024-01-05"'],
    ["{{'01/05/2024 06:30 PM' | read_date:'MM/DD/YYYY hh:mm A'}}", '"2024-01-05T18:30:00"'],
    ["{{'/Date(1704450600123)/' | date:'YYYY-MM-DD HH:mm:ss.SSS','Asia/Shanghai'}}", '"2024-01-05 18:30:00.123"'],
    ["{{'/Date(1704450600000+0800)/' | datetime}}", '"2024-01-05 18:30:00"'],
    ["{{'/Date(-1)/' | date:'YYYY-MM-DD HH:mm:ss.SSSZ'}}", '"1969-12-31 23:59:59.999+00:00"'],
    ['{{v | number:2}}', '0.00'],
  ])('%s is %s', async (source, right) => {
    expect(await template(source, '{"d":"2024-01-05T18:30:00+08:00","v":-0.004}')).toBe(right)
  })

  test('a pattern with per cent signs is refused with ours', async () => {
    await expect(template("{{d | date:'%Y-%m-%d %H:%M:%S'}}", '{"d":"2024-01-05"}')).rejects.toThrow(
      'Nearest: YYYY-MM-DD HH:mm:ss',
    )
    await expect(template("{{d | read_date:'%d/%m/%y'}}", '{"d":"05/01/24"}')).rejects.toThrow('Nearest: DD/MM/YY')
  })

  test('a date that is not in the pattern, and an offset that no clock has, are refused', async () => {
    expect(await template("{{'31/02/2024' | read_date:'DD/MM/YYYY'}}")).toContain('does not have')
    expect(await template("{{'2024-01-05' | read_date:'DD/MM/YYYY'}}")).toContain('is not written as')
    expect(await template("{{d | date:'HH:mm','UTC'}}", '{"d":"2026-11-25T10:00:00+08:75"}')).toContain('above 59')
    expect(await template("{{'/Date(0+0875)/' | datetime}}")).toContain('above 59')
    expect(await template("{{'/Date(999999999999999)/' | datetime}}")).toContain('above 9999')
    expect(await expression('date_format("2024-01-05", "YYYY-QQ")', '{}', 2)).toContain('not understood')
    expect(await expression('date_format("2024-01-05T10:00:00", "%Y-%m-%d %H:%i:%s")')).toBe('"2024-01-05 10:00:00"')
  })

  const lines = (row: string, path = 'remark'): Promise<string> =>
    give(
      {
        kind: 'lines',
        source: 'items',
        fields: [{ target: 'r', value: { kind: 'template', template: `{{${path}}}` } }],
      },
      row,
    )

  test("the header's value does not take the place of a line's", async () => {
    const row = '{"remark":"head","no":"1","items":[{"remark":"own"},{}]}'
    expect(await lines(row)).toContain('"items.remark" for the line')
    expect(await lines(row, '$.remark')).toBe('[{"r":"head"},{"r":"head"}]')
    expect(await lines(row, 'items.remark')).toBe('[{"r":"own"},{}]')
    expect(await lines(row, 'no')).toBe('[{"r":"1"},{"r":"1"}]')
    expect(await lines('{"items":{"remark":"one"}}')).toBe('[{"r":"one"}]')
  })
})

describe('the words of the trade', () => {
  test.each([
    ['apportion(100, [1, 1, 1])', '[33.34,33.33,33.33]'],
    ['apportion(-0.05, [1, 1, 1])', '[-0.02,-0.02,-0.01]'],
    ['apportion("10", ["0", 2], 0)', '[0,10]'],
    ['date_add("2024-01-31T10:00:00+08:00", 1, "month")', '"2024-02-29T10:00:00+08:00"'],
    ['date_add("2024-01-05", -5, "days")', '"2023-12-31"'],
    ['date_add("2024-01-05", 90, "minute")', '"2024-01-05T01:30:00"'],
    ['date_diff("2024-03-01", "2024-02-28")', '2'],
    ['last_day("2023-02-03")', '"2023-02-28"'],
    ['truncate(-1.259, 2)', '-1.25'],
    ['round_to(0.125, 2, "half_even")', '0.12'],
    ['mod(-7, 3)', '-1'],
    ['sort([3, 1, null, 2])', '[1,2,3,null]'],
    ['distinct([1, 1.0, "1", 2])', '[1,2]'],
  ])('%s is %s', async (source, right) => expect(await expression(source)).toBe(right))

  test('what has no shares is refused', async () => {
    expect(await expression('apportion(10.001, [1, 1])')).toContain('has more than 2 places')
    expect(await expression('apportion(10, [0])')).toContain('a weight above zero')
    expect(await expression('apportion(10, [-1, 2])')).toContain('not below zero')
  })
})

describe('the third edition', () => {
  const order =
    '{"items":[{"sku":"A","qty":1,"price":"10.005"},{"sku":"B","qty":2,"price":"0.1"}],"none":[],"objs":[{"a":1,"b":[1]},{"b":[1.0],"a":1.0},{"a":1}]}'
  const made = 'row.items.map(x, {"sku": x.sku, "amt": x.qty * dec(x.price), "turn": 0 - x.qty})'

  test.each([
    // Objects that an expression made have fields as those of the record have.
    [`sum(${made}, "amt")`, '10.205', '0'],
    [`avg(${made}, "amt")`, '5.1025', 'null'],
    [`average(${made}, "turn")`, '-1.5', 'null'],
    [`max(${made}, "amt")`, '10.005', 'null'],
    [`min(${made}, "amt")`, '0.2', 'null'],
    [`count(${made}, "amt")`, '2', '0'],
    [`sort(${made}, "turn").map(x, x.sku)`, '["B","A"]', '["A","B"]'],
    [`sort(${made}, [{"desc": "sku"}]).map(x, x.sku)`, '["B","A"]', '["A","B"]'],
    [`sort_desc(${made}, "sku").map(x, x.sku)`, '["B","A"]', '["A","B"]'],
    // Objects are the same by their fields, as == has it.
    ['distinct(row.objs)', '[{"a":1,"b":[1]},{"a":1}]', '[{"a":1,"b":[1]},{"b":[1.0],"a":1.0},{"a":1}]'],
    ['distinct([{}, [], {}, []])', '[{},[]]', '[{},[]]'],
    // Nothing in it is empty.
    ['is_empty(row.none) && is_empty([]) && is_empty({})', 'true', 'false'],
    ['is_empty(row.items) || is_empty(row.objs[2])', 'false', 'false'],
  ])('%s is %s, and was %s', async (source, right, before) => {
    expect(await expression(source, order)).toBe(right)
    expect(await expression(source, order, 2)).toBe(before)
  })

  test.each([
    ['length(row.items)', '72'],
    ['len(row.items[0])', '36'],
    ['upper(row.items[1])', '"{\\"SKU\\":\\"B\\",\\"QTY\\":2,\\"PRICE\\":\\"0.1\\"}"'],
    ['concat("n", row.none)', '"n[]"'],
    ['join([row.none, "x"], "-")', '"[]-x"'],
    ['left(row.items, 1)', '"["'],
    ['regex_match(row.none, "^.$")', 'false'],
  ])('%s takes no JSON for a text, as it did: %s', async (source, before) => {
    expect(await expression(source, order)).toMatch(/takes a text, and not an? (?:list|object)/)
    expect(await expression(source, order, 2)).toBe(before)
    expect(await expression('toText(row.none) + string(size(reverse(row.items)))', order)).toBe('"[]2"')
  })

  test.each([
    ['date_format(row.d, "yyyy-mm-dd")', 'Nearest: yyyy-MM-dd'],
    ['row.ok ? "" : from_unixtime(row.n, "YYYY hh", "UTC")', 'Nearest: YYYY HH'],
    ['str_to_date(row.d, "%d.%Q")', 'date_format does not know %Q'],
    ['unix_timestamp(row.d, "Asia/Peking")', '"Asia/Peking" is no known time zone'],
  ])('%s is refused before any record comes', async (source, told) => {
    await expect(expression(source)).rejects.toThrow(told)
    // Those before it refuse the records that get there.
    expect(await expression(source.replace('row.ok', 'true'), '{"d":"x","n":1}', 2)).toBeTypeOf('string')
  })

  test('a field in brackets may be asked for', async () => {
    const row = '{"单号":"1","空":null,"里":{"x y":1}}'
    for (const [source, right] of [
      ['has(row["单号"]) && has(row["空"]) && has(row["里"]["x y"])', 'true'],
      ['has(row["无"]) || has(row["无"]["x"]) || HAS( row["里"]["y"] )', 'false'],
    ] as const)
      for (const edition of [1, 2, 3] as const) expect(await expression(source, row, edition)).toBe(right)
    // A name alone is asked for as CEL does: what it stands in has to be there.
    expect(await expression('has(row.nothing.x)', row)).toContain('No such key: nothing')
  })
})

test('the first edition computes as it did', async () => {
  const made = (source: string): Promise<string> => expression(source, record, 1)
  expect(await made('row.n == "1"')).toBe('false')
  expect(await made('row.amt * (1 - 0.7)')).toBe('30.000000000000004')
  expect(await made('count(row.items) / 2')).toBe('1')
  expect(await made('min(row.items, "a")')).toBe('"10"')
  expect(await made('row.zoned > "2026-11-24T20:00:00Z"')).toBe('true')
  expect(await made('date_format(row.local, "YYYY-QQ")')).toBe('"2026-QQ"')
  const d = '{"d":"2024-01-05T18:30:00+08:00","v":-0.004}'
  expect(await template("{{d | date:'YYYY hh'}}", d, 1)).toBe('"2024 06"')
  expect(await template('{{v | number:2}}', d, 1)).toBe('-0.00')
  expect(compileFilter([[{ field: 'v', logic: 'eq', value: '1000' }]], 1)({ v: '1E3' })).toBe(true)
})

describe('a JSON text with a name that stands twice', () => {
  const row = '{"t":"[{\\"sku\\":\\"A\\",\\"sku\\":\\"B\\"}]"}'
  test('is refused by parse_json and as a list of lines, with the name', async () => {
    for (const edition of [1, 2, 3] as const) {
      expect(await expression('parse_json(row.t)[0].sku', row, edition)).toContain('has the name 0.sku twice')
      const lines = {
        kind: 'lines',
        source: 't',
        fields: [{ target: 's', value: { kind: 'template', template: '{{sku}}' } }],
      }
      expect(await give(lines, row, edition)).toContain('has the name 0.sku twice')
    }
  })
})
