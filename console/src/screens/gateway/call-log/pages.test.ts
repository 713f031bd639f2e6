import { callOperations, callResults } from '@sluice/api/modules/gateway/call-log/contract.ts'
import { expect, test } from 'vitest'
import * as pages from './pages.ts'
import { zh } from './text.zh.ts'

test('every operation that the server tells apart can be chosen, and has a word', () => {
  expect(pages.callOperations).toEqual(callOperations)
  expect(pages.callResults).toEqual(callResults)
  expect(Object.keys(zh.operations).sort()).toEqual([...callOperations].sort())
})
