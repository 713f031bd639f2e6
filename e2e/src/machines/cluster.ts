import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbedded } from '@sluice/db'
import pg from 'pg'
import { launchEnvironment, projectRoot } from '../product.ts'

/** One worker process, as an operator starts it on a machine of its own. */
export interface WorkerProcess {
  readonly pid: number
  output(): string
  /** SIGTERM; the exit code and how long it took. */
  stop(): Promise<{ readonly code: number | null; readonly tookMs: number }>
  kill(): Promise<void>
  hasEnded(): boolean
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
}

export interface WorkerOptions {
  readonly databaseUrl: string
  /** The machine's own disk. */
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** Program and arguments that put it on its machine. */
  readonly enter?: readonly string[]
}

/** The same key for every process of an installation under test. */
export const masterKey = Buffer.alloc(32, 7).toString('base64')

/** Resolves when it says that it is ready. */
export async function startWorker(options: WorkerOptions): Promise<WorkerProcess> {
  const command = [
    ...(options.enter ?? []),
    process.execPath,
    join(projectRoot, 'main/src/main.ts'),
    '--role=worker',
  ] as const
  const child = spawn(command[0]!, command.slice(1), {
    cwd: projectRoot,
    env: {
      ...launchEnvironment,
      ...process.env,
      DATABASE_URL: options.databaseUrl,
      DATA_DIR: options.dataDir,
      MASTER_KEY: masterKey,
      EGRESS_ALLOW: 'private',
      // Half of a boot's CPU is reading the sources.
      NODE_COMPILE_CACHE: join(tmpdir(), 'sluice-compile-cache'),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', chunk => (output += chunk))
  child.stderr.on('data', chunk => (output += chunk))
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  await waitUntilReady(child, () => output)
  return {
    pid: child.pid!, // it has spoken, so it runs
    output: () => output,
    async stop() {
      const startedMs = performance.now()
      child.kill('SIGTERM')
      return { code: await ended, tookMs: performance.now() - startedMs }
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    signal: name => void child.kill(name),
  }
}

async function waitUntilReady(child: ChildProcess, output: () => string): Promise<void> {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 20) {
    if (/is ready: /.test(output())) return
    if (child.exitCode !== null || child.signalCode !== null) break
    await delay(20)
  }
  child.kill('SIGKILL')
  throw new Error(`the worker did not become ready:\n${output()}`)
}

/** A PostgreSQL server that other machines reach; it remembers when each transaction was committed. */
export interface Cluster {
  url(database: string): string
  connect(database: string): Promise<pg.Client>
  stop(): Promise<void>
}

export async function startCluster(address: string, subnet: string): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-cluster-'))
  const embedded = await startEmbedded({
    dataDir,
    settings: {
      listen_addresses: address,
      track_commit_timestamp: 'on',
      max_connections: '200',
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
    },
  })
  appendFileSync(join(dataDir, 'postgres/pg_hba.conf'), `host all all ${subnet} trust\n`)
  const url = (database: string): string => `postgresql://sluice@${address}:5432/${database}`
  const connect = async (connectionString: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString })
    client.on('error', () => undefined) // the server is stopped at the end
    await client.connect()
    return client
  }
  const admin = await connect(embedded.url)
  await admin.query('select pg_reload_conf()')
  await admin.query('create database store')
  await admin.query('create database far')
  await admin.end()
  return {
    url,
    connect: database => connect(embedded.url.replace(/\/postgres$/, `/${database}`)),
    async stop() {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
