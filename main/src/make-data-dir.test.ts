import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDataDir } from './make-data-dir.ts'

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777

test('a new data directory is its user’s alone, however open the machine makes directories; one that is there keeps its rights', async () => {
  const place = await mkdtemp(join(tmpdir(), 'sluice-data-'))
  const old = process.umask(0)
  try {
    await makeDataDir(join(place, 'a/data'))
    expect([await modeOf(join(place, 'a/data')), await modeOf(join(place, 'a'))]).toEqual([0o700, 0o700])
    await chmod(join(place, 'a/data'), 0o750)
    await makeDataDir(join(place, 'a/data'))
    expect(await modeOf(join(place, 'a/data'))).toBe(0o750)
  } finally {
    process.umask(old)
    await rm(place, { recursive: true })
  }
})
