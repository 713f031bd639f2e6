import { expect, it } from 'vitest'
import { isEmail, maskEmail, maskPhone, readPhone, showPhone } from './contact.ts'

it.each([
  ['13800000000', '+8613800000000'],
  ['138 0000 0000', '+8613800000000'],
  ['+55 (11) 91234-5678', '+5511912345678'],
  ['', null],
  ['12345', undefined],
  ['+0123456789', undefined],
])('reads the phone %j as %j', (text, phone) => {
  expect(readPhone(text)).toBe(phone)
})
it('shows a number of China without its country, every other with it', () => {
  expect(showPhone('+8613800000000')).toBe('13800000000')
  expect(showPhone('+5511912345678')).toBe('+5511912345678')
  expect(showPhone(null)).toBe('')
})
it('hides the middle of what others must not read', () => {
  expect(maskPhone('13800001234')).toBe('138****1234')
  expect(maskEmail('linda@example.test')).toBe('li***@example.test')
})
it.each([
  ['', true],
  ['a@b.cn', true],
  ['a@b', false],
  ['a b@c.cn', false],
])('takes %j for an address: %j', (text, isGood) => {
  expect(isEmail(text)).toBe(isGood)
})
