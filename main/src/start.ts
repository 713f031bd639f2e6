import { hkdfSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer, createTenant, createUploadStore, hasTenant } from '@sluice/api'
import { connectors } from '@sluice/connectors'
import { createVault, type Database, migrate, openDatabase, startEmbedded } from '@sluice/db'
import { createEngine, type Engine } from '@sluice/engine'
import pino from 'pino'
import { createContexts } from './context.ts'
import { createDemo } from './demo.ts'
import type { Settings } from './env.ts'
import { readMasterKeys } from './master-key.ts'
import { version } from './version.ts'

export interface Running {
  readonly url: string
  /** The first administrator, when this start made one. */
  readonly admin: { readonly username: string; readonly password: string; readonly isOneTime: boolean } | null
  /** Drain, then close everything in the opposite order. Work in hand settles, or is taken up by the next start. */
  stop(): Promise<void>
}

const consoleDir = join(import.meta.dirname, '../../console/dist')

/** The database ready for this version: migrated, reachable, with what must be closed at the end. */
export async function openStore(settings: Settings): Promise<{ readonly database: Database; close(): Promise<void> }> {
  await mkdir(settings.dataDir, { recursive: true })
  const embedded = settings.databaseUrl === null ? await startEmbedded({ dataDir: settings.dataDir }) : null
  const url = settings.databaseUrl ?? embedded!.url // one of the two is there
  try {
    await migrate(url)
    const database = await openDatabase({ url, poolSize: 20 })
    return {
      database,
      async close() {
        await database.close()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** Everything in one process: database, engine, API and console. */
export async function start(settings: Settings, options: { readonly demo: boolean }): Promise<Running> {
  const log = pino({ level: settings.logLevel })
  const store = await openStore(settings)
  const { database } = store
  const masterKeys = await readMasterKeys(settings.dataDir, settings.masterKey)
  const vault = createVault(database, masterKeys, Date.now)
  const uploads = createUploadStore(join(settings.dataDir, 'files'))
  const demo = createDemo({ database, dataDir: settings.dataDir, isAllowed: settings.allowsSandbox })
  const contexts = createContexts({ settings, database, uploads, engine: () => engine, sandboxPorts: demo.ports })
  const engine: Engine = createEngine({
    database,
    connectors,
    vault,
    makeContext: contexts.make,
    now: Date.now,
    random: Math.random,
    log,
    // A holder is heard six times before it counts as dead.
    limits: { leaseMs: settings.leaseMs, beatMs: Math.ceil(settings.leaseMs / 6) },
  })
  const server = await createServer({
    database,
    engine,
    vault,
    uploads,
    demo,
    config: {
      version,
      ...(existsSync(consoleDir) ? { consoleDir } : {}),
      website: website(settings),
      isDevelopment: settings.isDevelopment,
      signInSecret: deriveSignInSecret(masterKeys.keys.get(masterKeys.current)!), // current is one of the keys
    },
    now: Date.now,
    random: Math.random,
    log,
  })
  const admin = await ensureFirstTenant(database, settings)
  await demo.resume()
  await engine.start()
  const url = await server.listen(settings.host, settings.port)
  if (options.demo) await server.createDemo(await findFirstTenant(database))
  return {
    url,
    admin,
    async stop() {
      await server.close()
      await engine.stop({ timeoutMs: 10_000 })
      await demo.stop()
      await contexts.close()
      await store.close()
    },
  }
}

async function ensureFirstTenant(database: Database, settings: Settings): Promise<Running['admin']> {
  if (await hasTenant(database)) return null
  const made = await createTenant(database, {
    code: 'default',
    name: settings.tenantName,
    adminUsername: settings.adminUsername,
    ...(settings.adminPassword === null ? {} : { password: settings.adminPassword }),
  })
  return { username: made.username, password: made.password, isOneTime: settings.adminPassword === null }
}

async function findFirstTenant(database: Database): Promise<string> {
  const rows = await database.withSystem(tx =>
    tx.query<{ id: string }>('select id from tenant order by created_at, id limit 1'),
  )
  return rows[0]!.id // ensureFirstTenant has made one
}

/** One secret for all processes of the installation, so that a sign-in may begin at one and end at another. */
const deriveSignInSecret = (masterKey: Buffer): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', masterKey, '', 'sign-in', 32))

const website = (settings: Settings) => ({
  short_name: 'Sluice',
  host: settings.host,
  record_number: '',
  authorized_company: settings.tenantName,
})
