import { expect, test } from 'vitest'
import { findStep, readBase32, stepOf, writeBase32, writeTimeCode, writeTotpUri } from './time-code.ts'

const secret = Buffer.from('12345678901234567890')

test('the codes of RFC 4226, appendix D', () => {
  const wanted = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489']
  expect(wanted.map((_, step) => writeTimeCode(secret, step))).toEqual(wanted)
})

test('the codes of RFC 6238, appendix B', () => {
  const vectors = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ] as const
  for (const [second, code] of vectors) expect(writeTimeCode(secret, stepOf(second * 1000), 8)).toBe(code)
})

test('a code counts in its step, the one before and the one after, and in no other', () => {
  const nowMs = 1_800_000_000_000
  const step = stepOf(nowMs)
  const found = [-2, -1, 0, 1, 2].map(drift => findStep(secret, writeTimeCode(secret, step + drift), nowMs))
  expect(found).toEqual([null, step - 1, step, step + 1, null])
  for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
    expect(findStep(secret, code, nowMs)).toBeNull()
})

test('base32 is that of RFC 4648 and goes both ways', () => {
  expect(writeBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(writeBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(readBase32(writeBase32(secret))).toEqual(secret)
})

test('the address of the picture escapes names', () => {
  expect(writeTotpUri('Sluice', '张 三&x', 'ABC')).toBe(
    'otpauth://totp/Sluice:%E5%BC%A0%20%E4%B8%89%26x?secret=ABC&issuer=Sluice',
  )
})
