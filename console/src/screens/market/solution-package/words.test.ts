import { expect, test } from 'vitest'
import { readWords, sayWords, writeWords } from './words.ts'

test('one language is changed, the others stay', () => {
  const both = writeWords('订单', 'en', 'Orders')
  expect(both).toEqual({ zh: '订单', en: 'Orders' })
  expect(writeWords(both, 'zh', '单据')).toEqual({ zh: '单据', en: 'Orders' })
  expect(writeWords(both, 'en', '')).toBe('订单')
  expect(writeWords(undefined, 'zh', 'x')).toBe('x')
})

test('what is missing is read as empty and said in Chinese', () => {
  expect(readWords('订单', 'pt')).toBe('')
  expect(sayWords('订单', 'pt')).toBe('订单')
  expect(readWords(undefined, 'zh')).toBe('')
})
