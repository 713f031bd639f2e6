import { expect, test } from 'vitest'
import { ApiAsset } from './api-asset.ts'
import { checkAsset } from './check-asset.ts'

const codesOf = (results: object) =>
  checkAsset(
    ApiAsset.parse({ name: 'save', type: 'EXECUTE', method: 'POST', api: 'save', write: { rows: 5, results } }),
  ).map(({ path, code }) => `${path} ${code}`)

test.each<[string, object, readonly string[]]>([
  ['none', {}, []],
  ['by order', { path: 'rows' }, []],
  ['by key', { path: 'rows', resultKey: 'no', recordKey: 'no' }, []],
  ['by half a key', { path: 'rows', resultKey: 'no' }, ['write.results.recordKey rowKey']],
  ['by a key without a name', { path: 'rows', by: 'key', resultKey: 'no' }, ['write.results.recordKey rowKey']],
  ['by index', { path: 'rows', by: 'index', indexPath: 'at' }, []],
  ['by an index without a name', { path: 'rows', by: 'index' }, ['write.results.indexPath rowIndex']],
  ['two lists by index', { path: 'a', errorPath: 'b', by: 'index', indexPath: 'at' }, []],
  ['two lists by bare keys', { path: 'a', errorPath: 'b', by: 'key', recordKey: 'no' }, []],
  ['two lists by order', { path: 'a', errorPath: 'b' }, ['write.results.errorPath rowLists']],
  ['a list of errors alone', { errorPath: 'b', by: 'index', indexPath: 'at' }, ['write.results.errorPath rowLists']],
])('results of rows %s are checked before anything is sent', (_name, results, expected) => {
  expect(codesOf(results)).toEqual(expected)
})
