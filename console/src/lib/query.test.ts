import { expect, test, vi } from 'vitest'
import { setLanguage } from './i18n.ts'
import { queryClient } from './query.ts'

test('an answer in the language before is not kept for what opens next', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  queryClient.setQueryData(['platform'], '读取视图')
  await setLanguage('en-US')
  expect(queryClient.getQueryData(['platform'])).toBeUndefined()
  await setLanguage('zh-CN')
  vi.unstubAllGlobals()
})
