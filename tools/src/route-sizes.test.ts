import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { findFatRoutes, type Manifest, measureRoutes } from './route-sizes.ts'

const manifest: Manifest = {
  'index.html': { file: 'index.js', css: ['index.css'] },
  'src/screens/identity/user/login.tsx': { file: 'login.js', imports: ['_form.js'], isDynamicEntry: true },
  'src/app/workspace.tsx': { file: 'workspace.js', isDynamicEntry: true },
  'src/screens/strategy/strategy/strategy-list.tsx': { file: 'list.js', imports: ['_table.js'], isDynamicEntry: true },
  'src/screens/strategy/strategy/list/list-extras.tsx': { file: 'extras.js', isDynamicEntry: true },
  'src/screens/strategy/strategy/list/follow-left-over.tsx': { file: 'left-over.js', isDynamicEntry: true },
  'src/screens/identity/role/role-list.tsx': {
    file: 'roles.js',
    imports: ['_table.js', '_form.js', '_parts-x1.js'],
    isDynamicEntry: true,
  },
  'src/screens/identity/role/parts/editor.tsx': { file: 'editor.js', isDynamicEntry: true },
  '_form.js': { file: 'form.js' },
  '_table.js': { file: 'table.js' },
  '_parts-x1.js': { file: 'parts-x1.js' },
}
// Nothing here can be compressed: a file of n kB weighs n kB.
const kilobytes: Record<string, number> = {
  'index.js': 100,
  'table.js': 90,
  'roles.js': 50,
  'form.js': 20,
  'parts-x1.js': 40,
}
const read = (file: string): Buffer => randomBytes((kilobytes[file] ?? 10) * 1000)

test('a page weighs everything it loads, a screen what is its own beyond first list and shared forms', () => {
  const sizes = measureRoutes(manifest, read)
  const rounded = Object.fromEntries([...sizes].map(([page, size]) => [page, Math.round(size)]))
  expect(rounded).toEqual({
    'sign-in': 140,
    'first list': 240,
    forms: 40,
    'src/screens/identity/user/login.tsx': 30,
    'src/screens/strategy/strategy/strategy-list.tsx': 0,
    'src/screens/identity/role/role-list.tsx': 70,
  })
  expect(findFatRoutes(sizes)).toEqual([
    expect.stringMatching(/^src\/screens\/identity\/role\/role-list\.tsx loads 70\.\d kB/),
  ])
})

test('an entry that is gone is said, not skipped', () => {
  expect(() => measureRoutes({}, read)).toThrow('index.html')
})
