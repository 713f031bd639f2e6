import { expect, test } from 'vitest'
import { fillPath, listMembers, listOperations } from './model.ts'

test('a parameter of a path leads nowhere else', () => {
  const path = '/v2/open-api/business/s/find-one/{id}'
  expect(fillPath(path, { id: 'a/../b?x=1#y' })).toBe('/v2/open-api/business/s/find-one/a%2F..%2Fb%3Fx%3D1%23y')
  for (const id of ['', '  ', '.', '..', ' .. ']) expect(fillPath(path, { id })).toBeNull()
  expect(fillPath(path, {})).toBeNull()
  expect(fillPath('/v2/limits', {})).toBe('/v2/limits')
})

test('every member of a schema is one row, and a circle has an end', () => {
  const schema = {
    type: 'object',
    required: ['content', 'other'],
    properties: {
      content: { type: 'array', minItems: 1, maxItems: 9, items: { type: 'object', required: ['id'] } },
      direction: { enum: ['forward', 'reverse'] },
    },
  }
  expect(listMembers(schema).map(({ path, isRequired, note }) => `${path} ${isRequired} ${note}`)).toEqual([
    'content true 1–9',
    'content[].id true ',
    'direction false "forward", "reverse"',
    'other true ',
  ])
  const circle: { type: string; properties: Record<string, object> } = { type: 'object', properties: {} }
  circle.properties['again'] = circle
  expect(listMembers(circle).length).toBeLessThan(10)
})

test('a description of another form shows what can be read of it', () => {
  expect(listOperations({})).toEqual([])
  expect(listOperations({ paths: { '/x': { get: {}, trace: {}, parameters: [] } } })).toMatchObject([
    { id: 'GET /x', summary: '/x', body: null, answer: null },
  ])
})
