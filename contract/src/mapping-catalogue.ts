/**
 * What the studio offers while a value is written. The engine proves that every example gives its result, and that no
 * function and no filter of its own is left out.
 */

/** The record that all examples are about. */
export const exampleRecord =
  '{"no":"SO-1001","name":"张三","code":" ab-01 ","qty":12,"price":1.255,"note":null,"paid_at":"2024-01-05T18:30:00+08:00","seconds":1704450600,"tags":["red","blue"],"items":[{"sku":"A1","qty":2,"amount":"3.50"},{"sku":"B2","qty":1,"amount":"10"}]}'

/** What the examples look into: a value map, and a record of another strategy by its key. */
export const exampleMap = { id: '0192a000-0000-7000-8000-00000000000a', line: ['12', '一打'] } as const
export const exampleFind = {
  strategyId: '0192a000-0000-7000-8000-00000000000b',
  key: ['no'],
  record: { no: 'SO-1001', buyer: '张三' },
} as const

export interface CatalogueEntry {
  readonly name: string
  /** As it is written, with names for its arguments. */
  readonly usage: string
  readonly example: string
  /** JSON text of what the example gives. */
  readonly result: string
}

const entry = <const Name extends string>(name: Name, usage: string, example: string, result: string) => ({
  name,
  usage,
  example,
  result,
})

/** Functions of expressions; those of CEL itself that a mapping needs stand with ours. */
export const expressionFunctions = [
  entry('if', 'condition ? yes : no', 'row.qty > 10 ? "大单" : "小单"', '"大单"'),
  entry('coalesce', 'coalesce(a, b, …)', 'coalesce(row.note, row.remark, "无")', '"无"'),
  entry('ifnull', 'ifnull(a, other)', 'ifnull(row.note, "-")', '"-"'),
  entry('has', 'has(row.field)', 'has(row.note) ? "有" : "没有"', '"有"'),
  entry('concat', 'concat(a, b, …)', 'concat(row.name, "-", row.no)', '"张三-SO-1001"'),
  entry('left', 'left(text, count)', 'left(row.name, 1)', '"张"'),
  entry('right', 'right(text, count)', 'right(row.no, 4)', '"1001"'),
  entry('substring', 'substring(text, start, count)', 'substring(row.no, 4, 4)', '"1001"'),
  entry('replace', 'replace(text, from, to)', 'replace(row.no, "SO-", "销售")', '"销售1001"'),
  entry('length', 'length(text)', 'length(row.name)', '2'),
  entry('locate', 'locate(part, text)', 'locate("-", row.no)', '3'),
  entry('lower', 'lower(text)', 'lower(row.no)', '"so-1001"'),
  entry('upper', 'upper(text)', 'upper(row.code)', '" AB-01 "'),
  entry('trim', 'trim(text)', 'trim(row.code)', '"ab-01"'),
  entry('pad', 'pad(text, length, fill)', 'pad(row.qty, 5, "0")', '"00012"'),
  entry('padRight', 'padRight(text, length, fill)', 'padRight(row.no, 9, "*")', '"SO-1001**"'),
  entry('split', 'split(text, separator)', 'split(row.no, "-")', '["SO","1001"]'),
  entry('join', 'join(list, separator)', 'join(row.tags, "、")', '"red、blue"'),
  entry('toText', 'toText(value)', 'toText(row.qty) + "件"', '"12件"'),
  entry('byte_length', 'byte_length(text)', 'byte_length(row.name)', '6'),
  entry('half_width', 'half_width(text)', 'half_width("ＡＢ－１２")', '"AB-12"'),
  entry('full_width', 'full_width(text)', 'full_width("AB-12")', '"ＡＢ－１２"'),
  entry('parse_json', 'parse_json(text)', 'parse_json("[1,2]")[1]', '2'),
  entry('distinct', 'distinct(list)', 'distinct(["a", "b", "a"])', '["a","b"]'),
  entry('sort', 'sort(list, "field")', 'sort(row.items, "amount").map(x, x.sku)', '["A1","B2"]'),
  entry('apportion', 'apportion(amount, weights, places)', 'apportion(100, [1, 1, 1])', '[33.34,33.33,33.33]'),
  entry('date_add', 'date_add(date, count, "month")', 'date_add("2024-01-31", 1, "month")', '"2024-02-29"'),
  entry('date_diff', 'date_diff(later, earlier)', 'date_diff("2024-03-01", row.paid_at)', '56'),
  entry('last_day', 'last_day(date)', 'last_day(row.paid_at)', '"2024-01-31"'),
  entry('year', 'year(date)', 'year(row.paid_at)', '2024'),
  entry('month', 'month(date)', 'month(row.paid_at)', '1'),
  entry('day', 'day(date)', 'day(row.paid_at)', '5'),
  entry(
    'parse_date',
    'parse_date(text, pattern)',
    'parse_date("05/01/2024 18:30", "DD/MM/YYYY HH:mm")',
    '"2024-01-05T18:30:00"',
  ),
  entry('mod', 'mod(a, b)', 'mod(row.qty, 5)', '2'),
  entry('truncate', 'truncate(number, places)', 'truncate(row.price, 2)', '1.25'),
  entry('round_to', 'round_to(number, places, "half_even")', 'round_to(2.5, 0, "half_even")', '2'),
  entry('rmatch', 'rmatch(text, pattern)', 'rmatch(row.no, "^SO-[0-9]+$")', 'true'),
  entry('base64', 'base64(binary)', 'has(row.file) ? base64(row.file) : ""', '""'),
  entry('dec', 'dec(value)', 'dec("0.1") + dec("0.2")', '0.3'),
  entry('add', 'add(a, b)', 'add(row.qty, "3")', '15'),
  entry('sub', 'sub(a, b)', 'sub(row.qty, 2)', '10'),
  entry('mul', 'mul(a, b)', 'mul(row.qty, row.price)', '15.06'),
  entry('div', 'div(a, b)', 'div(row.qty, 8)', '1.5'),
  entry('round', 'round(number, digits)', 'round(row.price, 2)', '1.26'),
  entry('abs', 'abs(number)', 'abs(0 - row.qty)', '12'),
  entry('ceil', 'ceil(number)', 'ceil(row.price)', '2'),
  entry('floor', 'floor(number)', 'floor(row.price)', '1'),
  entry('sum', 'sum(list, "field")', 'sum(row.items, "amount")', '13.5'),
  entry('avg', 'avg(list, "field")', 'avg(row.items, "qty")', '1.5'),
  entry('min', 'min(list, "field")', 'min(row.items, "qty")', '1'),
  entry('max', 'max(list, "field")', 'max(row.items, "qty")', '2'),
  entry('count', 'count(list, "field")', 'count(row.items)', '2'),
  entry('lookup', 'lookup("map", value, {"direction": "reverse"})', `lookup("${exampleMap.id}", row.qty)`, '"一打"'),
  entry('find', 'find("strategy", "field", key)', `find("${exampleFind.strategyId}", "buyer", row.no)`, '"张三"'),
  entry(
    'date_format',
    'date_format(date, pattern, zone)',
    'date_format(row.paid_at, "YYYY年MM月DD日")',
    '"2024年01月05日"',
  ),
  entry(
    'from_unixtime',
    'from_unixtime(seconds, zone)',
    'from_unixtime(row.seconds, "Asia/Shanghai")',
    '"2024-01-05 18:30:00"',
  ),
  entry('unix_timestamp', 'unix_timestamp(date, zone)', 'unix_timestamp(row.paid_at)', '1704450600'),
  entry('int', 'int(value)', 'int(row.qty) % 5', '2'),
  entry('double', 'double(value)', 'double("1.5") * 2.0', '3'),
  entry('string', 'string(value)', 'string(row.qty) + "个"', '"12个"'),
  entry('size', 'size(list)', 'size(row.tags)', '2'),
  entry('contains', 'text.contains(part)', 'row.no.contains("100")', 'true'),
  entry('startsWith', 'text.startsWith(part)', 'row.name.startsWith("张")', 'true'),
  entry('endsWith', 'text.endsWith(part)', 'row.no.endsWith("01")', 'true'),
  entry('orValue', 'row.?field.orValue(other)', 'row.?remark.orValue("无")', '"无"'),
  entry('map', 'list.map(x, value)', 'row.items.map(x, x.sku)', '["A1","B2"]'),
  entry('filter', 'list.filter(x, condition)', 'row.items.filter(x, x.qty > 1).map(x, x.sku)', '["A1"]'),
  entry('exists', 'list.exists(x, condition)', 'row.items.exists(x, x.sku == "B2")', 'true'),
  entry('all', 'list.all(x, condition)', 'row.items.all(x, x.qty > 0)', 'true'),
] as const satisfies readonly CatalogueEntry[]
export type ExpressionFunctionName = (typeof expressionFunctions)[number]['name']

