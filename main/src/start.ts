import { join } from 'node:path'
import {
  type AlertWatchDeps,
  createAggregateWorker,
  createAlertWatch,
  createExportWorker,
  createImportWorker,
  createMarketCounter,
  createMarketFollower,
  createMatchWorker,
  createNoticeMailer,
  createPeriodWorker,
  createTenantWorker,
  createUploadStore,
  createWebhookWorker,
  type NoticeMailerDeps,
  type UploadStore,
} from '@sluice/api/background'
import { connectors } from '@sluice/connectors'
import { Failure } from '@sluice/contract'
import {
  type AnswerNews,
  createResealer,
  createVault,
  type Database,
  type Embedded,
  migrate,
  openDatabase,
  startEmbedded,
  type Vault,
} from '@sluice/db'
import { boundComputing, createEngine, type Engine, type EngineDeps } from '@sluice/engine'
import pino, { type Logger } from 'pino'
import { createContexts } from './context.ts'
import { createDemo } from './demo.ts'
import { describeSelf } from './describe-self.ts'
import { createReach } from './egress-policy.ts'
import type { Settings } from './env.ts'
import type { Front } from './front.ts'
import { createMailSender } from './mail-sender.ts'
import { makeDataDir } from './make-data-dir.ts'
import { readMasterKeys } from './master-key.ts'
import type { openFront as OpenFront } from './open-front.ts'
import { openHealth } from './open-health.ts'
import { createOwnPlaces } from './own-places.ts'

export interface Running {
  /** Where it answers; null for a process without any port. */
  readonly url: string | null
  readonly admin: Front['admin']
  /** What connectors reach, and what they never reach: one sentence each. */
  readonly reach: readonly string[]
  /** Drain, then close everything in the opposite order. Work in hand settles, or is taken up by another process. */
  stop(): Promise<void>
}

// The rest of the 20 seconds a stop may take belongs to requests in hand and the database.
const DRAIN_MS = 10_000

interface Store {
  readonly database: Database
  close(): Promise<void>
}

