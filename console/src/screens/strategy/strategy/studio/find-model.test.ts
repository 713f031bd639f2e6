import { expect, test } from 'vitest'
import { listFindFields, type Upstream } from './find-model.ts'

const upstream: Upstream = {
  key: ['id'],
  number: 'code',
  isEmpty: false,
  sample: { name: 'Anna', code: 'C1', id: 7, tags: ['a'], memo: null },
  row: { $key: '7', $number: 'C1', $target: null },
  way: () => true,
}

test('the fields that an index serves come first, then the content, then what is known beside it', () => {
  expect(listFindFields(upstream)).toEqual([
    { name: 'id', kind: 'key', sample: '7' },
    { name: 'code', kind: 'number', sample: 'C1' },
    { name: 'name', kind: 'content', sample: 'Anna' },
    { name: 'tags', kind: 'content', sample: '["a"]' },
    { name: 'memo', kind: 'content', sample: '' },
    { name: '$target', kind: 'record', sample: '' },
    { name: '$key', kind: 'record', sample: '7' },
    { name: '$number', kind: 'record', sample: 'C1' },
  ])
  expect(listFindFields(null)).toEqual([])
})
