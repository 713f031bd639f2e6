import { accessSync, constants, mkdirSync } from 'node:fs'
import { Failure } from '@sluice/contract'
import { openCluster } from './embedded/cluster.ts'
import { findNative } from './embedded/native.ts'
import { seePostmaster } from './embedded/pid-file.ts'
import { type Postmaster, reachPostmaster } from './embedded/postmaster.ts'
import { linkSocket } from './embedded/socket.ts'

export interface EmbeddedOptions {
  /** The cluster lives in `<dataDir>/postgres`, its log in `<dataDir>/postgres.log`. Made when missing. */
  readonly dataDir: string
  /** Server settings over the defaults. Only tests may turn durability off here. */
  readonly settings?: Readonly<Record<string, string>>
  /** One line each about starting, waiting and attaching. */
  readonly log?: (message: string) => void
}

export interface Embedded {
  /** For `openDatabase`, `migrate`, psql and pg-boss: the superuser over the unix socket. */
  readonly url: string
  /** Directory that holds the socket `.s.PGSQL.5432`. */
  readonly socketDir: string
  /** `18.4` */
  readonly version: string
  /** Another living process started the server and will stop it. */
  readonly attached: boolean
  /**
   * Starts the server again where it has ended by itself, as on a full disk; nothing while it lives or was stopped.
   * @throws Failure where it cannot start yet
   */
  revive(): Promise<void>
  /** Fast shutdown. Does nothing when attached. */
  stop(): Promise<void>
}

const SUPERUSER = 'sluice'

/**
 * A real PostgreSQL without installation, TCP port or password: only who may enter the 0700 cluster directory
 * reaches it. Commits are durable. Two processes on one directory share one server; a server that outlived its
 * process (kill -9) is adopted.
 * @throws Failure with a way out
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const log = options.log ?? (() => undefined)
  makeDataDir(options.dataDir)
  const cluster = openCluster({
    dataDir: options.dataDir,
    superuser: SUPERUSER,
    settings: options.settings ?? {},
  })
  const native = await findNative(cluster.user, log)
  await cluster.init(native, log)
  let postmaster = await reachPostmaster({ cluster, native, log })
  let isStopped = false
  const socket = linkSocket(cluster.directory)
  return {
    url: `postgresql://${SUPERUSER}@${encodeURIComponent(socket.directory)}/postgres`,
    socketDir: socket.directory,
    version: native.version,
    attached: postmaster.attached,
    async revive() {
      if (isStopped || (await seePostmaster(cluster.directory)).state !== 'absent') return
      postmaster = await reachPostmaster({ cluster, native, log })
    },
    async stop() {
      isStopped = true
      await stopServer(postmaster, socket.unlink)
    },
  }
}

async function stopServer(postmaster: Postmaster, unlink: () => void): Promise<void> {
  try {
    await postmaster.stop()
  } finally {
    unlink()
  }
}

function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Failure({
      code: 'database.data-dir',
      message: `The data directory ${dataDir} cannot be made or written.`,
      field: 'DATA_DIR',
      value: dataDir,
      advice: 'Give a directory that the user running Sluice may write to.',
      cause: error,
    })
  }
}
