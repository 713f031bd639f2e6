import { expect, test } from 'vitest'
import { splitCode } from './split-code.ts'

const code = (text: string) => ({ text, isCode: true })
const words = (text: string) => ({ text, isCode: false })

test.each([
  ['plain\ntext', [words('plain\ntext')]],
  ['before\n\n```ts\nconst a = 1\n```\n\nafter', [words('before'), code('const a = 1'), words('after')]],
  ['```\n<b>not markup</b>\n```', [code('<b>not markup</b>')]],
  ['open\n```sql\nselect 1', [words('open'), code('select 1')]],
  ['````\n```\ninner\n```\n````', [code('```\ninner\n```')]],
  ['a ``` b', [words('a ``` b')]],
  ['', []],
])('%j', (text, parts) => {
  expect(splitCode(text)).toEqual(parts)
})
