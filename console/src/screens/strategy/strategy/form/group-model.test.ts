import { expect, test } from 'vitest'
import { newDraft } from '../model.ts'
import { changeGroup } from './group-model.ts'

const rows = { ...newDraft('UTC').source, key: ['line_id'], resource: 'strategy.query/1' }

test('what makes a group is its key, and its part where groups are split', () => {
  const on = { ...rows, ...changeGroup(rows, { by: [] }) }
  expect(on.key).toEqual([])
  const by = { ...on, ...changeGroup(on, { by: ['no', 'shop'] }) }
  expect(by.key).toEqual(['no', 'shop'])
  const split = { ...by, ...changeGroup(by, { by: ['no'], maxLines: 100 }) }
  expect(split.key).toEqual(['no', 'part'])
  expect(changeGroup(split, undefined)).toEqual({ group: undefined, key: [] })
})

test('a key that was chosen beside stays', () => {
  const draft = { ...rows, group: { by: ['no'] }, key: ['no', 'site'] }
  expect(changeGroup(draft, { by: ['order'] }).key).toEqual(['site', 'order'])
})
