import { isIP, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { type ConnectorContext, explainTls, watchCertificate } from '@sluice/connector-kit'
import { Failure } from '@sluice/contract'
import type { Connection, Request } from 'tedious'
import { toFailure } from './failure.ts'
import type { Params } from './manifest.ts'

const DIAL_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 300_000
const LOCK_TIMEOUT_MS = 30_000
/** Rows held between the driver and a slow reader. */
const ROWS_AHEAD = 500

/** A value as the driver gives it for what we select. */
export type Cell = string | number | boolean | Buffer | null
export type Row = readonly Cell[]
export type Param = string | Uint8Array | null

type Driver = typeof import('tedious')

/** What the driver encrypts its own messages by. */
interface MessageIO {
  readonly securePair?: { readonly cleartext: TLSSocket }
  startTls(...given: unknown[]): Promise<void>
}

/** The driver, with what servers show seen: it keeps of a certificate that it refuses no more than a word. */
async function loadDriver(): Promise<Driver> {
  const driver = await import('tedious')
  const { default: io } = await import('tedious/lib/message-io.js')
  const prototype: MessageIO = (io as unknown as { readonly prototype: MessageIO }).prototype // of the pinned version
  if (prototype.startTls !== watched) {
    start = prototype.startTls
    prototype.startTls = watched
  }
  return driver
}

let start: MessageIO['startTls']

function watched(this: MessageIO, ...given: unknown[]): Promise<void> {
  const started = start.apply(this, given)
  if (this.securePair) watchCertificate(this.securePair.cleartext)
  return started
}

/** One session over sockets of the egress. Statements run one after the other. */
export class Session {
  readonly #driver: Driver
  readonly #connection: Connection
  readonly #socket: () => Socket | undefined
  #version = ''
  #isBroken = false

  private constructor(driver: Driver, connection: Connection, socket: () => Socket | undefined) {
    this.#driver = driver
    this.#connection = connection
    this.#socket = socket
    const breaks = () => {
      this.#isBroken = true
    }
    connection.on('error', breaks).on('end', breaks)
  }

  /** @throws Failure `egress.*` | `connector.*` */
  static async open(params: Params, context: ConnectorContext): Promise<Session> {
    if (params.ssl === 'verify' && isIP(params.host) > 0)
      throw new Failure({
        code: 'connector.tls',
        message: `The certificate of ${params.host} cannot be checked, because it is an address and not a name.`,
        field: 'host',
        advice: 'Give the host name that stands in the certificate.',
      })
    const driver = await loadDriver()
    let socket: Socket | undefined
    let dialFailure: unknown
    const dial = async (): Promise<Socket> => {
      // A gateway such as Azure's names another server, which is dialled as any other.
      const { server, port } = readRouting(connection) ?? { server: params.host, port: params.port }
      try {
        socket = await context.egress.dial(server, port, { timeoutMs: DIAL_TIMEOUT_MS })
        return socket
      } catch (error) {
        dialFailure = error
        throw error
      }
    }
    const connection = new driver.Connection({
      server: params.host,
      authentication: { type: 'default', options: { userName: params.username, password: params.password ?? '' } },
      options: {
        port: params.port,
        database: params.database,
        connector: dial,
        connectTimeout: DIAL_TIMEOUT_MS,
        requestTimeout: STATEMENT_TIMEOUT_MS,
        maxRetriesOnTransientErrors: 0,
        appName: 'Sluice',
        ...makeTls(params),
      },
    })
    connection.on('error', () => undefined)
    try {
      await new Promise<void>((resolve, reject) => {
        connection.once('connect', error => (error ? reject(error) : resolve()))
        connection.connect()
      })
      const session = new Session(driver, connection, () => socket)
      const [[version] = []] = await session.query(
        `set lock_timeout ${LOCK_TIMEOUT_MS}; set dateformat ymd; select cast(serverproperty('ProductVersion') as nvarchar(100))`,
      )
      session.#version = String(version)
      return session
    } catch (error) {
      connection.close()
      socket?.destroy()
      const reason = error instanceof Error ? error.cause : undefined
      throw explainTls(reason, `${params.host}:${params.port}`) ?? toFailure(dialFailure ?? error, 'Signing in failed')
    }
  }

  get version(): string {
    return this.#version
  }

  get isBroken(): boolean {
    return this.#isBroken
  }

  /** All rows of a small answer. With `values` as `@p1`, `@p2` … */
  async query(sql: string, values: readonly Param[] = []): Promise<readonly Row[]> {
    const rows: Row[] = []
    await this.#run(sql, values, row => rows.push(row))
    return rows
  }

  /** How many rows the last statement of the text changed. */
  execute(sql: string, values: readonly Param[] = []): Promise<number> {
    return this.#run(sql, values, () => undefined)
  }

  /** Rows one by one: the server is read only as far as they are taken. */
  async *stream(sql: string): AsyncIterable<Row> {
    const held: Row[] = []
    const state: { isOver: boolean; error?: unknown; wake: () => void } = { isOver: false, wake: () => undefined }
    let request: Request | undefined
    const ended = this.#run(
      sql,
      [],
      row => {
        held.push(row)
        if (held.length >= ROWS_AHEAD) request?.pause()
        state.wake()
      },
      made => {
        request = made
      },
    ).then(
      () => undefined,
      (error: unknown) => {
        state.error = error
      },
    )
    // never rejects: how it ended is kept
    void ended.then(() => {
      state.isOver = true
      state.wake()
    })
    for (;;) {
      if (held.length > 0) {
        yield held.shift()! // there is one
        if (held.length === 0) request?.resume()
      } else if (state.isOver) {
        if (state.error !== undefined) throw state.error
        return
      } else
        await new Promise<void>(resolve => {
          state.wake = resolve
        })
    }
  }

  /** Cuts the connection at once; a statement under way ends with an error. */
  destroy(): void {
    this.#isBroken = true
    this.#connection.close()
    this.#socket()?.destroy()
  }

  async close(): Promise<void> {
    this.destroy()
  }

  #run(
    sql: string,
    values: readonly Param[],
    onRow: (row: Row) => void,
    onRequest: (request: Request) => void = () => undefined,
  ): Promise<number> {
    const { Request, TYPES } = this.#driver
    return new Promise((resolve, reject) => {
      if (this.#isBroken) return reject(new Error('Connection lost'))
      const lost = () => reject(new Error('Connection lost'))
      this.#connection.once('end', lost)
      const request = new Request(sql, (error, count) => {
        this.#connection.removeListener('end', lost)
        if (error) reject(error)
        else resolve(count ?? 0)
      })
      request.on('row', (columns: readonly { readonly value: Cell }[]) => onRow(columns.map(each => each.value)))
      values.forEach((value, at) => {
        if (value === null || typeof value === 'string') request.addParameter(`p${at + 1}`, TYPES.NVarChar, value)
        else request.addParameter(`p${at + 1}`, TYPES.VarBinary, Buffer.from(value))
      })
      onRequest(request)
      if (values.length === 0) this.#connection.execSqlBatch(request)
      else this.#connection.execSql(request)
    })
  }
}

/** Where a gateway sends the client; the driver keeps it beside its public face. */
function readRouting(connection: object): { readonly server: string; readonly port: number } | null {
  const routing = (connection as { readonly routingData?: { readonly server: string; readonly port: number } })
    .routingData
  return routing ?? null
}

/** Also without encryption the sign-in itself is encrypted where the server can; its certificate is not looked at. */
function makeTls({ ssl, ca }: Params) {
  if (ssl === 'verify')
    return { encrypt: true, trustServerCertificate: false, ...(ca ? { cryptoCredentialsDetails: { ca } } : {}) }
  return { encrypt: ssl === 'require', trustServerCertificate: true }
}
