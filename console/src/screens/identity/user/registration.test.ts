import { ApiError } from '@sluice/contract'
import { expect, test } from 'vitest'
import { findFieldErrors, measureStrength } from './registration.ts'

test.each([
  ['', 0],
  ['abc', 0],
  ['abcdefgh', 1],
  ['abcd1234', 2],
  ['abc-1', 0],
  ['Abcd-123', 3],
  ['密码一二三四1!', 3],
  ['Abcd-12345678', 4],
])('%s has the strength %i', (password, score) => expect(measureStrength(password).score).toBe(score))

test('what the server says of a field goes to it', () => {
  const body = (content: unknown) => ({ success: false, code: 'invalid.input', message: 'no', content })
  const error = new ApiError(422, body([{ field: 'code', message: 'bad' }, { field: 'username' }, { message: 'x' }]))
  expect(findFieldErrors(error)).toEqual({ code: 'bad', username: 'no' })
  expect(findFieldErrors(new ApiError(429, body([{ field: 'code' }])))).toEqual({})
  expect(findFieldErrors(new TypeError('fetch'))).toEqual({})
})
