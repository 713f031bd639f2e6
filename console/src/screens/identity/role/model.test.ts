import { expect, test } from 'vitest'
import { columnOf, findModules, markOf, mayEnter, toggleAll, toggleOne } from './model.ts'

const permission = (name: string, isHeld = true) => ({
  name,
  verb: name.split(':')[1]!,
  opens: [`does ${name}`],
  is_held: isHeld,
})
const modules = [
  {
    name: 'strategy',
    label: '方案',
    permissions: [permission('strategy:query'), permission('strategy:delete', false)],
  },
  { name: 'user', label: '子账号', permissions: [permission('user:query')] },
]

test('a row or a column is full, half or empty', () => {
  expect(markOf(['a', 'b'], new Set(['a', 'b']))).toBe('all')
  expect(markOf(['a', 'b'], new Set(['a']))).toBe('some')
  expect(markOf(['a', 'b'], new Set())).toBe('none')
  expect(markOf([], new Set(['a']))).toBe('none')
})

test('ticking all leaves alone what one may not give; ticking again takes all away', () => {
  const [strategy] = modules
  const ticked = toggleAll(strategy!.permissions, new Set(['user:query']))
  expect([...ticked].sort()).toEqual(['strategy:query', 'user:query'])
  expect([...toggleAll(strategy!.permissions, new Set([...ticked, 'strategy:delete']))].sort()).toEqual([
    'strategy:delete',
    'user:query',
  ])
  expect([...toggleAll(columnOf(modules, 'query'), new Set())]).toEqual(['strategy:query', 'user:query'])
  expect([...toggleOne('a', new Set(['a', 'b']))]).toEqual(['b'])
})

test('modules are found by name, label, permission and what they open', () => {
  expect(findModules(modules, '方案').map(({ name }) => name)).toEqual(['strategy'])
  expect(findModules(modules, 'DOES user').map(({ name }) => name)).toEqual(['user'])
  expect(findModules(modules, ' ')).toBe(modules)
  expect(findModules(modules, 'nothing')).toEqual([])
})

test('only a role with some add and some delete enters the console', () => {
  expect(mayEnter(new Set(['*']))).toBe(true)
  expect(mayEnter(new Set(['own:add', 'strategy:delete']))).toBe(true)
  expect(mayEnter(new Set(['own:add']))).toBe(false)
})
