import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { memoryDirectory } from '@sluice/db/testing'

/** Names the directory that the products of one test run begin with a copy of. */
const VARIABLE = 'SLUICE_PREPARED_DATA'
const PROGRAM = join(import.meta.dirname, '../../main/src/main.ts')

/**
 * Once a test run: a data directory with a migrated database and nothing in it yet, neither key nor tenant, so a product
 * that begins with a copy makes its own, as on an empty directory.
 */
export async function setup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(memoryDirectory(), 'sluice-prepared-'))
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true })
  try {
    await migrate(directory)
  } catch (error) {
    await remove()
    throw error
  }
  process.env[VARIABLE] = directory
  return remove
}

async function migrate(directory: string): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, 'migrate'], {
    env: { ...process.env, DATA_DIR: directory },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`"migrate" on an empty directory ended with ${code}`)
}

/** A data directory of its own for a product: a copy of the prepared one; empty outside a test run, or where asked for. */
export async function makeDataDir({ isEmpty }: { readonly isEmpty: boolean }): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-'))
  const prepared = process.env[VARIABLE]
  // Owner and rights too, which the database insists on; and a fifth of the time Node takes for these 1,600 files.
  if (prepared !== undefined && !isEmpty) await promisify(execFile)('cp', ['-a', `${prepared}/.`, directory])
  return directory
}
