import { expect, test } from 'vitest'
import { addMessages } from '../../../http/messages.ts'
import { messages } from './messages.ts'
import { sayChange } from './say-change.ts'

addMessages(messages)

test('release notes name an object by its kind in the reader’s language', () => {
  const change = { level: 'patch', code: 'package.change.object', value: 'strategy SO' } as const
  expect(sayChange(change, 'zh')).toBe('修改对象：方案 SO')
  expect(sayChange(change, 'en')).toBe('Changed: strategy SO')
  expect(sayChange(change, 'pt')).toBe('Alterado: estratégia SO')
  expect(sayChange({ ...change, code: 'package.change.objectNew', value: 'recon-flow A B' }, 'zh')).toBe(
    '新增对象：对账流程 A B',
  )
  // Of a strategy's code nothing is taken for a kind.
  expect(sayChange({ ...change, code: 'package.change.flowGone', value: 'strategy' }, 'zh')).toContain('strategy')
})
