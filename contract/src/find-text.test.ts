import { expect, it } from 'vitest'
import { readFindText, renameFindText, writeFindText } from './find-text.ts'

const ID = '0190a0b0-0000-7000-8000-000000000001'

it('a look-up as people write it is read, and written the same', () => {
  const text = `_findCollection find FItemId from ${ID} where FNumber={{sku}} FOrg={{org | default:'a b'}}-1`
  const found = readFindText(text)
  expect(found).toEqual({
    kind: 'find',
    strategy_id: ID,
    field: 'FItemId',
    where: [
      { field: 'FNumber', equals: '{{sku}}' },
      { field: 'FOrg', equals: "{{org | default:'a b'}}-1" },
    ],
  })
  expect(writeFindText(found!)).toBe(text)
  expect(readFindText(`  _findCollection  find a from ${ID.toUpperCase()} where b = {{x}} and c=1 _endFind`)).toEqual({
    kind: 'find',
    strategy_id: ID,
    field: 'a',
    where: [
      { field: 'b', equals: '{{x}}' },
      { field: 'c', equals: '1' },
    ],
  })
})

it('a text that is none passes, one that begins as a look-up and is not is refused', () => {
  expect(readFindText('{{a}}')).toBeNull()
  expect(readFindText('the _findCollection')).toBeNull()
  for (const text of [
    '_findCollection',
    '_findCollection find a from shop where b={{x}}',
    `_findCollection find a from ${ID} where`,
    `_findCollection find a from ${ID} where b`,
    `_findCollection find a from ${ID} where b={{x}} c`,
    `_findCollection find a from ${ID} where b={{x`,
  ])
    expect(() => readFindText(text), text).toThrow(RangeError)
})

it('the strategy it looks into can be called otherwise, and nothing else changes', () => {
  const text = `  _findCollection find a  from ${ID.toUpperCase()} where b = {{x}} and c=1 _endFind`
  const named = renameFindText(text, id => `name-of-${id.length}`)
  expect(named).toBe('  _findCollection find a  from name-of-36 where b = {{x}} and c=1 _endFind')
  expect(renameFindText(named, () => ID.toUpperCase())).toBe(text)
  for (const other of [
    '{{a}}',
    `find a from ${ID} where b=1`,
    '_findCollection find a',
    `_findCollections find a from ${ID}`,
  ])
    expect(renameFindText(other, () => 'x')).toBe(other)
})
