import { expect, it } from 'vitest'
import { findPasswordProblems } from './password-rules.ts'

const good = { oldPassword: 'Old-pass1', password: 'New-pass1', password2: 'New-pass1' }
const zhOf = (change: Partial<typeof good> | { oldPassword: null; password?: string; password2?: string }) =>
  findPasswordProblems({ ...good, ...change }).map(problem => `${problem.field}: ${problem.text.zh}`)

it('accepts a change that keeps every rule', () => {
  expect(zhOf({})).toEqual([])
})
it('asks for the old password only of users who change their own', () => {
  expect(zhOf({ oldPassword: '' })).toEqual(['oldPassword: 原密码不能为空'])
  expect(zhOf({ oldPassword: null })).toEqual([])
})
it('names the first broken rule of the new password in the specified words', () => {
  expect(zhOf({ password: '', password2: '' })).toEqual(['password: 新密码不能为空', 'password2: 新密码不能为空'])
  expect(zhOf({ password: 'Old-pass1', password2: 'Old-pass1' })).toEqual(['password: 新密码不能与旧密码一样'])
  expect(zhOf({ password: 'a1-', password2: 'a1-' })).toEqual(['password: 新密码不能少于8位'])
})
it.each(['abcdefgh', '12345678', 'abcd1234', 'abcd----', '1234----'])(
  'refuses %s: letter, digit and special character',
  text => {
    expect(zhOf({ password: text, password2: text })).toEqual([
      'password: 新密码不能少于8位，需要英文与数字混合，至少需要一个特殊字符',
    ])
  },
)
it('wants both entries equal', () => {
  expect(zhOf({ password2: 'New-pass2' })).toEqual(['password2: 两次新密码输入不一致'])
})
