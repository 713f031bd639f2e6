import { expect, test } from 'vitest'
import { listChanges } from './list-changes.ts'

test.each([
  [{ a: 1, b: 2 }, { a: 1, b: 3 }, [{ path: 'b', before: '2', after: '3' }]],
  [{ a: { x: 1, y: 2 } }, { a: { x: 1, y: '2' } }, [{ path: 'a.y', before: '2', after: '"2"' }]],
  [
    { a: 1 },
    { b: 1 },
    [
      { path: 'b', before: null, after: '1' },
      { path: 'a', before: '1', after: null },
    ],
  ],
  [{ a: [1, 2] }, { a: [1, 3] }, [{ path: 'a[1]', before: '2', after: '3' }]],
  [{ a: [1, 2] }, { a: [1] }, [{ path: 'a', before: '[1,2]', after: '[1]' }]],
  [{ a: null }, { a: {} }, [{ path: 'a', before: 'null', after: '{}' }]],
  [{ a: 1 }, { a: 1 }, []],
])('%j → %j', (before, after, changes) => {
  expect(listChanges(before, after)).toEqual(changes)
})
