import { expect, test } from 'vitest'
import { createTranslate, translateTold } from './translate.ts'

const translate = createTranslate({
  'The table "{name}" does not exist.': '表“{name}”不存在。',
  'Reading {table} failed: {reason}.': '读取 {table} 失败：{reason~}。',
  'Field "{path}": {rule}.': '字段“{path}”：{rule!}。',
  'Field "{path}" is mapped twice.': '字段“{path}”映射了两次。',
  '"{value}" {rule}': '“{value}”{rule!}',
  'is not a whole number': '不是整数',
  '{a} of {b}': '{b} 的 {a}',
  '{old_failed} failed before.': '此前失败 {old_failed} 条。',
  'Choose another table.': '请选择其他表。',
  unknown: '未知',
})

test('a sentence is found by its words and its values are taken over', () => {
  expect(translate('The table "a.b" does not exist.')).toBe('表“a.b”不存在。')
  expect(translate('1 of 2')).toBe('2 的 1')
  expect(translate('3 failed before.')).toBe('此前失败 3 条。')
})

test('what no catalogue knows stays as it was said, word for word', () => {
  for (const said of [
    'ORA-00942: table or view does not exist',
    '库存不足',
    'unknown',
    '',
    'The table "x" does not exist',
  ])
    expect(translate(said)).toBe(said)
})

test('a value that looks like a place for one is not filled again', () => {
  expect(translate('The table "{name} $& {b}" does not exist.')).toBe('表“{name} $& {b}”不存在。')
})

test('a rule that is known whole is not taken apart into a value and a rule', () => {
  const say = createTranslate({
    'Field "{path}": {value} {rule}.': '字段“{path}”：{value~} {rule!}。',
    'Field "{path}": {rule}.': '字段“{path}”：{rule!}。',
    'is required but null': '必填，但为空值',
    null: '为空值',
    'is too long': '太长',
  })
  expect(say('Field "n": is required but null.')).toBe('字段“n”：必填，但为空值。')
  expect(say('Field "n": 12 is too long.')).toBe('字段“n”：12 太长。')
})

test('a sentence inside is translated where it can be, and where it must be the entry waits for it', () => {
  expect(translate('Reading t failed: Choose another table..')).toBe('读取 t 失败：请选择其他表。。')
  expect(translate('Reading t failed: timeout.')).toBe('读取 t 失败：timeout。')
  expect(translate('Field "n": "x" is not a whole number.')).toBe('字段“n”：“x”不是整数。')
  expect(translate('Field "n": "x" is odd.')).toBe('Field "n": "x" is odd.')
})

test('a sentence within another stays whole, though its end is a rule too', () => {
  const say = createTranslate({
    'Field "{path}": {value} {rule}.': '字段“{path}”：{value~} {rule!}。',
    'Field "{path}": {problem}': '字段“{path}”：{problem!}',
    'is written as {usage}': '写入 {usage}',
    'The filter "{name}" is written as {usage}.': '过滤器“{name}”的写法是 {usage}。',
  })
  expect(say('Field "n": The filter "pad" is written as pad:8.')).toBe('字段“n”：过滤器“pad”的写法是 pad:8。')
  expect(say('Field "n": 12 is written as 13.')).toBe('字段“n”：12 写入 13。')
})

test('a value may hold the words that follow it', () => {
  expect(translate('Field "n": "a" b" is not a whole number.')).toBe('字段“n”：“a" b”不是整数。')
})

test('sentences in a row are translated one by one', () => {
  expect(translate('Field "a" is mapped twice. They said no. Choose another table.')).toBe(
    '字段“a”映射了两次。They said no. 请选择其他表。',
  )
})

test('the entry with more words of its own wins', () => {
  expect(translate('Field "is not a whole number" is mapped twice.')).toBe('字段“is not a whole number”映射了两次。')
})

test('a long or hostile text costs next to nothing', () => {
  const texts = ['" '.repeat(1900), '. '.repeat(1900), `Field "${'": '.repeat(1200)}.`, 'a of '.repeat(700)]
  const started = process.cpuUsage()
  for (const text of texts) translate(text)
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000)
})

test('a failure keeps everything but its words', () => {
  const told = { code: 'x', message: 'The table "t" does not exist.', advice: 'Choose another table.', field: 'table' }
  expect(translateTold(told, translate)).toEqual({ ...told, message: '表“t”不存在。', advice: '请选择其他表。' })
  expect(translateTold({ message: 'No.' }, translate)).toEqual({ message: 'No.' })
})
