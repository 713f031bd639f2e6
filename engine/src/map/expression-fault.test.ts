import { createTranslate } from '@sluice/contract'
import { expect, test } from 'vitest'
import { compileExpression, ExpressionError } from './expression.ts'
import { nearestName } from './nearest-name.ts'
import { openScope } from './scope.ts'
import { mapSentences } from './sentences.zh.ts'

function refuse(source: string): ExpressionError {
  try {
    compileExpression(source)
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
  throw new Error(`${source} was compiled`)
}

test.each([
  ['rounf(row.n, 2)', 1, 1, 'there is no function "rounf"; did you mean "round"?'],
  ['1 +\n  Subsring(row.t, 1)', 2, 3, 'there is no function "Subsring"; did you mean "substring"?'],
  ['"张三" + nothingLikeIt(1)', 1, 8, 'there is no function "nothingLikeIt"'],
  [
    'RAND()',
    1,
    1,
    'there is no RAND(): a record that is mapped again must come out as before; build the value from its fields',
  ],
  [
    'Math.random() * 10',
    1,
    1,
    'there is no random(): a record that is mapped again must come out as before; build the value from its fields',
  ],
  ['rwo.n + 1', 1, 1, 'there is no "rwo"; did you mean "row"?'],
  ['round()', 1, 1, 'round() does not take (); it is written round(number, digits)'],
  ['if(true)', 1, 1, 'if() does not take (bool); it is written if(condition, yes, no)'],
  ['left(row.t, "2")', 1, 1, 'left() does not take (dyn, string); it is written left(text, count)'],
  ['row.n = 1', 1, 7, 'write == in the place of ='],
  ['row.n <> 1', 1, 8, 'write != in the place of <>'],
  ['row.n == 1 AND row.m == 2', 1, 12, 'write && in the place of AND'],
  ['row.n IS NULL', 1, 7, 'write == null in the place of IS NULL'],
  ['row.n IN (1, 2)', 1, 7, 'write in [a, b] in the place of IN (a, b)'],
  ['row.n BETWEEN 1 AND 3', 1, 7, 'write n >= a && n <= b in the place of n BETWEEN a AND b'],
  ['NOT row.n == 1', 1, 5, 'write !(condition) in the place of NOT'],
  ['row.n ?? 5', 1, 8, 'write coalesce(a, b) in the place of a ?? b'],
  ['date_add(row.d, INTERVAL 1 DAY)', 1, 26, 'write date_add(date, 1, "day") in the place of INTERVAL 1 DAY'],
  ['to_date(row.d, "dd.MM.yyyy")', 1, 1, 'write parse_date(text, pattern) in the place of to_date()'],
  ['NUMBER(row.n)', 1, 1, 'write dec(value) in the place of NUMBER()'],
  ['to_char(row.d, "yyyy")', 1, 1, 'write date_format(date, pattern, zone) in the place of to_char()'],
  ['"a" + 1', 1, 1, 'write concat(a, b) or dec(a) + dec(b) in the place of a + b: string + int'],
  ['"a" || "b"', 1, 1, 'write concat(a, b) in the place of a || b: string'],
  ['"a" - 1', 1, 1, 'these types do not go together: string - int'],
  ['concat(row.n, 1', 1, 16, 'the expression ends too early; a bracket or a value is missing'],
  ['"abc', 1, 1, 'a text in quotes is not closed'],
])('%j names line %i, column %i: %s', (source, line, column, reason) => {
  expect(refuse(source).message).toBe(`The expression cannot be compiled (line ${line}, column ${column}): ${reason}`)
})

test('a field that a record lacks names the one that was meant', () => {
  const scope = openScope({ 订单号: '1', 数量: 2 }, new Date(0), 1e6)
  expect(compileExpression('row["订单好"]')(scope)).toMatchObject({
    rule: 'has an expression that failed: No such key: 订单好; did you mean "订单号"?',
  })
  expect(compileExpression('row.other')(scope)).toMatchObject({
    rule: 'has an expression that failed: No such key: other; where it may be missing, write coalesce(value, other)',
  })
})

test('names are near by letters left out, added, wrong or changed over, in any script', () => {
  const names = ['order_no', '订单号', '数量', 'qty']
  expect(['oder_no', 'ordre_no', '订单', '订号', 'qyt', '金额', 'x', ''].map(name => nearestName(name, names))).toEqual(
    ['order_no', 'order_no', '订单号', '订单号', 'qty', undefined, undefined, undefined],
  )
})

const say = createTranslate(mapSentences)
test.each([
  ['row["订单好"]', '表达式出错：没有字段“订单好”；是否要写“订单号”？'],
  ['row.list[5]', '表达式出错：列表有 1 项，没有第 5 项；从 0 算起'],
  ['row.list[-1]', '表达式出错：列表没有第 -1 项'],
  ['row.n / 0', '表达式出错：除数为零'],
  ['int(1e20)', '表达式出错：100000000000000000000 超出 64 位整数的范围'],
  ['row.none + 1', '表达式出错：这些类型之间不能这样运算：null + int；若空值按零计，请写 coalesce(值, 0)'],
  ['!row.t', '表达式出错：这些类型之间不能这样运算：!string'],
  ['row.t ? 1 : 2', '表达式出错：“?”前的条件须为真或假，而得到的是 string'],
  ['row.t && true', '表达式出错：&& 和 || 的两边须为真或假，而得到的是 string'],
  ['int("x")', '表达式出错："x" 不是普通数字写法的数'],
  ['bool("x")', '表达式出错：bool()："x" 不是真或假'],
  ['duration("x")', '表达式出错：不是有效的时长：x'],
  ['row.t.indexOf("x", 9)', '表达式出错：indexOf()：起始位置超出范围'],
])('%s fails at a record in the language of the reader', (source, told) => {
  const scope = openScope({ 订单号: '1', n: 1, t: 'x', list: [1], none: null }, new Date(0), 1e6)
  expect(say((compileExpression(source)(scope) as { rule: string }).rule)).toBe(told)
})
