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
  /** Under which people know it from elsewhere. */
  readonly aliases: readonly string[]
}

const entry = <const Name extends string>(
  name: Name,
  usage: string,
  example: string,
  result: string,
  aliases: readonly string[] = [],
) => ({ name, usage, example, result, aliases })

/** Functions of expressions; those of CEL itself that a mapping needs stand with ours. */
export const expressionFunctions = [
  entry('if', 'if(condition, yes, no)', 'if(row.qty > 10, "大单", "小单")', '"大单"', ['iif']),
  entry('coalesce', 'coalesce(a, b, …)', 'coalesce(row.note, row.remark, "无")', '"无"'),
  entry('ifnull', 'ifnull(a, other)', 'ifnull(row.note, "-")', '"-"', ['nvl']),
  entry('has', 'has(row.field)', 'has(row.note) ? "有" : "没有"', '"有"'),
  entry('concat', 'concat(a, b, …)', 'concat(row.name, "-", row.no)', '"张三-SO-1001"', ['concatenate']),
  entry('left', 'left(text, count)', 'left(row.name, 1)', '"张"'),
  entry('right', 'right(text, count)', 'right(row.no, 4)', '"1001"'),
  entry('substring', 'substring(text, start, count)', 'substring(row.no, 4, 4)', '"1001"', ['substr', 'mid']),
  entry('replace', 'replace(text, from, to)', 'replace(row.no, "SO-", "销售")', '"销售1001"', ['substitute']),
  entry('length', 'length(text)', 'length(row.name)', '2', ['len', 'char_length', 'character_length']),
  entry('locate', 'locate(part, text, start)', 'locate("-", row.no)', '3', ['position', 'charindex']),
  entry('lower', 'lower(text)', 'lower(row.no)', '"so-1001"', ['lcase']),
  entry('upper', 'upper(text)', 'upper(row.code)', '" AB-01 "', ['ucase']),
  entry('trim', 'trim(text, characters)', 'trim(row.code)', '"ab-01"'),
  entry('pad', 'pad(text, length, fill)', 'pad(row.qty, 5, "0")', '"00012"'),
  entry('padRight', 'padRight(text, length, fill)', 'padRight(row.no, 9, "*")', '"SO-1001**"'),
  entry('split', 'split(text, separator)', 'split(row.no, "-")', '["SO","1001"]'),
  entry('join', 'join(list, separator)', 'join(row.tags, "、")', '"red、blue"'),
  entry('toText', 'toText(value)', 'toText(row.qty) + "件"', '"12件"'),
  entry('byte_length', 'byte_length(text, "gbk")', 'byte_length(row.name, "gbk")', '4', ['lengthb', 'octet_length']),
  entry('half_width', 'half_width(text)', 'half_width("ＡＢ－１２")', '"AB-12"'),
  entry('full_width', 'full_width(text)', 'full_width("AB-12")', '"ＡＢ－１２"'),
  entry('parse_json', 'parse_json(text)', 'parse_json("[1,2]")[1]', '2'),
  entry('distinct', 'distinct(list)', 'distinct(["a", "b", "a"])', '["a","b"]'),
  entry(
    'sort',
    'sort(list, [{"desc": "field"}, "field"])',
    'sort(row.items, [{"desc": "qty"}, "sku"]).map(x, x.sku)',
    '["A1","B2"]',
  ),
  entry('apportion', 'apportion(amount, weights, places)', 'apportion(100, [1, 1, 1])', '[33.34,33.33,33.33]'),
  entry('date_add', 'date_add(date, count, "month")', 'date_add("2024-01-31", 1, "month")', '"2024-02-29"'),
  entry('date_diff', 'date_diff(later, earlier, "day")', 'date_diff("2024-03-01", row.paid_at)', '56', ['datediff']),
  entry('last_day', 'last_day(date, "month")', 'last_day(row.paid_at)', '"2024-01-31"'),
  entry('year', 'year(date)', 'year(row.paid_at)', '2024'),
  entry('month', 'month(date)', 'month(row.paid_at)', '1'),
  entry('day', 'day(date)', 'day(row.paid_at)', '5', ['dayofmonth']),
  entry(
    'parse_date',
    'parse_date(text, pattern)',
    'parse_date("05/01/2024 18:30", "DD/MM/YYYY HH:mm")',
    '"2024-01-05T18:30:00"',
    ['str_to_date'],
  ),
  entry('mod', 'mod(a, b)', 'mod(row.qty, 5)', '2'),
  entry('truncate', 'truncate(number, places)', 'truncate(row.price, 2)', '1.25', ['trunc', 'round_down', 'rounddown']),
  entry('round_to', 'round_to(number, places, "half_even")', 'round_to(2.5, 0, "half_even")', '2'),
  entry('rmatch', 'rmatch(text, pattern)', 'rmatch(row.no, "^SO-[0-9]+$")', 'true'),
  entry('base64', 'base64(binary)', 'has(row.file) ? base64(row.file) : ""', '""'),
  entry('dec', 'dec(value)', 'dec("0.1") + dec("0.2")', '0.3', ['to_number']),
  entry('parse_number', 'parse_number(text, ",", ".")', 'parse_number("1.234,50", ",")', '1234.5', ['numbervalue']),
  entry('add', 'add(a, b)', 'add(row.qty, "3")', '15'),
  entry('sub', 'sub(a, b)', 'sub(row.qty, 2)', '10'),
  entry('mul', 'mul(a, b)', 'mul(row.qty, row.price)', '15.06'),
  entry('div', 'div(a, b)', 'div(row.qty, 8)', '1.5'),
  entry('round', 'round(number, digits)', 'round(row.price, 2)', '1.26'),
  entry('abs', 'abs(number)', 'abs(0 - row.qty)', '12'),
  entry('ceil', 'ceil(number)', 'ceil(row.price)', '2', ['ceiling']),
  entry('floor', 'floor(number)', 'floor(row.price)', '1'),
  entry('sum', 'sum(list, "field")', 'sum(row.items, "amount")', '13.5'),
  entry('avg', 'avg(list, "field")', 'avg(row.items, "qty")', '1.5', ['average']),
  entry('min', 'min(list, "field")', 'min(row.items, "qty")', '1'),
  entry('max', 'max(list, "field")', 'max(row.items, "qty")', '2'),
  entry('count', 'count(list, "field")', 'count(row.items)', '2'),
  entry(
    'case',
    'CASE WHEN condition THEN value ELSE other END',
    'CASE WHEN row.qty > 100 THEN "大" WHEN row.qty > 10 THEN "中" ELSE "小" END',
    '"中"',
    ['ifs'],
  ),
  entry('decode', 'decode(value, a, x, b, y, …, other)', 'decode(row.qty, 6, "半打", 12, "一打", "散装")', '"一打"', [
    'switch',
  ]),
  entry('nvl2', 'nvl2(value, there, absent)', 'nvl2(row.note, "有备注", "无备注")', '"无备注"'),
  entry('nullif', 'nullif(a, b)', 'nullif(row.name, "张三")', 'null'),
  entry('is_null', 'is_null(value)', 'is_null(row.note)', 'true', ['isnull']),
  entry('is_empty', 'is_empty(value)', 'is_empty(row.note)', 'true', ['isblank']),
  entry('iferror', 'iferror(value, other)', 'iferror(dec(row.name), 0)', '0'),
  entry('and', 'and(a, b, …)', 'and(row.qty > 1, row.price > 1)', 'true'),
  entry('or', 'or(a, b, …)', 'or(row.qty > 100, row.price > 1)', 'true'),
  entry('not', 'not(condition)', 'not(row.qty > 100)', 'true'),
  entry('concat_ws', 'concat_ws(separator, a, b, …)', 'concat_ws("-", row.no, row.note, row.qty)', '"SO-1001-12"'),
  entry('instr', 'instr(text, part)', 'instr(row.no, "-")', '3', ['strpos']),
  entry('lpad', 'lpad(text, length, fill)', 'lpad(row.qty, 5, "0")', '"00012"'),
  entry('rpad', 'rpad(text, length, fill)', 'rpad(row.no, 9, "*")', '"SO-1001**"'),
  entry('ltrim', 'ltrim(text, characters)', 'ltrim("00042", "0")', '"42"'),
  entry('rtrim', 'rtrim(text, characters)', 'rtrim("1.500", "0")', '"1.5"'),
  entry('repeat', 'repeat(text, count)', 'repeat("*", 3)', '"***"', ['rept', 'replicate']),
  entry('reverse', 'reverse(textOrList)', 'reverse(row.tags)', '["blue","red"]'),
  entry('initcap', 'initcap(text)', 'initcap("JOHN o\'neil")', '"John O\'Neil"', ['proper']),
  entry('split_part', 'split_part(text, separator, place)', 'split_part(row.no, "-", 2)', '"1001"'),
  entry('substring_index', 'substring_index(text, separator, count)', 'substring_index("a.b.c", ".", 2)', '"a.b"'),
  entry('regex_match', 'regex_match(text, pattern, "i")', 'regex_match(row.no, "^so-", "i")', 'true', ['regexp_like']),
  entry(
    'regex_extract',
    'regex_extract(text, pattern, group)',
    'regex_extract(row.no, "([A-Z]+)-([0-9]+)", 2)',
    '"1001"',
    ['regexp_extract'],
  ),
  entry(
    'regex_extract_all',
    'regex_extract_all(text, pattern, group)',
    'regex_extract_all("3x4x5", "[0-9]")',
    '["3","4","5"]',
    ['regexp_extract_all'],
  ),
  entry(
    'regex_replace',
    'regex_replace(text, pattern, replacement, "i")',
    'regex_replace(row.no, "([A-Z]+)-([0-9]+)", "$2/$1")',
    '"1001/SO"',
    ['regexp_replace'],
  ),
  entry('sort_desc', 'sort_desc(list, "field")', 'sort_desc(row.items, "amount").map(x, x.sku)', '["B2","A1"]'),
  entry('first', 'first(list)', 'first(row.tags)', '"red"'),
  entry('last', 'last(list)', 'last(row.tags)', '"blue"'),
  entry('greatest', 'greatest(a, b, …)', 'greatest(row.qty, 3, row.note)', '12'),
  entry('least', 'least(a, b, …)', 'least(row.qty, 3)', '3'),
  entry('add_months', 'add_months(date, count)', 'add_months("2024-02-29", 1)', '"2024-03-31"'),
  entry('edate', 'edate(date, count)', 'edate("2024-01-31", 1)', '"2024-02-29"'),
  entry('eomonth', 'eomonth(date, count)', 'eomonth(row.paid_at, 1)', '"2024-02-29"'),
  entry('first_day', 'first_day(date, "month")', 'first_day(row.paid_at)', '"2024-01-01"'),
  entry('hour', 'hour(date)', 'hour(row.paid_at)', '18'),
  entry('minute', 'minute(date)', 'minute(row.paid_at)', '30'),
  entry('second', 'second(date)', 'second(row.paid_at)', '0'),
  entry('quarter', 'quarter(date)', 'quarter(row.paid_at)', '1'),
  entry('iso_week', 'iso_week(date)', 'iso_week("2024-12-30")', '1', ['weekofyear', 'isoweeknum']),
  entry('iso_year', 'iso_year(date)', 'iso_year("2024-12-30")', '2025'),
  entry('iso_weekday', 'iso_weekday(date)', 'iso_weekday(row.paid_at)', '5'),
  entry('day_of_year', 'day_of_year(date)', 'day_of_year("2024-12-31")', '366', ['dayofyear']),
  entry('work_days', 'work_days(from, to, holidays)', 'work_days("2024-05-01", "2024-05-10", ["2024-05-01"])', '7', [
    'networkdays',
  ]),
  entry('add_work_days', 'add_work_days(date, count, holidays)', 'add_work_days("2024-05-03", 1)', '"2024-05-06"', [
    'workday',
  ]),
  entry('round_up', 'round_up(number, places)', 'round_up(row.price, 2)', '1.26', ['roundup']),
  entry('sign', 'sign(number)', 'sign(0 - row.qty)', '-1'),
  entry('power', 'power(number, exponent)', 'power(1.1, 2)', '1.21', ['pow']),
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

/** Other names of functions, each with the one that the language has; `if` is a word that CEL keeps for itself. */
export const functionAliases: Readonly<Record<string, string>> = Object.fromEntries(
  expressionFunctions.flatMap(({ name, aliases }) =>
    aliases.map(alias => [alias, (name as string) === 'if' ? 'IF' : name]),
  ),
)

/** Filters of templates, written after `|`. */
export const templateFilters = [
  entry('trim', 'trim', '{{code | trim}}', '"ab-01"'),
  entry('upper', 'upper', '{{code | upper}}', '" AB-01 "'),
  entry('lower', 'lower', '{{no | lower}}', '"so-1001"'),
  entry('date', "date:'YYYY-MM-DD'", "{{paid_at | date:'YYYY/MM/DD'}}", '"2024/01/05"'),
  entry('datetime', "datetime:'YYYY-MM-DD HH:mm:ss'", '{{paid_at | datetime}}', '"2024-01-05 18:30:00"'),
  entry('read_date', "read_date:'DD/MM/YYYY'", "{{'05/01/2024' | read_date:'DD/MM/YYYY'}}", '"2024-01-05"'),
  entry('read_number', "read_number:','", "{{'1.234,50' | read_number:','}}", '1234.50'),
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
