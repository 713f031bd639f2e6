import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@sluice/contract'
import type { Cluster } from './cluster.ts'
import { type Native, SERVER_ENV } from './native.ts'
import { readPidFile, removeStaleFiles, seePostmaster } from './pid-file.ts'
import { isAlive } from './process-state.ts'

export interface Postmaster {
  readonly pid: number
  readonly attached: boolean
  stop(): Promise<void>
}

interface Reach {
  readonly cluster: Cluster
  readonly native: Native
  readonly log: (message: string) => void
}

const POLL_MS = 20
// Replaying 4 GB of log after a crash takes minutes on a slow disk.
const START_LIMIT_MS = 600_000
const FAST_STOP_LIMIT_MS = 30_000
const LAST_BREATH_MS = 2000
const LOG_FILE_LIMIT_BYTES = 10_000_000

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  // Relative to the cluster directory, which is 0700: nobody else can reach the socket.
  unix_socket_directories: '.',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  wal_compression: 'pglz',
  synchronous_commit: 'on',
  max_connections: '100',
  jit: 'off',
  // Parallel plans take /dev/shm, of which a container has 64 MB.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  autovacuum_vacuum_cost_limit: '2000',
  // Failed statements reach the caller; their texts may hold data of a tenant, which has no place in a log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/** Attaches to the living server of the cluster, else starts one; PostgreSQL's own lock decides a race. */
export async function reachPostmaster(reach: Reach): Promise<Postmaster> {
  const deadline = Date.now() + START_LIMIT_MS
  let announced = false
  while (Date.now() < deadline) {
    const sight = await seePostmaster(reach.cluster.directory)
    const stopping = isBeingStopped(reach.cluster)
    if (sight.state === 'ready' && !stopping) return attach(reach, sight.pid)
    if (sight.state === 'busy' || sight.state === 'ready') {
      if (!announced) reach.log(`waiting for the database server ${sight.pid} that is starting or stopping`)
      announced = true
      await sleep(POLL_MS)
      continue
    }
    if (sight.state === 'stale') removeStaleFiles(reach.cluster.directory)
    const started = await start(reach, deadline)
    if (started) return started
    await sleep(POLL_MS * 5)
  }
  throw startFailure(reach.cluster, new Error('waiting for the database server: it did not become ready'))
}

/** null: another process holds the cluster; look again. */
async function start({ cluster, native, log }: Reach, deadline: number): Promise<Postmaster | null> {
  const startedMs = performance.now()
  const offset = rotateLog(cluster.logFile)
  const child = spawnServer(cluster, native)
  const ended = new Promise<Error>(resolve => {
    child.once('error', resolve)
    child.once('exit', (code, signal) => resolve(new Error(`starting postgres: it ended with ${signal ?? code}`)))
  })
  let error: Error | undefined
  // never rejects: however it ends is the answer
  void ended.then(reason => {
    error = reason
  })
  while (!error && Date.now() < deadline) {
    const file = readPidFile(cluster.directory)
    if (file?.pid === child.pid && file?.status === 'ready') {
      log(`database server ${native.version} ready after ${Math.round(performance.now() - startedMs)} ms`)
      return own(cluster, file.pid)
    }
    await sleep(POLL_MS)
  }
  const tail = readFileSync(cluster.logFile).subarray(offset).toString('utf8').trim().slice(-2000)
  // The pid file or the shared memory of another server: alive, or dying after a kill -9.
  if (/already exists|still in use/.test(tail)) return null
  child.kill('SIGQUIT')
  throw startFailure(cluster, new Error(tail, { cause: error }))
}

function spawnServer(cluster: Cluster, native: Native): ChildProcess {
  const settings = Object.entries({ ...SETTINGS, ...cluster.settings })
  const logHandle = openSync(cluster.logFile, 'a', 0o600)
  try {
    giveAway(cluster, cluster.logFile)
    const args = ['-D', cluster.argument, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
    // A session of its own: Ctrl-C in the terminal is for us, who stop the server when the work is drained.
    const child = spawn(native.postgres, args, {
      ...cluster.user.spawn,
      cwd: cluster.directory,
      env: SERVER_ENV,
      stdio: ['ignore', logHandle, logHandle],
      detached: true,
    })
    child.unref()
    return child
  } finally {
    closeSync(logHandle)
  }
}

/** After one start by root (sudo) the usual user must still be able to write. */
function giveAway({ user }: Cluster, file: string): void {
  if (user.spawn.uid !== undefined && user.spawn.gid !== undefined) chownSync(file, user.spawn.uid, user.spawn.gid)
}

/** Where the new lines will begin. */
function rotateLog(logFile: string): number {
  const bytes = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (bytes <= LOG_FILE_LIMIT_BYTES) return bytes
  renameSync(logFile, `${logFile}.1`)
  return 0
}

// The owner writes this mark before the signal, for the moment in which the server still calls itself ready.
const STOPPING = 'stopping '

function isBeingStopped(cluster: Cluster): boolean {
  const text = readOptional(cluster.ownerFile)
  return text.startsWith(STOPPING) && isAlive(Number(text.slice(STOPPING.length)))
}

function attach({ cluster, log }: Reach, pid: number): Postmaster {
  const owner = Number(readOptional(cluster.ownerFile))
  if (owner === process.pid || !isAlive(owner)) {
    log(`taking over the database server ${pid}, whose process has ended`)
    return own(cluster, pid)
  }
  log(`using the database server ${pid} of process ${owner}`)
  return { pid, attached: true, stop: async () => undefined }
}

function own(cluster: Cluster, pid: number): Postmaster {
  writeOwner(cluster, String(process.pid))
  return { pid, attached: false, stop: () => stopPostmaster(cluster, pid) }
}

function writeOwner(cluster: Cluster, text: string): void {
  writeFileSync(cluster.ownerFile, text, { mode: 0o600 })
  giveAway(cluster, cluster.ownerFile)
}

async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  // Somebody else took it over, or a later server has the directory.
  if (Number(readOptional(cluster.ownerFile)) !== process.pid || readPidFile(cluster.directory)?.pid !== pid) return
  const mark = `${STOPPING}${process.pid}`
  writeOwner(cluster, mark)
  signal(pid, 'SIGINT')
  const patienceEndMs = Date.now() + FAST_STOP_LIMIT_MS
  let impatient = false
  while (readPidFile(cluster.directory)?.pid === pid && isAlive(pid)) {
    if (!impatient && Date.now() > patienceEndMs) {
      impatient = true
      // Immediate shutdown: loses nothing, the next start replays the log.
      signal(pid, 'SIGQUIT')
    }
    await sleep(POLL_MS)
  }
  // The lock is gone; the process itself needs a moment more. A container whose first process reaps nobody keeps it.
  for (let left = LAST_BREATH_MS / POLL_MS; isAlive(pid) && left > 0; left -= 1) await sleep(POLL_MS)
  // Unless the next server has its owner already.
  if (readOptional(cluster.ownerFile) === mark) rmSync(cluster.ownerFile, { force: true })
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended by itself.
  }
}

function readOptional(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const startFailure = (cluster: Cluster, cause: Error): Failure =>
  new Failure({
    code: 'database.embedded-start',
    message: `The embedded database in ${cluster.directory} did not start.`,
    field: 'DATA_DIR',
    value: cluster.directory,
    advice: `Read the end of ${cluster.logFile}. Free space, rights of the directory and memory are the usual reasons.`,
    cause,
  })
