import { expect, test } from 'vitest'
import { layOutJson, listPaths } from '../../../../ui/json-lines.ts'
import { pickPlaces } from './answer-picks.ts'

const body = '{"ok":false,"msg":"x","data":{"done":[{"Id":7,"Index":0}],"errors":[{"Message":"no","Index":1}]}}'
const lines = layOutJson(body) ?? []
const paths = listPaths(lines)
const picksAt = (path: string, options = {}) => {
  const at = paths.indexOf(path)
  const line = lines[at]
  if (!line) throw new Error(`${path} is no place of the answer`)
  return pickPlaces(path, line, options)
}

test('a mark of success is taken with the value that stands there', () => {
  const [first] = picksAt('ok')
  expect(first).toMatchObject({ pick: 'success_path', options: { success_path: 'ok', success_values: 'false' } })
})

test('lists are results, or what was refused where the name says so', () => {
  expect(picksAt('data.done').filter(({ isLikely }) => isLikely)).toMatchObject([{ pick: 'result_path' }])
  expect(picksAt('data.errors').filter(({ isLikely }) => isLikely)).toMatchObject([
    { pick: 'result_path' },
    { pick: 'result_error_path' },
  ])
})

test('inside of the results a place counts for every row; elsewhere in lists there is nothing to press', () => {
  const options = { result_path: 'data.done', result_error_path: 'data.errors' }
  expect(picksAt('data.done[0].Index')).toEqual([])
  expect(picksAt('data.done[0].Index', options)[0]).toMatchObject({
    pick: 'result_index',
    options: { result_index: 'Index', result_by: 'index' },
  })
  expect(picksAt('data.errors[0].Message', options)[0]).toMatchObject({
    pick: 'result_message_path',
    options: { result_message_path: 'Message' },
  })
})

test('what is taken stands first', () => {
  expect(picksAt('msg', { target_key_path: 'msg' }).map(({ pick, isTaken }) => [pick, isTaken])[0]).toEqual([
    'target_key_path',
    true,
  ])
})
