import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readDirectory, writeDirectory } from './directory.ts'

let place: string
let directory: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'sluice-config-'))
  directory = join(place, 'config')
  await mkdir(directory)
})
afterEach(() => rm(place, { recursive: true }))

const write = (path: string) => writeDirectory(directory, [{ path, text: 'kind: strategy' }], ['strategy'])

test.each([
  '../out.yaml',
  'strategies/../../out.yaml',
  '/tmp/out.yaml',
  'strategies/..\\..\\out.yaml',
  'out.yaml',
  './strategies/out.yaml',
])('a server that is not ours writes nowhere else: %s', async path => {
  await expect(write(path)).rejects.toMatchObject({ code: 'config.path' })
  expect(await readdir(place)).toEqual(['config'])
})

test('a link in the directory, of a folder or a file, leads nothing out of it', async () => {
  const outside = join(place, 'outside')
  await mkdir(outside)
  await symlink(outside, join(directory, 'strategies'))
  await expect(write('strategies/a.yaml')).rejects.toMatchObject({ code: 'config.path' })
  await rm(join(directory, 'strategies'))
  await mkdir(join(directory, 'strategies'))
  await writeFile(join(outside, 'target'), 'theirs')
  await symlink(join(outside, 'target'), join(directory, 'strategies/a.yaml'))
  await expect(write('strategies/a.yaml')).rejects.toMatchObject({ code: 'config.path' })
  expect([await readdir(outside), await readFile(join(outside, 'target'), 'utf8')]).toEqual([['target'], 'theirs'])
})

test('what is read is files of the directory itself, not what a link in it shows', async () => {
  await writeFile(join(place, 'secret.yaml'), 'secret: 1')
  await symlink(join(place, 'secret.yaml'), join(directory, 'linked.yaml'))
  await writeFile(join(directory, 'own.yaml'), 'own: 1')
  expect(await readDirectory(directory)).toEqual([{ path: 'own.yaml', text: 'own: 1' }])
})

test('an ordinary export is written, and a second one writes nothing', async () => {
  expect(await write('strategies/a.yaml')).toEqual({ written: ['strategies/a.yaml'], removed: [], same: 0 })
  expect(await write('strategies/a.yaml')).toEqual({ written: [], removed: [], same: 1 })
})
