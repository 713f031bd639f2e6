import { expect, test } from 'vitest'
import { describeTimes } from '../time-tests.mjs'

test('a run says how long each group took, which rooms took it, and which files', () => {
  const file = (name: string, seconds: number) => ({ name: `/root/${name}`, startTime: 5, endTime: 5 + seconds * 1000 })
  const groups = [
    {
      name: 'rooms',
      ms: 299_600,
      files: [file('db/a.test.ts', 100), file('api/b.test.ts', 250), file('db/c.test.ts', 50)],
    },
    { name: 'end to end', ms: 0, files: [] },
  ]
  expect(describeTimes(groups, '/root')).toEqual([
    'Time by group (minutes)',
    '    5:00  rooms: 3 files; api 63 %, db 38 %',
    '    0:00  end to end: 0 files; ',
    'Slowest files',
    '    4:10  api/b.test.ts',
    '    1:40  db/a.test.ts',
    '    0:50  db/c.test.ts',
  ])
})
