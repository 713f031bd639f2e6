import { isIP, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { type ConnectorContext, explainTls, watchStartTls } from '@sluice/connector-kit'
import { Failure } from '@sluice/contract'
import type { Connection } from 'mysql2'
import { quoteText } from './dialect.ts'
import { toFailure } from './failure.ts'
import type { Params } from './manifest.ts'

const DIAL_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_SECONDS = 300

/** A value as the driver gives it under our settings. */
export type Cell = string | number | Buffer | null
export type Row = readonly Cell[]

/** One session with an FE over a socket of the egress. Statements are text: an FE prepares few of them. */
export class Session {
  readonly #connection: Connection
  readonly #socket: Socket
  readonly version: string
  #isBroken = false

  private constructor(connection: Connection, socket: Socket, version: string) {
    this.#connection = connection
    this.#socket = socket
    this.version = version
    connection.on('error', () => {
      this.#isBroken = true
    })
  }

  /** @throws Failure `egress.*` | `connector.*` */
  static async open(params: Params, context: ConnectorContext): Promise<Session> {
    const { host, port, ssl } = params
    if (ssl === 'verify' && isIP(host) > 0)
      throw new Failure({
        code: 'connector.tls',
        message: `The certificate of ${host} cannot be checked, because it is an address and not a name.`,
        field: 'host',
        advice: 'Give the host name that stands in the certificate.',
      })
    const { default: mysql } = await import('mysql2')
    const socket = await context.egress.dial(host, port, { timeoutMs: DIAL_TIMEOUT_MS })
    const connection = mysql.createConnection({
      ...driverOptions,
      host,
      port,
      user: params.username,
      password: params.password ?? '',
      database: params.database,
      stream: socket,
      ...makeTls(params),
    })
    connection.on('error', () => undefined)
    watchStartTls(connection)
    const deadline = setTimeout(() => cut(socket, 'connect ETIMEDOUT'), DIAL_TIMEOUT_MS)
    try {
      await new Promise<void>((resolve, reject) => connection.connect(error => (error ? reject(error) : resolve())))
      const session = new Session(connection, socket, await readVersion(connection))
      await session.query(
        `set sql_mode = 'STRICT_TRANS_TABLES', time_zone = '+00:00', net_write_timeout = 600${session.isDoris ? `, query_timeout = ${STATEMENT_TIMEOUT_SECONDS}` : ''}`,
      )
      return session
    } catch (error) {
      cut(socket, 'Connection lost')
      throw explainTls(error, `${host}:${port}`) ?? toFailure(error, 'Signing in failed')
    } finally {
      clearTimeout(deadline)
    }
  }

  get isBroken(): boolean {
    return this.#isBroken
  }

  /** Others that speak this protocol lack its settings. */
  get isDoris(): boolean {
    return /doris|selectdb|palo/i.test(this.version)
  }

  /** `values` fill the question marks as texts; the statement has no other question marks. */
  query(sql: string, values: readonly (string | null)[] = []): Promise<readonly Row[]> {
    let next = 0
    return ask(
      this.#connection,
      values.length === 0 ? sql : sql.replace(/\?/g, () => toLiteral(values[next++] ?? null)),
    )
  }

  /** Rows one by one; the statement is under way until the stream ends. */
  stream(sql: string): Readable {
    const rows = this.#connection.query({ sql, rowsAsArray: true }).stream({ highWaterMark: 500 })
    // The driver leaves a stream open when its connection is cut.
    const end = () => rows.destroy(new Error('Connection lost'))
    this.#socket.once('close', end)
    rows.once('close', () => this.#socket.removeListener('close', end))
    return rows
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

const toLiteral = (value: string | null): string => (value === null ? 'null' : quoteText(value))

/** The comment names Doris; `version()` names the MySQL that it speaks like. */
async function readVersion(connection: Connection): Promise<string> {
  const [[comment, version] = []] = await ask(connection, 'select @@version_comment, version()')
  return `${String(comment)} (${String(version)})`.slice(0, 100)
}

/** With an error, because the driver leaves statements unanswered when it is told to destroy itself. */
function cut(socket: Socket, reason: string): void {
  if (!socket.destroyed) socket.destroy(new Error(reason))
}

function ask(connection: Connection, sql: string): Promise<readonly Row[]> {
  return new Promise((resolve, reject) => {
    connection.query({ sql, rowsAsArray: true }, (error, rows) =>
      error ? reject(error) : resolve(rows as unknown as Row[]),
    ) // rowsAsArray
  })
}

const driverOptions = {
  connectTimeout: DIAL_TIMEOUT_MS,
  // The server must never be able to ask for a file of this machine.
  flags: ['-LOCAL_FILES'],
  charset: 'utf8mb4',
  multipleStatements: false,
  // Text wherever a JavaScript value could lose something.
  dateStrings: true,
  supportBigNumbers: true,
  bigNumberStrings: true,
  jsonStrings: true,
  // Parsers are not generated by eval.
  disableEval: true,
}

function makeTls({ ssl, ca }: Params): {
  ssl?: { rejectUnauthorized: boolean; verifyIdentity?: boolean; ca?: string }
} {
  if (ssl === 'require') return { ssl: { rejectUnauthorized: false } }
  if (ssl === 'verify') return { ssl: { rejectUnauthorized: true, verifyIdentity: true, ...(ca ? { ca } : {}) } }
  return {}
}
