import type { ConnectorContext } from '@sluice/connector-kit'
import { openTunnel, type Tunnel } from '@sluice/connector-kit/tunnel'
import type { Failure } from '@sluice/contract'
import type { BSON, Collection, Db, MongoClient, MongoClientOptions } from 'mongodb'
import { boundMessages } from './bound-messages.ts'
import { type Driver, noCollection, toFailure } from './failure.ts'
import type { Params } from './manifest.ts'

/** How long a server is looked for. Below the time a person waits for a test. */
const FIND_MS = 5000
/** A server that has said nothing for so long is given up. */
const SILENCE_MS = 120_000

/** The driver, and a tunnel behind which all of its sockets are dialled by the egress. */
export class Session {
  readonly client: MongoClient
  readonly db: Db
  readonly bson: typeof BSON
  readonly #driver: Driver
  readonly #tunnel: Tunnel

  private constructor(driver: Driver, client: MongoClient, tunnel: Tunnel, database: string) {
    this.#driver = driver
    this.client = client
    this.bson = driver.BSON
    this.#tunnel = tunnel
    this.db = client.db(database)
  }

  /** Found and signed in. @throws Failure */
  static async open(params: Params, context: ConnectorContext): Promise<Session> {
    const driver = await import('mongodb')
    boundMessages()
    const tunnel = await openTunnel(context.egress)
    const host = params.host.includes(':') ? `[${params.host}]` : params.host
    const client = new driver.MongoClient(`mongodb://${host}:${params.port}/`, planClient(params, tunnel))
    const session = new Session(driver, client, tunnel, params.database)
    try {
      await client.connect()
      return session
    } catch (error) {
      const failure = session.explain(error)
      await session.close()
      throw failure
    }
  }

  /** @throws Failure `resource.missing` */
  async find(name: string): Promise<Collection> {
    return this.run(async () => {
      const [found] = await this.db.listCollections({ name }, { nameOnly: true }).toArray()
      if (!found) throw noCollection(name)
      return this.db.collection(name)
    })
  }

  /** Any error of the driver as a Failure. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw this.explain(error)
    }
  }

  explain(error: unknown): Failure {
    return toFailure(error, this.#driver, this.#tunnel.lastFailure)
  }

  /** Nothing of it has reached a server: none was found. */
  isUnsent(error: unknown): boolean {
    return error instanceof this.#driver.MongoServerSelectionError
  }

  isBulkError(error: unknown): error is InstanceType<Driver['MongoBulkWriteError']> {
    return error instanceof this.#driver.MongoBulkWriteError
  }

  async close(): Promise<void> {
    await this.client.close().catch(() => undefined)
    await this.#tunnel.close()
  }
}

function planClient(params: Params, tunnel: Tunnel): MongoClientOptions {
  const { username, password, tls = 'off', replica_set: replicaSet } = params
  return {
    appName: 'Sluice',
    ...(replicaSet ? { replicaSet } : { directConnection: true }),
    // A single server has no sessions in which a write could be told from its repeat.
    retryWrites: Boolean(replicaSet),
    ...(replicaSet ? { writeConcern: { w: 'majority', journal: true } } : {}),
    readConcern: { level: replicaSet ? 'majority' : 'local' },
    ...(username ? { auth: { username, password: password ?? '' }, authSource: params.auth_source || 'admin' } : {}),
    ...(tls === 'off' || tls === null
      ? {}
      : {
          tls: true,
          ...(tls === 'require' ? { tlsAllowInvalidCertificates: true, tlsAllowInvalidHostnames: true } : {}),
          ...(params.ca ? { ca: params.ca } : {}),
        }),
    proxyHost: tunnel.host,
    proxyPort: tunnel.port,
    proxyUsername: tunnel.username,
    proxyPassword: tunnel.password,
    serverSelectionTimeoutMS: FIND_MS,
    connectTimeoutMS: FIND_MS,
    socketTimeoutMS: SILENCE_MS,
    maxPoolSize: 8,
    monitorCommands: false,
  }
}
