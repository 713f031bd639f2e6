import { isIP, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { type ConnectorContext, explainTls, watchStartTls } from '@sluice/connector-kit'
import { Failure } from '@sluice/contract'
import type { Connection, ResultSetHeader } from 'mysql2'
import { toFailure } from './failure.ts'
import type { Params } from './manifest.ts'

export const DIAL_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_SECONDS = 300
const LOCK_TIMEOUT_SECONDS = 30
const KEEP_ALIVE_MS = 30_000
/** Every batch size has its own statement; few sizes are used. */
const MAX_PREPARED = 20

/** Strict: a value that does not fit is an error. Zero stays zero in auto-increment columns. */
const SQL_MODE =
  'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO'

/** A value as the driver gives it under our settings. */
export type Cell = string | number | Buffer | null
export type Row = readonly Cell[]
export type Param = string | Uint8Array | null

/** A column of an answer by the numbers of the protocol. */
export interface AnswerField {
  readonly name: string
  readonly type: number
  readonly length: number
  readonly decimals: number
  readonly charset: number
  readonly flags: number
}

/** One database session over a socket of the egress. */
export class Session {
  readonly #connection: Connection
  readonly #socket: Socket
  /** Of the server: the longest packet it takes or sends. */
  readonly maxPacketBytes: number
  readonly isMariaDb: boolean
  readonly version: string
  #isBroken = false

  private constructor(connection: Connection, socket: Socket, facts: { version: string; maxPacketBytes: number }) {
    this.#connection = connection
    this.#socket = socket
    this.maxPacketBytes = facts.maxPacketBytes
    this.version = facts.version
    this.isMariaDb = /mariadb/i.test(facts.version)
    connection.on('error', () => {
      this.#isBroken = true
    })
  }

  /** @throws Failure `egress.*` | `connector.*` */
  static async open(params: Params, context: ConnectorContext, socket?: Socket): Promise<Session> {
    if (params.ssl === 'verify' && isIP(params.host) > 0) throw makeNameless(params.host)
    const { default: mysql } = await import('mysql2')
    const dialled = socket ?? (await context.egress.dial(params.host, params.port, { timeoutMs: DIAL_TIMEOUT_MS }))
    const connection = mysql.createConnection({
      ...driverOptions,
      host: params.host,
      port: params.port,
      user: params.username,
      password: params.password ?? '',
      database: params.database,
      stream: dialled,
      ...makeTls(params),
    })
    connection.on('error', () => undefined)
    watchStartTls(connection)
    dialled.setKeepAlive(true, KEEP_ALIVE_MS)
    const deadline = setTimeout(() => cut(dialled, 'connect ETIMEDOUT'), DIAL_TIMEOUT_MS)
    try {
      await new Promise<void>((resolve, reject) => connection.connect(error => (error ? reject(error) : resolve())))
      const [[version, maxPacket] = []] = await ask(connection, 'select version(), @@max_allowed_packet')
      const session = new Session(connection, dialled, { version: String(version), maxPacketBytes: Number(maxPacket) })
      for (const sql of makePrelude(params.time_zone ?? '+00:00', session.isMariaDb)) await session.query(sql)
      return session
    } catch (error) {
      cut(dialled, 'Connection lost')
      throw explainTls(error, `${params.host}:${params.port}`) ?? toFailure(error, 'Signing in failed')
    } finally {
      clearTimeout(deadline)
    }
  }

  get isBroken(): boolean {
    return this.#isBroken
  }

  /** A statement without user text in it; `values` fill its question marks. */
  query(sql: string, values: readonly Param[] = []): Promise<readonly Row[]> {
    return ask(this.#connection, sql, values)
  }

  /** The columns of a statement's answer. */
  fields(sql: string): Promise<readonly AnswerField[]> {
    return new Promise((resolve, reject) => {
      this.#connection.query({ sql, rowsAsArray: true }, (error, _, fields) => {
        if (error) return reject(error)
        resolve(
          fields.map(each => ({
            name: each.name,
            type: each.columnType ?? 0,
            length: each.columnLength ?? 0,
            decimals: each.decimals ?? 0,
            charset: each.characterSet ?? 0,
            flags: Number(each.flags),
          })),
        )
      })
    })
  }

  /** Rows one by one; the statement is under way until the stream ends. The text may hold question marks. */
  stream(sql: string): Readable {
    const rows = this.#connection.query({ sql, rowsAsArray: true }).stream({ highWaterMark: 500 })
    // The driver leaves a stream open when its connection is cut.
    const end = () => rows.destroy(new Error('Connection lost'))
    this.#socket.once('close', end)
    rows.once('close', () => this.#socket.removeListener('close', end))
    return rows
  }

  /** A prepared statement; answers with the rows found by it. */
  execute(sql: string, values: readonly Param[]): Promise<ResultSetHeader> {
    return new Promise((resolve, reject) => {
      let isAnswered = false
      const command = this.#connection.execute<ResultSetHeader>(sql, [...values] as string[], (error, result) => {
        isAnswered = true
        if (error) reject(error)
        else resolve(result)
      }) // the driver takes Buffer and null too
      // A server that asks for a file instead of answering makes the driver drop the statement without a word.
      command.once('end', () =>
        setImmediate(() => {
          if (isAnswered) return
          this.destroy()
          reject(new Error('Connection lost'))
        }),
      )
    })
  }

  /** Cuts the connection at once; a statement under way ends with an error. */
  destroy(): void {
    this.#isBroken = true
    cut(this.#socket, 'Connection lost')
  }

  async close(): Promise<void> {
    if (this.#isBroken) return this.destroy()
    this.#isBroken = true
    const ended = new Promise<void>(resolve => this.#connection.end(() => resolve()))
    await Promise.race([ended, new Promise(resolve => setTimeout(resolve, 500).unref())])
    cut(this.#socket, 'Connection lost')
  }
}

/** The driver checks certificates against names only; for an address it would check against `localhost`. */
const makeNameless = (host: string): Failure =>
  new Failure({
    code: 'connector.tls',
    message: `The certificate of ${host} cannot be checked, because it is an address and not a name.`,
    field: 'host',
    advice: 'Give the host name that stands in the certificate.',
  })

/** With an error, because the driver leaves statements unanswered when it is told to destroy itself. */
export function cut(socket: Socket, reason: string): void {
  if (!socket.destroyed) socket.destroy(new Error(reason))
}

export function ask(connection: Connection, sql: string, values: readonly Param[] = []): Promise<readonly Row[]> {
  return new Promise((resolve, reject) => {
    connection.query({ sql, values: [...values], rowsAsArray: true }, (error, rows) =>
      error ? reject(error) : resolve(rows as unknown as Row[]),
    ) // rowsAsArray
  })
}

export const driverOptions = {
  connectTimeout: DIAL_TIMEOUT_MS,
  // The server must never be able to ask for a file of this machine.
  flags: ['-LOCAL_FILES'],
  charset: 'utf8mb4',
  multipleStatements: false,
  maxPreparedStatements: MAX_PREPARED,
  // Text wherever a JavaScript value could lose something.
  dateStrings: true,
  supportBigNumbers: true,
  bigNumberStrings: true,
  jsonStrings: true,
  // Parsers are not generated by eval.
  disableEval: true,
}

export function makeTls(params: Params): {
  ssl?: { rejectUnauthorized: boolean; verifyIdentity?: boolean; ca?: string }
} {
  if (params.ssl === 'require') return { ssl: { rejectUnauthorized: false } }
  if (params.ssl === 'verify')
    return { ssl: { rejectUnauthorized: true, verifyIdentity: true, ...(params.ca ? { ca: params.ca } : {}) } }
  return {}
}

function makePrelude(timeZone: string, isMariaDb: boolean): string[] {
  const zone = /^[+-]\d{2}:\d{2}$/.test(timeZone) ? timeZone : '+00:00'
  const limit = isMariaDb
    ? `max_statement_time = ${STATEMENT_TIMEOUT_SECONDS}`
    : `max_execution_time = ${STATEMENT_TIMEOUT_SECONDS * 1000}`
  const settings = [
    `sql_mode = '${SQL_MODE}'`,
    `time_zone = '${zone}'`,
    `innodb_lock_wait_timeout = ${LOCK_TIMEOUT_SECONDS}`,
    // A reader that waits for its target must not be thrown out.
    'net_write_timeout = 600',
    limit,
  ]
  return [`set ${settings.map(setting => `session ${setting}`).join(', ')}`]
}
