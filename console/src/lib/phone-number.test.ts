import { expect, test } from 'vitest'
import { isPhone } from './phone-number.ts'

test.each(['13812345678', '138 1234 5678', '138-1234-5678', '+8613812345678', '+5511912345678', '+1 415 555 0100'])(
  '%s is a phone',
  text => expect(isPhone(text)).toBe(true),
)

test.each([
  '',
  '12812345678',
  '1381234567',
  '138123456789',
  '+86138123',
  '5511912345678',
  '+0123456789',
  'abc',
  '１３８',
])('%s is none', text => expect(isPhone(text)).toBe(false))
