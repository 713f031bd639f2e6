import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAffected, listChanged } from './affected.ts'

let root = ''
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.test', ...args], { cwd: root, stdio: 'pipe' })
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-affected-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('what differs from main is listed, committed, changed or new; where nothing does, there is nothing to choose by', () => {
  git('init', '-q', '-b', 'main')
  for (const name of ['kept.ts', 'changed.ts']) writeFileSync(join(root, name), 'a')
  git('add', '.')
  git('commit', '-qm', 'first')
  expect(listChanged(root)).toBeNull()
  git('checkout', '-qb', 'work')
  writeFileSync(join(root, 'committed.ts'), 'a')
  git('add', '.')
  git('commit', '-qm', 'second')
  writeFileSync(join(root, 'changed.ts'), 'b')
  writeFileSync(join(root, 'new.ts'), 'b')
  expect(listChanged(root)?.toSorted()).toEqual(['changed.ts', 'committed.ts', 'new.ts'])
})

test('outside a repository there is nothing to compare with', () => {
  expect(listChanged(root)).toBeNull()
})

test('a check runs for what it reads, one without a list always, and each when the checks themselves changed', () => {
  expect(isAffected('types', ['docs/speed.md'])).toBe(false)
  expect(isAffected('types', ['engine/src/index.ts'])).toBe(true)
  expect(isAffected('types of the console', ['engine/src/index.ts'])).toBe(false)
  expect(isAffected('types of the console', ['api/src/modules/mapping/mapping/contract.ts'])).toBe(true)
  expect(isAffected('bill of materials', ['engine/src/index.ts'])).toBe(false)
  expect(isAffected('paths in documents', ['engine/src/index.ts'])).toBe(true)
  expect(isAffected('size of routes', ['tools/src/route-sizes.ts'])).toBe(true)
})
