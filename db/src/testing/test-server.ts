import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPidFile } from '../embedded/pid-file.ts'
import { isAlive } from '../embedded/process-state.ts'
import { startEmbedded } from '../embedded.ts'
import { IN_MEMORY, memoryDirectory } from './memory-directory.ts'

/** Where tests make their databases: the server that TEST_DATABASE_URL names, else an embedded one. */
export async function findTestServer(): Promise<string> {
  if (process.env['TEST_DATABASE_URL']) return process.env['TEST_DATABASE_URL']
  server ??= startTestServer()
  return server
}

let server: Promise<string> | undefined

/** Directory of the embedded server shared by the workers of one test run. */
export const CLUSTER_VARIABLE = 'SLUICE_TEST_CLUSTER'
const CLUSTER_PREFIX = 'sluice-test-'

/** An empty place that belongs to this process; what dead processes left behind goes first. */
export function makeClusterDir(): string {
  sweepClusters()
  return mkdtempSync(join(memoryDirectory(), `${CLUSTER_PREFIX}${process.pid}-`))
}

/** Ends the server at once, without a checkpoint, and removes its files. Synchronous: it also runs at exit. */
export function removeCluster(directory: string): void {
  const cluster = join(directory, 'postgres')
  const pid = readPidFile(cluster)?.pid ?? 0
  if (isAlive(pid)) {
    process.kill(pid, 'SIGQUIT')
    for (let left = 250; left > 0 && isAlive(pid) && readPidFile(cluster); left -= 1) sleepSync(20)
  }
  for (let left = 50; left > 0; left -= 1) {
    try {
      rmSync(directory, { recursive: true, force: true })
      return
    } catch {
      // A process of the server still wrote a last file, or another run sweeps as well.
      sleepSync(20)
    }
  }
}

const sleepSync = (delayMs: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, delayMs)

async function startTestServer(): Promise<string> {
  const shared = process.env[CLUSTER_VARIABLE]
  const dataDir = shared ?? makeClusterDir()
  // Outside a test run the server ends with this process.
  if (shared === undefined) process.on('exit', () => removeCluster(dataDir))
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    shared_buffers: '128MB',
    max_connections: '300',
  }
  const { url } = await startEmbedded({ dataDir, settings })
  return url
}

function sweepClusters(): void {
  for (const place of new Set([tmpdir(), IN_MEMORY].filter(existsSync)))
    for (const name of readdirSync(place)) {
      const maker = /^sluice-test-(\d+)-/.exec(name)?.[1]
      if (maker !== undefined && !isAlive(Number(maker))) removeCluster(join(place, name))
    }
}