/** The database ready for this version: migrated, reachable, with what must be closed at the end. */
export async function openStore(
  settings: Settings,
  { isServer = false, log }: { readonly isServer?: boolean; readonly log?: Logger } = {},
): Promise<Store> {
  await makeDataDir(settings.dataDir)
  const embedded = settings.databaseUrl === null ? await startEmbedded({ dataDir: settings.dataDir }) : null
  const url = settings.databaseUrl ?? embedded!.url // one of the two is there
  try {
    // A command may use the database of a running product; a second product would lose it when the first one ends.
    if (isServer && embedded?.attached) throw sharedFailure(settings)
    await migrate(url)
    // A transaction of a process that stands still must not keep its run from the others for longer than the lease.
    const idleTransactionMs = Math.max(settings.leaseMs, 5000)
    const report = log && ((news: AnswerNews) => tellOutage(log, news))
    const database = await openDatabase({ url, poolSize: 20, idleTransactionMs, ...(report && { report }) })
    const guard = embedded && keepAlive(embedded)
    return {
      database,
      async close() {
        clearInterval(guard ?? undefined)
        await database.close()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

function tellOutage(log: Logger, news: AnswerNews): void {
  if (news.kind === 'away') log.warn({ err: news.error }, 'the database does not answer')
  else log.warn({ awayMs: news.awayMs, calls: news.calls }, 'the database answers again')
}

const LOOK_MS = 1000

/** An embedded server that ended by itself, on a full disk or killed, is started again as soon as it can be. */
function keepAlive(embedded: Embedded): NodeJS.Timeout {
  let isBusy = false
  return setInterval(() => {
    if (isBusy) return
    isBusy = true
    void embedded
      .revive()
      // Not yet: the disk is still full. Every answer says so meanwhile.
      .catch(() => undefined)
      .finally(() => {
        isBusy = false
      })
  }, LOOK_MS).unref()
}

const sharedFailure = ({ dataDir }: Settings): Failure =>
  new Failure({
    code: 'database.shared',
    message: `Another Sluice is running on ${dataDir}, and an embedded database serves one process.`,
    field: 'DATA_DIR',
    value: dataDir,
    advice: 'End that one first; or give several processes one PostgreSQL server by DATABASE_URL.',
  })

export interface StartOptions {
  readonly demo: boolean
  /** Default: one of its own. */
  readonly log?: Logger
  /** What the engine is given, changed on its way: tests crash the process and lie to the engine there. */
  wrapEngine?(deps: EngineDeps): EngineDeps
}

/** The process with its roles: database and engine, with the API and console or a bare health port before them. */
export async function start(settings: Settings, options: StartOptions): Promise<Running> {
  const log = options.log ?? pino({ level: settings.logLevel })
  const store = await openStore(settings, { isServer: true, log })
  try {
    return await startOn(store, settings, { ...options, log })
  } catch (error) {
    await store.close().catch(() => undefined)
    throw error
  }
}

async function startOn(
  store: Store,
  settings: Settings,
  options: StartOptions & { readonly log: Logger },
): Promise<Running> {
  const { log } = options
  const { database } = store
  const masterKeys = await readMasterKeys(settings.dataDir, settings.masterKey, settings.oldMasterKey)
  const vault = createVault(database, masterKeys, Date.now)
  const filesDir = join(settings.dataDir, 'files')
  const uploads = createUploadStore(filesDir)
  const exports = createUploadStore(join(settings.dataDir, 'exports'))
  const archive = createUploadStore(join(settings.dataDir, 'archive'))
  const demo = createDemo({ database, dataDir: settings.dataDir, isAllowed: settings.allowsSandbox })
  const own = createOwnPlaces(database)
  for (const port of listPorts(settings)) own.addPort(port)
  const reach = createReach({ settings, database, own, sandboxPorts: demo.ports, log, now: Date.now })
  const contexts = createContexts({
    settings,
    database,
    vault,
    uploads,
    engine: () => engine,
    policy: reach.policy,
  })
  const self = await describeSelf(settings, { keyId: masterKeys.current, filesDir, own })
  const deps = describeEngine(settings, { database, vault, log, process: self, makeContext: contexts.make })
  const resealing = settings.roles.includes('scheduler') ? resealNowAndThen(database, vault, log) : null
  boundComputing(settings.mappingComputeMs)
  const engine: Engine = createEngine(options.wrapEngine?.(deps) ?? deps)
  await engine.start()
  const masterKey = masterKeys.keys.get(masterKeys.current)! // current is one of the keys
  const { egress, grants } = contexts
  const sender = settings.mail ? createMailSender(settings.mail) : null
  const mail = { ...(sender ? { mail: sender } : {}), ...(settings.publicUrl ? { publicUrl: settings.publicUrl } : {}) }
  const common = { database, engine, vault, exports, log, ...mail }
  const parts = { ...common, uploads, archive, demo, egress, grants, masterKey, createsDemo: options.demo }
  const front = await openRoles(settings, parts).catch(async (error: unknown) => {
    await engine.stop({ timeoutMs: 0 })
    throw error
  })
  if (front) own.addPort(Number(new URL(front.url).port))
  const background = startBackground(settings, { ...common, uploads, archive, outgoing: egress, sender })
  return {
    url: front?.url ?? null,
    admin: front?.admin ?? null,
    reach: await reach.describe(),
    async stop() {
      // Readiness is refused first; then requests in hand and pages in hand come to their end side by side.
      await Promise.all([
        front?.close(),
        engine.stop({ timeoutMs: DRAIN_MS }),
        ...background.map(work => work.stop({ timeoutMs: DRAIN_MS })),
      ])
      clearInterval(resealing ?? undefined)
      await demo.stop()
      await contexts.close()
      await store.close()
    },
  }
}

/** Known before the process listens there; 0 lets the system choose. */
function listPorts({ roles, port, gatewayPort, healthPort }: Settings): number[] {
  const isGateway = roles.includes('gateway')
  const first = roles.includes('api') || (isGateway && gatewayPort === null) ? port : (healthPort ?? 0)
  return [first, isGateway ? (gatewayPort ?? 0) : 0].filter(each => each > 0)
}

const describeEngine = (
  settings: Settings,
  parts: Pick<EngineDeps, 'database' | 'vault' | 'makeContext' | 'log' | 'process'>,
): EngineDeps => ({
  ...parts,
  connectors,
  now: Date.now,
  random: Math.random,
  archiveDir: join(settings.dataDir, 'archive'),
  roles: { worker: settings.roles.includes('worker'), scheduler: settings.roles.includes('scheduler') },
  limits: readLimits(settings),
})

interface Background {
  stop(options: { readonly timeoutMs: number }): Promise<void>
}

/**
 * What goes on beside requests and runs. Notices go out by e-mail and alert rules are looked at by the processes that
 * plan; every other sees to it that the rules are. Files of exports and reports are made by those that work.
 */
function startBackground(
  settings: Settings,
  parts: Omit<AlertWatchDeps, 'now' | 'engine'> & {
    readonly engine: Engine
    readonly uploads: UploadStore
    readonly archive: UploadStore
    readonly exports: UploadStore
    readonly sender: NoticeMailerDeps['sender'] | null
  },
): Background[] {
  const { sender, exports, uploads, archive, ...deps } = parts
  const { database, engine, log } = deps
  const plans = settings.roles.includes('scheduler')
  const works: (Background & { start(): void })[] = [createAlertWatch({ ...deps, now: Date.now, looks: plans })]
  if (settings.roles.includes('worker'))
    works.push(
      createExportWorker({ database, engine, exports, log, now: Date.now }),
      createAggregateWorker({ database, engine, log, now: Date.now }),
      createImportWorker({ database, uploads, log, now: Date.now }),
      createMatchWorker({ database, log, now: Date.now }),
      createPeriodWorker({ database, archive, log, now: Date.now }),
      ...(deps.outgoing
        ? [createWebhookWorker({ database, vault: deps.vault, outgoing: deps.outgoing, log, now: Date.now })]
        : []),
      createMarketCounter(database, log),
      createMarketFollower({ database, outgoing: deps.outgoing, log, now: Date.now }),
      createTenantWorker({ database, uploads, archive, exports, log, now: Date.now }),
    )
  if (sender && settings.mail && plans)
    works.push(
      createNoticeMailer({ database, sender, translate: engine.translate, log, publicUrl: settings.mail.publicUrl }),
    )
  for (const work of works) work.start()
  return works
}

const RESEAL_MS = 600_000

/** Texts sealed before a rotation of data keys move over beside everything else. */
function resealNowAndThen(database: Database, vault: Vault, log: Logger): NodeJS.Timeout {
  const resealer = createResealer(database, vault, Date.now)
  let isBusy = false
  return setInterval(() => {
    if (isBusy) return
    isBusy = true
    resealer
      .run()
      .then(done => {
        if (done.resealed + done.deletedKeys + done.broken > 0) log.info(done, 'moving sealed texts to new data keys')
      })
      .catch((error: unknown) => log.warn({ err: error }, 'moving sealed texts to new data keys'))
      .finally(() => {
        isBusy = false
      })
  }, RESEAL_MS).unref()
}

/** A holder is heard six times before it counts as dead. One tenant gets half of the places. */
const readLimits = ({ leaseMs, concurrency }: Settings) => ({
  leaseMs,
  beatMs: Math.ceil(leaseMs / 6),
  runsAtOnce: concurrency,
  runsPerTenant: Math.ceil(concurrency / 2),
})

/** Loaded here, so that a process without the API or the gateway does without their code. */
async function openRoles(...[settings, parts]: Parameters<typeof OpenFront>): Promise<Front | null> {
  if (settings.roles.includes('api')) return (await import('./open-front.ts')).openFront(settings, parts)
  if (settings.roles.includes('gateway'))
    return (await import('./open-gateway-front.ts')).openGatewayFront(settings, parts)
  return openBareFront(settings, parts)
}

async function openBareFront(
  settings: Settings,
  { database, log }: { readonly database: Database; readonly log: Logger },
): Promise<Front | null> {
  if (settings.healthPort === null) return null
  const { host, connections, healthPort } = settings
  const health = await openHealth({ database, log, host, connections, port: healthPort })
  return {
    url: health.url,
    admin: null,
    async close() {
      health.drain()
      await new Promise(resolve => setTimeout(resolve, settings.drainWaitMs))
      await health.close()
    },
  }
}
