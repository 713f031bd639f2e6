import { readdirSync, readFileSync } from 'node:fs'
import { createTranslate, parseJson } from '@sluice/contract'
import { expect, test } from 'vitest'
import { compileExpression } from './expression.ts'
import { Refusal } from './refusal.ts'
import { openScope } from './scope.ts'
import { mapSentences as pt } from './sentences.pt.ts'
import { mapSentences as zh } from './sentences.zh.ts'

const row = parseJson(
  '{"qty":3,"text":"3","empty":"","none":null,"yes":true,"day":"2026-03-08","utc":"2026-03-08T10:30:00Z","items":[{"sku":"A"}],"tags":["a"]}',
)

/** What is said about an expression, when it is compiled or at the record. */
function sayOf(source: string): string {
  try {
    const value = compileExpression(source)(openScope(row as never, new Date(0), 1e6))
    return value instanceof Refusal ? value.rule : `nothing: ${String(value)}`
  } catch (error) {
    return (error as Error).message
  }
}

const inChinese = createTranslate(zh)

test.each([
  // Spreadsheets
  ['=IF(row.qty > 2, 1, 2)', '请去掉开头的 ='],
  ['IF(row.qty > 2; 1; 2)', '请写 ,，而不是 ;'],
  ['row.text & "-x"', '请写 concat(a, b)，而不是 a & b'],
  ['row.qty ^ 2', '请写 power(a, b)，而不是 a ^ b'],
  ['row.qty * 17%', '请写 n / 100，而不是 n%'],
  ['TODAY()', '请写 now，而不是 TODAY()'],
  ['SUMIF(row.items, 1)', '请写 sum(list.filter(x, condition), "field")，而不是 SUMIF()'],
  ['SEARCH("-", row.text)', '请写 instr(text, part)，而不是 SEARCH()'],
  // Fields with names that are no words of ASCII, and keyboards that write full width
  ['row.单号', '请写 row["单号"]，而不是 row.单号'],
  ['row.items[0].货号A', '请写 row.items[0]["货号A"]，而不是 row.items[0].货号A'],
  ['单号', '请写 row["单号"]，而不是 单号'],
  ['row.order单号', '请写 row["order单号"]，而不是 row.order单号'],
  ['row.x-y', '请写 row["x-y"]，而不是 row.x-y'],
  ['qty > 2', '没有“qty”；数据的字段写作 row.qty'],
  ['{{qty}} + 1', '请写 row.qty，而不是 {{qty}}'],
  ['IF（row.qty > 2, 1, 2)', '请写 (，而不是 （'],
  ['concat(row.text， "x")', '请写 ,，而不是 ，'],
  ['row.text == “3”', '请写 "，而不是 “'],
  ['row.qty ≥ 2', '请写 >=，而不是 ≥'],
  ['如果(row.qty > 2, 1, 2)', '请写 if(condition, yes, no)，而不是 如果()'],
  // Other languages
  ['row.qty === 3', '请写 ==，而不是 ==='],
  ['row.qty == NULL', '请写 null，而不是 NULL'],
  ['row.text.toUpperCase()', '请写 upper(text)，而不是 .toUpperCase()'],
  ['row.items.length', '没有字段“length”；请写 size(list) / length(text)'],
  ['row.items.map(x => x.sku)', '请写 list.map(x, value)，而不是 x => value'],
  ['regex_match(row.text, "\\d")', '请写 \\\\d，而不是 \\d'],
  ['CAST(row.qty AS CHAR)', '请写 toText(value) / dec(value)，而不是 CAST(value AS type)'],
  ['format_date(row.day, "yyyy")', '请写 date_format(date, pattern, zone)，而不是 format_date()'],
  ['格式化日期(row.day, "yyyy")', '请写 date_format(date, pattern, zone)，而不是 格式化日期()'],
  ['TO_CHAR(row.day, "YYYY")', '请写 date_format(date, pattern, zone)，而不是 TO_CHAR()'],
  ['FORMAT(row.qty, 2)', '请写 date_format(date, pattern) / round_to(number, places)，而不是 FORMAT()'],
  ['CURDATE()', '请写 now，而不是 CURDATE()'],
  ['new Date()', '请写 now，而不是 new Date()'],
  ['DATE_TRUNC("month", row.day)', '请写 first_day(date, "month")，而不是 DATE_TRUNC()'],
  ['EXTRACT(YEAR FROM row.day)', '请写 year(date)，而不是 EXTRACT(YEAR FROM date)'],
  ['TIMESTAMPDIFF(DAY, row.day, row.day)', '请写 "day"，而不是 DAY'],
  ['row.text::int', '请写 toText(value) / dec(value)，而不是 value::type'],
  ['Math.round(row.qty)', '请写 round(number, digits)，而不是 Math.round()'],
  ['JSON.parse(row.text)', '请写 parse_json(text)，而不是 JSON.parse()'],
  ['JSON_EXTRACT(row.text, "$.id")', '请写 parse_json(text).field，而不是 JSON_EXTRACT()'],
  ['StringUtils.leftPad(row.text, 5)', '请写 pad(text, length, fill)，而不是 StringUtils.leftPad()'],
  ['row.text.padStart(5, "0")', '请写 pad(text, length, fill)，而不是 .padStart()'],
  ['row.text.includes("a")', '请写 text.contains(part)，而不是 .includes()'],
  ['REGEXP_SUBSTR(row.text, "[0-9]")', '请写 regex_extract(text, pattern, group)，而不是 REGEXP_SUBSTR()'],
  ['VLOOKUP(row.text, "map", 2)', '请写 lookup("map", value, {"direction": "reverse"})，而不是 VLOOKUP()'],
  ['CHAR(10)', '请写 "\\n"，而不是 CHAR()'],
  ['1e400', '这么大的数请写在引号中：dec("1e400")'],
  ['NVL2(row.none, 1, 2)', 'nothing: 2'],
  // Values that are not there
  ['row.qty + row.none', '若空值按零计，请写 coalesce(值, 0)'],
  ['row.none > 1', '若可能为空，请写 coalesce(值, 0)'],
  ['row.empty > 1', '若空文本按零计，请写 coalesce(nullif(值, ""), 0)'],
  ['row.other == 1', '没有字段“other”；若它可能缺少，请写 coalesce(值, 其他)'],
  // Types, times, lists, money
  ['row.text * 2', '文本不是数字；请写 dec(值) * …'],
  ['row.utc < row.day', '两个时间一个带时区，一个不带'],
  ['max(["a", 1])', '请用 filter() 去掉它'],
  ['row.tags > 1', '[1 …]（list）不能与 "1"（number）比较；请用 size(列表) 计数'],
  ['length(row.items)', 'length() 需要文本，而得到的是 1 项的列表'],
  ['upper(row.items[0])', 'upper() 需要文本，而得到的是对象'],
  ['date_add(row.day, 1, "mounth")', '“mounth”不是时间单位'],
  ['round_to(1.5, 0, "bankers")', '“bankers”不是舍入方式'],
  ['apportion(1, [0])', 'apportion 需要至少一个大于零的权重'],
  ['apportion(1, [-1])', 'apportion 的权重不能小于零'],
  ['date_format(row.day, "yyyy-mm-dd")', '在月份（MM）的位置写了分钟（mm）'],
  ['date_format(row.utc, "YYYY", "Asia/Peking")', '没有时区“Asia/Peking”'],
])('%s is answered: %s', (source, told) => {
  expect(inChinese(sayOf(source))).toContain(told)
})

/** Parts of sentences, and what is said to programmers. */
const isPart = (sentence: string): boolean =>
  /^(?:0\.?|"0" 0|The date pattern "0" 0\. Nearest: 0|reading a clock in an unknown zone: 0)$/.test(sentence)

test('every refusal of an expression has its words in both other languages', () => {
  const languages = [createTranslate(zh), createTranslate(pt)]
  const untold = readdirSync(import.meta.dirname)
    .filter(file => /^(?:expression|compare|guard|date|exact|refuse)-.+(?<!\.test)\.ts$/.test(file))
    .flatMap(file =>
      Array.from(readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(SENTENCES), ([, text = '']) => text),
    )
    .map(text => text.slice(1, -1).replace(/\\(.)/g, '$1').replace(VALUES, '0').replace(/\.$/, ''))
    .filter(sentence => !isPart(sentence) && languages.some(say => say(sentence) === sentence))
  expect(untold).toEqual([])
})

const SENTENCES = /new (?:RangeError|CallError)\(\s*(`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/gs
const VALUES = /\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g
