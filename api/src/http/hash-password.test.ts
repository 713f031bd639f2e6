import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { atFullCost } from '../testing/cheap-passwords.ts'
import { hashPassword, ITSELF, isOutdated, verifyPassword } from './hash-password.ts'

test('a password is hashed at the cost that its text says, and no cheaper', async () => {
  const stored = await atFullCost(() => hashPassword('Correct-Horse-9', ITSELF))
  const [, name, version, cost, salt = '', hash] = stored.split('$')
  expect([name, version, cost]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1'])
  const parameters = { message: 'Correct-Horse-9', nonce: Buffer.from(salt, 'base64'), tagLength: 32 }
  const made = argon2Sync('argon2id', { ...parameters, memory: 19_456, passes: 2, parallelism: 1 })
  expect(hash).toBe(made.toString('base64').replace(/=+$/, ''))
  expect(isOutdated(stored)).toBe(false)
  expect(await atFullCost(() => verifyPassword(stored, 'Correct-Horse-9', ITSELF))).toBe(true)
  expect(await atFullCost(() => verifyPassword(stored, 'Correct-Horse-8', ITSELF))).toBe(false)
})
