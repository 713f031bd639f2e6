import { parseJson } from '@sluice/contract'
import { expect, test } from 'vitest'
import { describePlace, listLists, pickPath, pickPlace } from './json-path.ts'

const at = (json: string, path: string) => pickPlace(parseJson(json), path)

test('a place is one place: a name is not looked up in the elements of a list', () => {
  expect(at('{"data":[{"list":[1]}]}', 'data.list')).toBeUndefined()
  expect(at('{"data":[]}', 'data.next')).toBeUndefined()
  expect(at('{"data":{"list":[1]}}', 'data.list')).toEqual([1])
  expect(at('{"data":[{"list":[1]}]}', 'data[0].list')).toEqual([1])
  expect(at('{"data":[{"list":[1]}]}', 'data.0.list')).toEqual([1])
  expect(at('[7]', '')).toEqual([7])
  // Messages still are all of them.
  expect(pickPath(parseJson('{"errors":[{"m":"a"},{"m":"b"}]}'), 'errors.m')).toEqual(['a', 'b'])
})

test('all elements of a list are asked for by a star, and one without the name makes it missing', () => {
  expect(at('{"edges":[{"node":{"id":1}},{"node":null}]}', 'edges.*.node')).toEqual([{ id: 1 }, null])
  expect(at('{"edges":[{"node":{"id":1}}]}', 'edges[*].node')).toEqual([{ id: 1 }])
  expect(at('{"edges":[]}', 'edges.*.node')).toEqual([])
  expect(at('{"edges":[{"node":1},{}]}', 'edges.*.node')).toBeUndefined()
  expect(at('{"edges":{"node":1}}', 'edges.*.node')).toBeUndefined()
})

test('a name that has points in it is found', () => {
  expect(at('{"@odata.nextLink":"/b"}', '@odata.nextLink')).toBe('/b')
  expect(at('{"a":{"b.c":{"d":1}}}', 'a.b.c.d')).toBe(1)
  expect(at('{"a":{"b":1},"a.b":2}', 'a.b')).toBe(1)
})

test.each([
  ['{"data":[{"list":[{}]}]}', 'data.list', 'there is no data.list in the answer: data is a list of 1'],
  ['[1,2]', 'data.list', 'there is no data.list in the answer: the answer is a list of 2'],
  ['{"data":null}', 'data.list', 'there is no data.list in the answer: data is null'],
  ['{"data":{"rows":[]}}', 'data.list', 'there is no data.list in the answer: data is an object without it'],
  ['{"list":{}}', 'list', 'the place list is an empty object, not a list'],
  ['{"list":"[]"}', 'list', 'the place list is a text, not a list'],
  ['{"list":""}', 'list', 'the place list is an empty text, not a list'],
  ['{"list":12.50}', 'list', 'the place list is a number, not a list'],
  ['{"list":[]}', '', 'the answer is an object, not a list'],
])('%s at %j: %s', (json, path, told) => {
  expect(describePlace(parseJson(json), path)).toBe(told)
})

test('the lists of an answer are found with their lengths, the nearest first', () => {
  expect(listLists(parseJson('{"meta":{"tags":[1,2,3]},"data":[{"lines":[]}],"a":{"b.c":[]}}'))).toMatchObject([
    { path: 'data', rows: { length: 1 } },
    { path: 'meta.tags', rows: { length: 3 } },
    { path: 'a.b.c', rows: { length: 0 } },
  ])
  expect(listLists(parseJson('[[1]]'))).toMatchObject([{ path: '', rows: [[1]] }])
})
