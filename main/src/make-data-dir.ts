import { mkdir } from 'node:fs/promises'

/**
 * DATA_DIR for this user alone: it holds the master key, people's files and the database. One that is there already keeps
 * its rights, which the operator may have chosen for several machines.
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
}
