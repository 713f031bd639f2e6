import { Failure, toFailure } from '@sluice/contract'
import { expect, test } from 'vitest'
import { findStoreTrouble } from './store-trouble.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
const failure = (code: string, cause: unknown) => new Failure({ code, message: 'x', cause })

test('a database that refuses is away, also beneath what was made of it', () => {
  expect(findStoreTrouble(refused)).toBe('away')
  expect(findStoreTrouble(toFailure(refused))).toBe('away')
  expect(findStoreTrouble(failure('database.unreachable', new Error('x')))).toBe('away')
})

test('a far system that refuses says nothing about the database', () => {
  for (const code of ['egress.refused', 'connector.broken'])
    expect(findStoreTrouble(failure(code, new Error('calling out', { cause: refused })))).toBeNull()
  expect(findStoreTrouble(toFailure(failure('egress.refused', refused)))).toBeNull()
})
