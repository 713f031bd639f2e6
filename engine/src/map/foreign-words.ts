/** What people of other languages, of spreadsheets and of Chinese keyboards write, each with the spelling that is meant. */

type Words = readonly (readonly [pattern: RegExp, wrong: string, right: string])[]

/** What other languages call a function, by its name in small letters: the function here, or how it is written. */
export const FOREIGN_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ...name('parse_date', 'to_date', 'to_timestamp', 'strptime', 'datevalue', 'cdate', 'parsedate'),
  ...name('date_format', 'to_char', 'strftime', 'format_date', 'formatdate', 'format_datetime', 'formatdatetime'),
  ...name('date_format', 'format_timestamp', '日期格式', '格式化日期', '日期格式化'),
  ...name('date_format(date, pattern) / round_to(number, places)', 'format'),
  ...name('date_format(date, pattern, zone)', 'convert_tz', 'at_time_zone', 'from_utc_timestamp', 'timezone'),
  ...name('date_format(date, "YYYY-MM-DD") / parse_date(text, pattern)', 'date'),
  ...name('date_add', 'dateadd', 'date_sub', 'adddate', 'subdate', 'datesub', 'plusdays', 'plusmonths', '日期加'),
  ...name('date_diff', 'datedif', 'timestampdiff', 'months_between', 'days_between', 'days', '日期差'),
  ...name('first_day', 'date_trunc', 'datetrunc'),
  ...name('year(date) / month(date) / day(date)', 'datepart', 'date_part', 'extract'),
  ...name('iso_weekday', 'weekday', 'dayofweek'),
  ...name('iso_week', 'weeknum', 'week'),
  ...name('dec', 'number', 'decimal', 'numeric', 'float', 'value', 'parsefloat', 'todouble', 'bigdecimal', '数值'),
  ...name('int', 'bigint', 'parseint', 'cint', 'clng', 'to_integer', 'toint', 'integer', 'signed'),
  ...name('floor', '取整'),
  ...name('string', 'str', 'cstr'),
  ...name('toText(value) / date_format(date, pattern) / toText(round(number, places))', 'text', '文本'),
  ...name('toText(value) / dec(value)', 'cast', 'convert', 'try_cast', 'try_convert', 'safe_cast'),
  ...name(
    'now',
    'getdate',
    'today',
    'current_timestamp',
    'now',
    'curdate',
    'current_date',
    'curtime',
    'localtimestamp',
  ),
  ...name('now', 'sysdate', 'utc_timestamp', 'utcnow', '今天', '现在'),
  ...name('instr', 'search', 'indexof', 'findb', 'searchb', '位置'),
  ...name('join', 'textjoin', 'string_agg', 'group_concat', 'listagg'),
  ...name('ifnull', 'ifna'),
  ...name('coalesce(value, 0)', 'zeroifnull'),
  ...name('iferror', 'iserror', 'iserr', 'isna', 'try', 'safe_divide'),
  ...name('pad', 'padleft', 'padstart', 'leftpad', 'zfill'),
  ...name('padRight', 'padend', 'rightpad'),
  ...name('regex_extract', 'regexp_substr', 'regexextract', 'regexp_matches'),
  ...name('regex_replace', 'regexreplace'),
  ...name('regex_match', 'regexmatch', 'regexp', 'rlike', 'matches'),
  ...name('trim', 'clean', 'strip', 'btrim'),
  ...name('substring', 'slice', 'midb'),
  ...name('text.contains(part)', 'includes', 'contains'),
  ...name('text.startsWith(part)', 'startswith'),
  ...name('text.endsWith(part)', 'endswith'),
  ...name('parse_json(text).field', 'json_extract', 'json_value', 'get_json_object', 'json_query', 'jsonpath'),
  ...name('parse_json', 'json_parse', 'parsejson', 'json_decode', 'json.parse', 'tojson'),
  ...name('toText', 'json.stringify', 'to_json', 'json_encode'),
  ...name('split', 'textsplit', 'string_split', 'explode'),
  ...name('list[0]', 'index', 'element_at'),
  ...name('value in list', 'match', 'array_contains'),
  ...name('round_to', 'fixed', 'mround'),
  ...name('"\\n"', 'char', 'chr', 'unichar'),
  ...name('distinct', 'unique'),
  ...name('byte_length', 'lenb', 'datalength'),
  ...name('half_width', 'asc', 'tosbc'),
  ...name('apportion', 'allocate', '分摊', '摊分'),
  ...name('greatest', 'math.max'),
  ...name('least', 'math.min'),
  ...name('lookup', 'vlookup', 'xlookup', 'hlookup', '查找'),
  ...name('sum(list.filter(x, condition), "field")', 'sumif', 'sumifs'),
  ...name('count(list.filter(x, condition))', 'countif', 'countifs'),
  ...name('avg(list.filter(x, condition), "field")', 'averageif', 'averageifs'),
  ...name('sum(list.map(x, x.qty * x.price))', 'sumproduct'),
  ...name('regex_match(text, "^-?[0-9.]+$")', 'isnumber', 'isnumeric', 'is_number'),
  ...name('upper', 'touppercase', '大写'),
  ...name('lower', 'tolowercase', '小写'),
  ...name('toText', 'tostring'),
  ...name('if', '如果', '若', '条件'),
  ...name('sum', '求和', '合计'),
  ...name('avg', '平均', '平均值'),
  ...name('max', '最大', '最大值'),
  ...name('min', '最小', '最小值'),
  ...name('count', '计数'),
  ...name('round', '四舍五入', 'tofixed'),
  ...name('abs', '绝对值'),
  ...name('concat', '连接', '拼接', '合并'),
  ...name('left', '取左', '左'),
  ...name('right', '取右', '右'),
  ...name('substring', '截取'),
  ...name('replace', '替换', 'replaceall'),
  ...name('length', '长度'),
  ...name('trim', '去空格'),
  ...name('coalesce', '空值'),
])