/** Filters of templates, written after `|`. */
export const templateFilters = [
  entry('trim', 'trim', '{{code | trim}}', '"ab-01"'),
  entry('upper', 'upper', '{{code | upper}}', '" AB-01 "'),
  entry('lower', 'lower', '{{no | lower}}', '"so-1001"'),
  entry('date', "date:'YYYY-MM-DD'", "{{paid_at | date:'YYYY/MM/DD'}}", '"2024/01/05"'),
  entry('datetime', "datetime:'YYYY-MM-DD HH:mm:ss'", '{{paid_at | datetime}}', '"2024-01-05 18:30:00"'),
  entry('read_date', "read_date:'DD/MM/YYYY'", "{{'05/01/2024' | read_date:'DD/MM/YYYY'}}", '"2024-01-05"'),
  entry('timestamp', 'timestamp', '{{paid_at | timestamp}}', '1704450600'),
  entry('timestamp_ms', 'timestamp_ms', '{{paid_at | timestamp_ms}}', '1704450600000'),
  entry('from_timestamp', 'from_timestamp', '{{seconds | from_timestamp}}', '"2024-01-05T10:30:00Z"'),
  entry('from_timestamp_ms', 'from_timestamp_ms', '{{seconds | from_timestamp_ms}}', '"1970-01-20T17:27:30.600Z"'),
  entry('number', 'number:2', '{{price | number:2}}', '1.26'),
  entry('default', "default:'x'", "{{note | default:'无'}}", '"无"'),
  entry('json', 'json', '{{tags | json}}', '"[\\"red\\",\\"blue\\"]"'),
  entry('join', "join:','", "{{tags | join:'、'}}", '"red、blue"'),
  entry('split', "split:','", "{{no | split:'-'}}", '["SO","1001"]'),
  entry('pad', "pad:8,'0'", "{{qty | pad:5,'0'}}", '"00012"'),
  entry('substring', 'substring:0,4', '{{no | substring:3,4}}', '"1001"'),
  entry('replace', "replace:'a','b'", "{{no | replace:'SO-','销售'}}", '"销售1001"'),
] as const satisfies readonly CatalogueEntry[]
export type TemplateFilterName = (typeof templateFilters)[number]['name']
