import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@sluice/contract'
import { type Embedded, startEmbedded } from '@sluice/db'
import pg from 'pg'
import { contracts } from '../contracts.ts'
import { encodeLogin } from '../encode-login.ts'
import { type Api, adminPassword } from '../product.ts'
import { Child, type Plan } from './child.ts'
import { FarHttp } from './far-ledger.ts'
import { FarTables } from './far-tables.ts'
import { NetProxy } from './net-proxy.ts'
import type { Random } from './random.ts'

const LEASE_MS = 500

export interface StationOptions {
  readonly random: Random
  readonly bug: string | null
  /** Where our own database lives; default a temporary directory. */
  readonly ownDir?: string
  /** Settings of the product beyond the usual ones. */
  readonly env?: Readonly<Record<string, string>>
}

/** The product and everything around it: two databases, a far HTTP system, and a cable to each that can be pulled. */
export class Station {
  readonly directory: string
  readonly random: Random
  readonly http: FarHttp
  readonly tables: FarTables
  readonly proxies: Readonly<Record<'own' | 'source' | 'target' | 'http', NetProxy>>
  /** Points met in any process, and how many processes ended at each by order. */
  readonly met = new Set<string>()
  readonly points = new Set<string>()
  readonly #bug: string | null
  readonly #env: Readonly<Record<string, string>>
  readonly #ownDir: string
  readonly #far: Embedded
  #own: Embedded
  #ownPool: pg.Pool | null = null
  #spare: Child
  #api: { readonly url: string; readonly client: Api } | null = null
  #token: string | null = null
  #aheadMs = 0
  readonly #closing: (() => void)[] = []
  child: Child | null = null
  /** Told of each point a process meets for the first time. */
  onMet: ((point: string) => void) | null = null
  /** Set where cut cables make target failures, and so second stagings, possible. */
  isCableCut = false

  private constructor(parts: {
    options: StationOptions
    directory: string
    ownDir: string
    http: FarHttp
    tables: FarTables
    proxies: Station['proxies']
    far: Embedded
    own: Embedded
  }) {
    this.directory = parts.directory
    this.random = parts.options.random
    this.#bug = parts.options.bug
    this.#env = parts.options.env ?? {}
    this.http = parts.http
    this.tables = parts.tables
    this.proxies = parts.proxies
    this.#far = parts.far
    this.#own = parts.own
    this.#ownDir = parts.ownDir
    this.#spare = this.#spawn()
  }

  static async open(options: StationOptions): Promise<Station> {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-torture-'))
    const ownDir = options.ownDir ?? join(directory, 'own')
    const http = new FarHttp(options.random)
    const httpPort = await http.listen()
    const far = await startEmbedded({
      dataDir: join(directory, 'far'),
      settings: { fsync: 'off', synchronous_commit: 'off', shared_buffers: '64MB', max_connections: '60' },
    })
    const own = await startEmbedded({ dataDir: ownDir, settings: OWN_SETTINGS })
    const cable = (place: Embedded): Promise<NetProxy> =>
      NetProxy.listen({ path: join(place.socketDir, '.s.PGSQL.5432') })
    const proxies = {
      own: await cable(own),
      source: await cable(far),
      target: await cable(far),
      http: await NetProxy.listen({ host: '127.0.0.1', port: httpPort }),
    }
    const tables = await FarTables.connect(far.url, options.random)
    return new Station({ options, directory, ownDir, http, tables, proxies, far, own })
  }

  #spawn(): Child {
    const env = {
      DATA_DIR: join(this.directory, 'data'),
      DATABASE_URL: `postgresql://sluice@127.0.0.1:${this.proxies.own.port}/postgres`,
      LEASE_MS: String(LEASE_MS),
      SANDBOX: 'off',
      ...this.#env,
    }
    const child = new Child(env, point => {
      this.met.add(point)
      this.onMet?.(point)
    })
    child.loaded.then(
      points => {
        for (const point of points) this.points.add(point)
      },
      () => undefined,
    )
    return child
  }

  /** The warm successor becomes the product. null: it ended on its way up, as ordered. */
  async boot(at?: Plan['at'], aheadMs = SLOT_MS): Promise<Api | null> {
    const child = this.#spare
    this.child = child
    this.#aheadMs += aheadMs
    const url = await child.start({
      aheadMs: this.#aheadMs,
      ...(at ? { at } : {}),
      ...(this.#bug === null ? {} : { bug: this.#bug }),
    })
    this.#spare = this.#spawn()
    return url === null ? null : this.#connect(url)
  }

  async #connect(url: string): Promise<Api> {
    const renew = async (): Promise<void> => {
      const guest = createClient(contracts, { base: url, token: () => null })
      const key = (await guest.passport.loginKey()).content
      const encodedata = encodeLogin(key, { username: 'admin', password: adminPassword })
      this.#token = (await guest.passport.login({ body: { encodedata } })).content.access_token
    }
    if (this.#token === null) await renew()
    // Several calls find the session over at once; one of them signs in.
    let renewing: Promise<void> | null = null
    const client = createClient(contracts, {
      base: url,
      token: () => this.#token,
      timeoutMs: 10_000,
      async onError(error) {
        if (error.status !== 401) return undefined
        renewing ??= renew().finally(() => {
          renewing = null
        })
        await renewing
        return 'retry'
      },
    })
    this.#api = { url, client }
    return client
  }

  get api(): Api {
    if (!this.#api) throw new Error('asking for the product: it has not started')
    return this.#api.client
  }

  /** Our own database, above the tenant wall. */
  async sql<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (this.#ownPool === null) {
      this.#ownPool = new pg.Pool({ connectionString: this.#own.url, max: 4 })
      this.#ownPool.on('error', () => undefined)
    }
    return (await this.#ownPool.query<Row>(text, [...values])).rows
  }

  /** `pg_ctl stop -m immediate`, and a start as an init system would make it. */
  async crashDatabase(pauseMs: number): Promise<void> {
    const [row] = await this.sql<{ pid: number }>(
      `select (regexp_split_to_array(pg_read_file('postmaster.pid'), '\\n'))[1]::int as pid`,
    )
    this.#ownPool?.end().catch(() => undefined)
    this.#ownPool = null
    if (row) process.kill(row.pid, 'SIGQUIT')
    await delay(pauseMs)
    await this.restartDatabase()
  }

  async restartDatabase(): Promise<void> {
    this.#ownPool?.end().catch(() => undefined)
    this.#ownPool = null
    this.#own = await startEmbedded({ dataDir: this.#ownDir, settings: OWN_SETTINGS })
  }

  /** Whatever looks at this place by itself, a mode that broke off included. */
  onClose(work: () => void): void {
    this.#closing.push(work)
  }

  async close(): Promise<void> {
    for (const work of this.#closing) work()
    for (const child of [this.child, this.#spare]) await child?.kill()
    for (const proxy of Object.values(this.proxies)) await proxy.close()
    await this.#ownPool?.end().catch(() => undefined)
    await this.tables.close()
    await this.http.close()
    await this.#own.stop()
    await this.#far.stop()
    await rm(this.directory, { recursive: true, force: true })
  }
}

// More than a minute: every process meets a slot of the schedule.
const SLOT_MS = 61_000
const OWN_SETTINGS = { shared_buffers: '64MB', max_wal_size: '256MB' }
