import { expect, test } from 'vitest'
import { readPages, writeMenu } from './generate-menu.ts'

const pages = readPages([
  {
    path: 'console/src/screens/connect/box/pages.ts',
    text: `
export const boxList = definePage({
  path: '/box/index',
  authority: 'box:query',
})
export const boxHelp = definePage({
  path: '/box/help',
})`,
  },
])

test('a place in the menu is shown to whom its page is, each level in its order', () => {
  const text = writeMenu(
    [
      { id: 'box-help', path: '/box/help', parent: 'things', isHidden: true },
      { id: 'box', path: '/box/index', parent: 'things', order: 10 },
      { id: 'things', path: '/things', redirect: '/box/index', icon: 'ThingsIcon' },
    ],
    pages,
    new Set(['things']),
  )
  const lines = text.split('\n').filter(line => line.startsWith('  {'))
  expect(lines.map(line => JSON.parse(line.slice(0, -1)))).toEqual([
    {
      ...{ id: 'things', parentId: '', name: 'things', path: '/things', redirect: '/box/index' },
      meta: { title: 'menu.things', icon: 'ThingsIcon' },
    },
    {
      ...{ id: 'box', parentId: 'things', name: 'box', path: '/box/index', component: 'box/index' },
      meta: { title: 'menu.box' },
      permission: 'box:query',
    },
    {
      ...{ id: 'box-help', parentId: 'things', name: 'box-help', path: '/box/help', component: 'box/help' },
      meta: { title: 'menu.box-help', hideInMenu: true },
    },
  ])
})

test('an entry that is there twice, stands under nothing, leads nowhere or is a heading without words is refused by name', () => {
  const box = { id: 'box', path: '/box/index' }
  const none = new Set<string>()
  expect(() => writeMenu([box, box], pages, none)).toThrow('two entries called box')
  expect(() => writeMenu([{ ...box, parent: 'things' }], pages, none)).toThrow('box stands under things')
  expect(() => writeMenu([{ ...box, path: '/bax' }], pages, none)).toThrow('box leads to /bax')
  expect(() => writeMenu([{ ...box, redirect: '/box/index' }], pages, none)).toThrow('box is a heading')
})
