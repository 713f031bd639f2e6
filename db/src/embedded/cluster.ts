import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@sluice/contract'
import { type Native, run } from './native.ts'
import { isAlive } from './process-state.ts'
import { findServerUser, type ServerUser } from './server-user.ts'

export interface Cluster {
  /** Real path of `<dataDir>/postgres`. */
  readonly directory: string
  readonly logFile: string
  readonly ownerFile: string
  readonly user: ServerUser
  readonly settings: Readonly<Record<string, string>>
  /** How programs started with `cwd: directory` name it. */
  readonly argument: string
  /** Makes the cluster when there is none; refuses one of another major version. */
  init(native: Native, log: (message: string) => void): Promise<void>
}

interface ClusterOptions {
  readonly dataDir: string
  readonly superuser: string
  readonly settings: Readonly<Record<string, string>>
}

export function openCluster({ dataDir, superuser, settings }: ClusterOptions): Cluster {
  const root = realpathSync(dataDir)
  const directory = join(root, 'postgres')
  const user = findServerUser(directory)
  // A server below a directory closed to its user (/root) still works from inside: the working directory is set
  // before the rights are dropped, and this name needs no way down to it.
  const argument = user.spawn.uid === undefined ? directory : '/proc/self/cwd'
  return {
    directory,
    logFile: join(root, 'postgres.log'),
    ownerFile: join(root, 'postgres.owner'),
    user,
    settings,
    argument,
    init: (native, log) => initCluster({ root, directory, superuser, user, settings }, native, log),
  }
}

interface InitPlan extends Omit<ClusterOptions, 'dataDir'> {
  readonly root: string
  readonly directory: string
  readonly user: ServerUser
}

/** Into a directory of its own, renamed when complete: a killed initdb leaves nothing that looks like a cluster. */
async function initCluster(plan: InitPlan, native: Native, log: (message: string) => void): Promise<void> {
  dropDeadInits(plan.root)
  if (!existsSync(join(plan.directory, 'PG_VERSION'))) {
    log(`making the database in ${plan.directory}`)
    const fresh = join(plan.root, `${INIT_PREFIX}${process.pid}`)
    await runInitdb(plan, native, fresh)
    moveIntoPlace(fresh, plan.directory)
    syncDirectory(plan.root)
  }
  requireMajor(plan.directory, native)
}

const INIT_PREFIX = 'postgres-new-'

function dropDeadInits(root: string): void {
  for (const name of readdirSync(root)) {
    if (!name.startsWith(INIT_PREFIX)) continue
    const pid = Number(name.slice(INIT_PREFIX.length))
    // Our own number means an earlier process that had it: a container often gives the same one.
    if (pid === process.pid || !isAlive(pid)) rmSync(join(root, name), { recursive: true, force: true })
  }
}

async function runInitdb(plan: InitPlan, native: Native, fresh: string): Promise<void> {
  mkdirSync(fresh, { mode: 0o700 })
  const { uid, gid } = plan.user.spawn
  if (uid !== undefined && gid !== undefined) chownSync(fresh, uid, gid)
  // The built-in locale needs no library of the machine, so a moved data directory keeps its sort order.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '-E', 'UTF8']
  const sync = plan.settings['fsync'] === 'off' ? ['--no-sync'] : []
  const directory = uid === undefined ? fresh : '/proc/self/cwd'
  try {
    const args = ['-D', directory, '-U', plan.superuser, '-A', 'trust', '--no-instructions', ...locale, ...sync]
    await run(native.initdb, args, { ...plan.user.spawn, cwd: fresh })
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    throw new Failure({
      code: 'database.embedded-init',
      message: `The database in ${plan.directory} could not be made.`,
      field: 'DATA_DIR',
      value: plan.directory,
      advice: 'Check free space and rights of the directory; the log has the details.',
      cause: error,
    })
  }
}

function moveIntoPlace(fresh: string, directory: string): void {
  try {
    renameSync(fresh, directory)
  } catch (error) {
    // Renaming onto a directory with content fails: another process made the cluster meanwhile.
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(join(directory, 'PG_VERSION'))) throw error
  }
}

function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function requireMajor(directory: string, native: Native): void {
  const major = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim()
  if (major === String(native.major)) return
  throw new Failure({
    code: 'database.version',
    message: `The data in ${directory} is of PostgreSQL ${major}; this Sluice brings PostgreSQL ${native.major}.`,
    field: 'DATA_DIR',
    value: directory,
    advice: `Start the Sluice version that made it, or run PostgreSQL ${major} on that directory and set DATABASE_URL.`,
  })
}
