import { expect, test } from 'vitest'
import { readLine } from './read-line.ts'

const account = { id: '1', code: 'shop', currency: 'CNY', zone: 'Asia/Shanghai', status: 'active' }
const known = { accounts: new Map([['shop', account]]), items: new Map<string, string>() }
const document = { account: 'shop', currency: 'CNY', occurred_at: '2024-03-01', doc_no: 'D1', amount: '1.00' }

test('a text is kept whole or refused by its field, beside the line too', () => {
  const note = 'x'.repeat(4000)
  expect(readLine('b', { ...document, note }, known).attributes).toEqual({ note })
  expect(() => readLine('b', { ...document, note: `${note}y` }, known)).toThrow(
    expect.objectContaining({ code: 'invalid.lineLength', field: 'note' }),
  )
  for (const field of ['note', 'remark', 'doc_no'])
    expect(() => readLine('b', { ...document, [field]: 'a\0b' }, known)).toThrow(
      expect.objectContaining({ code: 'invalid.lineNul', field }),
    )
})
