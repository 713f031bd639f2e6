import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findAsvsProblems } from './asvs.ts'
import { root } from './tree.ts'

const table = readFileSync(join(root, 'security/asvs.csv'), 'utf8')
const check = (text: string) => findAsvsProblems(text, path => existsSync(join(root, path))).map(each => each.problem)
const change = (id: string, from: RegExp, to: string) =>
  table.replace(new RegExp(`^${id.replaceAll('.', '\\.')},.*$`, 'm'), line => line.replace(from, to))

test('every requirement of levels 1 and 2 has one row with an answer that holds', () => {
  expect(check(table)).toEqual([])
})

test.each([
  [
    'a path that is gone',
    change('V1.2.4', /api\/src\/server\.test\.ts/, 'api/src/gone.test.ts'),
    'V1.2.4 names api/src/gone.test.ts, which does not exist',
  ],
  ['a row twice', table.replace(/^(V1\.2\.4,.*)$/m, '$1\n$1'), 'V1.2.4 stands twice'],
  ['no answer', change('V1.2.4', /,yes,.*$/, ',yes,'), 'V1.2.4 names neither a path nor a reason'],
  ['no reason', change('V1.2.6', /,no,.*$/, ',no,because'), 'V1.2.6 does not say why it does not apply'],
  ['neither yes nor no', change('V1.2.4', /,yes,/, ',perhaps,'), 'V1.2.4 applies: perhaps'],
  ['a level that is none', change('V1.2.4', /,1,/, ',4,'), 'V1.2.4 has the level 4'],
  ['a row that is missing', table.replace(/^V1\.2\.4,.*\n/m, ''), 'level 1 has 69 rows of 70'],
])('%s is found', (_name, text, problem) => {
  expect(check(text)).toContain(problem)
})