/** What gives another value each time, by its name in small letters: a record that is mapped again would become another. */
export const CHANGING_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['rand', 'random', 'randbetween', 'math.random', 'newguid', 'uuid', 'newid', 'guid', 'gen_random_uuid'],
  ...['generate_uuid', 'sys_guid', 'nextval', 'row_number', 'rownum', 'autonumber'],
])

function name(right: string, ...wrong: readonly string[]): [string, string][] {
  return wrong.map(each => [each, right])
}

/** What else they write for a value that has no name here. */
export const FOREIGN_VALUES: ReadonlyMap<string, string> = new Map([
  ...['TRUE', 'True'].map((each): [string, string] => [each, 'true']),
  ...['FALSE', 'False'].map((each): [string, string] => [each, 'false']),
  ...['NULL', 'Null', 'None', 'nil', 'undefined'].map((each): [string, string] => [each, 'null']),
  ...['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'].map((each): [string, string] => [
    each,
    `"${each.toLowerCase()}"`,
  ]),
  ...['SYSDATE', 'CURRENT_DATE', 'CURRENT_TIMESTAMP', 'NOW', 'TODAY'].map((each): [string, string] => [each, 'now']),
])

/** What they write where it stands. */
const HERE: Words = [
  [/^=>/, 'x => value', 'list.map(x, value)'],
  [/^=/, '=', '=='],
  [/^<>/, '<>', '!='],
  [/^and\b/i, 'AND', '&&'],
  [/^or\b/i, 'OR', '||'],
  [/^is\s+not\s+null\b/i, 'IS NOT NULL', '!= null'],
  [/^is\s+null\b/i, 'IS NULL', '== null'],
  [/^like\b/i, 'LIKE', 'text.contains(part)'],
  [/^in\b/i, 'IN (a, b)', 'in [a, b]'],
  [/^between\b/i, 'n BETWEEN a AND b', 'n >= a && n <= b'],
  [/^as\b/i, 'CAST(value AS type)', 'toText(value) / dec(value)'],
  [/^from\b/i, 'EXTRACT(YEAR FROM date)', 'year(date)'],
  [/^::/, 'value::type', 'toText(value) / dec(value)'],
  [/^&(?!&)/, 'a & b', 'concat(a, b)'],
  [/^;/, ';', ','],
  [/^\^/, 'a ^ b', 'power(a, b)'],
  [/^\$\{?[\w.]+/, '$field', 'row.field'],
  [/^[“”‘’]/, '“', '"'],
  [/^[×✕]/, '×', '*'],
  [/^÷/, '÷', '/'],
  [/^≥/, '≥', '>='],
  [/^≤/, '≤', '<='],
  [/^≠/, '≠', '!='],
  [/^、/, '、', ','],
]

/** What they write in front of it. */
const BEFORE: Words = [
  [/\bnot\s+$/i, 'NOT', '!(condition)'],
  [/\binterval\s+$/i, 'INTERVAL 1 DAY', 'date_add(date, 1, "day")'],
  [/\bnew\s*$/, 'new Date()', 'now'],
  [/\?\s*$/, 'a ?? b', 'coalesce(a, b)'],
  [/\*\s*$/, 'a ** b', 'power(a, b)'],
  [/\d%\s*$/, 'n%', 'n / 100'],
  [/===?$/, '===', '=='],
]

/** What was written at a place and what is meant; undefined: nobody's word. */
export function foreignWord(
  source: string,
  at: number,
): { readonly wrong: string; readonly right: string } | undefined {
  const before = source.slice(0, at)
  const rest = source.slice(source[at] === '>' && source[at - 1] === '<' ? at - 1 : at)
  if (/^==?$/.test(before.slice(-2).trim()) && rest.startsWith('=')) return { wrong: '===', right: '==' }
  if (before.endsWith('!=') && rest.startsWith('=')) return { wrong: '!==', right: '!=' }
  const template = /\{\{\s*([^{}|]+?)\s*(?:\|[^{}]*)?\}\}/.exec(source)
  if (template && at >= template.index && at <= template.index + template[0].length)
    return { wrong: template[0], right: fieldOf('row', template[1] ?? '') }
  const field = foreignField(before, rest)
  if (field) return field
  const [, wrong, right] = HERE.find(([pattern]) => pattern.test(rest)) ?? fullWidth(rest) ?? []
  if (wrong !== undefined && right !== undefined) return { wrong, right }
  const [, before1, right1] = BEFORE.find(([pattern]) => pattern.test(before)) ?? []
  return before1 !== undefined && right1 !== undefined ? { wrong: before1, right: right1 } : undefined
}

/** A sign as Chinese keyboards write it. */
function fullWidth(rest: string): Words[number] | undefined {
  const sign = rest[0] ?? ''
  const narrow = /[\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e]/.test(sign)
    ? sign.normalize('NFKC')
    : undefined
  return narrow === undefined ? undefined : [/^/, sign, narrow === ';' ? ',' : narrow === '=' ? '==' : narrow]
}

/** A name that is no word of ASCII stands in brackets. */
function foreignField(before: string, rest: string): { readonly wrong: string; readonly right: string } | undefined {
  const more = /^[\p{L}\p{N}_]+/u.exec(rest)?.[0]
  if (more === undefined || /^\w/.test(more)) return undefined
  const [, owner, begun = ''] = /([A-Za-z_][\w.]*?(?:\[[^\]]*\])*)\.(\w*)$/.exec(before) ?? []
  const isCall = /^\s*[(（]/.test(rest.slice(more.length))
  if (owner !== undefined) return { wrong: `${owner}.${begun}${more}`, right: fieldOf(owner, begun + more) }
  const meant = isCall ? FOREIGN_FUNCTIONS.get(more) : undefined
  if (isCall) return meant === undefined ? undefined : { wrong: `${more}()`, right: meant }
  const whole = (/\w*$/.exec(before)?.[0] ?? '') + more
  return { wrong: whole, right: fieldOf('row', whole) }
}

/** How a field is written. */
export const fieldOf = (owner: string, name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? `${owner}.${name}` : `${owner}["${name}"]`
