import type { ConnectorContext } from '@sluice/connector-kit'
import { Failure } from '@sluice/contract'
import {
  type Binds,
  type Driver,
  type DriverColumn,
  type DriverConnection,
  goOutBy,
  loadDriver,
  type WayOut,
} from './driver.ts'
import { silent, toFailure } from './failure.ts'
import type { Params } from './manifest.ts'

const STATEMENT_TIMEOUT_MS = 300_000
const SIGN_IN_MS = 60_000
const CONNECT_SECONDS = 10
/** Rows of one exchange with the server. */
const FETCH_ROWS = 200

export type Cell = string | number | Buffer | null
export type Row = readonly Cell[]

const UNICODE = /^(?:AL32UTF8|UTF8)$/

/** One session of the thin driver over sockets of the egress. Numbers and large objects come as texts and bytes. */
export class Session {
  readonly driver: Driver
  readonly #connection: DriverConnection
  readonly #out: WayOut
  readonly version: string
  /** Whether the character set of the database holds every character. */
  readonly isUnicode: boolean
  #isBroken = false

  private constructor(driver: Driver, connection: DriverConnection, out: WayOut, charset: string) {
    this.driver = driver
    this.#connection = connection
    this.#out = out
    this.version = connection.oracleServerVersionString
    this.isUnicode = UNICODE.test(charset)
  }

  /** @throws Failure `egress.*` | `connector.*` */
  static async open(params: Params, context: ConnectorContext, signInMs = SIGN_IN_MS): Promise<Session> {
    const driver = await loadDriver()
    const out: WayOut = { egress: context.egress, sockets: [], ca: params.ca, failure: null }
    const connectString = makeDescriptor(params)
    // The driver waits for a server that says nothing as long as the line stands.
    const timer = setTimeout(() => {
      out.failure ??= silent()
      cut(out)
    }, signInMs)
    try {
      const connection = await goOutBy(out, () =>
        driver.getConnection({
          user: params.username,
          password: params.password ?? '',
          connectString,
        }),
      )
      connection.callTimeout = STATEMENT_TIMEOUT_MS
      for (const sql of PRELUDE) await connection.execute(sql, {}, {})
      const charset = await connection.execute(
        "select value from nls_database_parameters where parameter = 'NLS_CHARACTERSET'",
        {},
        {},
      )
      return new Session(driver, connection, out, String(charset.rows?.[0]?.[0] ?? ''))
    } catch (error) {
      cut(out)
      throw out.failure ?? toFailure(error, 'Signing in failed')
    } finally {
      clearTimeout(timer)
    }
  }

  get isBroken(): boolean {
    return this.#isBroken
  }

  /** All rows of a small answer. */
  async query(sql: string, binds: Binds = {}): Promise<readonly Row[]> {
    const { rows } = await this.#connection.execute(sql, binds, { ...this.#fetching(), fetchArraySize: FETCH_ROWS })
    return (rows ?? []) as readonly Row[] // #fetching makes them so
  }

  /** How many rows it changed; nothing is committed. */
  async execute(sql: string, binds: Binds = {}): Promise<number> {
    return (await this.#connection.execute(sql, binds, {})).rowsAffected ?? 0
  }

  /** The columns of a query, without its rows. */
  async columns(sql: string): Promise<readonly DriverColumn[]> {
    return (await this.#connection.execute(sql, {}, { maxRows: 1 })).metaData ?? []
  }

  /** Each row by itself: the refused ones are told by their place, the others are kept. */
  async executeMany(
    sql: string,
    rows: readonly Binds[],
    bindDefs: Readonly<Record<string, unknown>>,
  ): Promise<readonly { readonly at: number; readonly error: Error }[]> {
    const { batchErrors = [] } = await this.#connection.executeMany(sql, rows, {
      bindDefs,
      batchErrors: true,
      autoCommit: false,
    })
    return batchErrors.map(error => ({ at: error.offset, error }))
  }

  /** Rows one by one; the server sends more only when they are taken. */
  async *stream(sql: string): AsyncIterable<Row> {
    const options = { ...this.#fetching(), resultSet: true, fetchArraySize: FETCH_ROWS, prefetchRows: FETCH_ROWS }
    const { resultSet } = await this.#connection.execute(sql, {}, options)
    if (!resultSet) return
    try {
      for (;;) {
        const rows = await resultSet.getRows(FETCH_ROWS)
        yield* rows as readonly Row[] // #fetching makes them so
        if (rows.length === 0) return
      }
    } finally {
      await resultSet.close().catch(() => this.destroy())
    }
  }

  commit(): Promise<void> {
    return this.#connection.commit()
  }

  rollback(): Promise<void> {
    return this.#connection.rollback()
  }

  /** Cuts the connection at once; a statement under way ends with an error. */
  destroy(): void {
    this.#isBroken = true
    cut(this.#out)
    this.#connection.close({ drop: true }).catch(() => undefined)
  }

  async close(): Promise<void> {
    if (this.#isBroken) return this.destroy()
    this.#isBroken = true
    const ended = this.#connection.close().catch(() => undefined)
    await Promise.race([ended, new Promise(resolve => setTimeout(resolve, 500).unref())])
    cut(this.#out)
  }

  /** A number would become a float, a large object a thing to be read piece by piece. */
  #fetching(): Readonly<Record<string, unknown>> {
    const { DB_TYPE_VARCHAR, DB_TYPE_RAW } = this.driver
    return {
      fetchTypeHandler: ({ dbTypeName }: DriverColumn) => {
        if (/^NUMBER$|CLOB$|^LONG$/.test(dbTypeName)) return { type: DB_TYPE_VARCHAR }
        return /BLOB$|^LONG RAW$/.test(dbTypeName) ? { type: DB_TYPE_RAW } : undefined
      },
    }
  }
}

const cut = ({ sockets }: WayOut): void => {
  for (const socket of sockets) socket.destroy()
}

/** What a text of the session means, whatever the server's settings are. */
const PRELUDE = [
  `alter session set time_zone = '+00:00' nls_numeric_characters = '.,' nls_sort = binary nls_comp = binary nls_date_format = 'YYYY-MM-DD HH24:MI:SS' nls_timestamp_format = 'YYYY-MM-DD HH24:MI:SS.FF9' nls_timestamp_tz_format = 'YYYY-MM-DD HH24:MI:SS.FF9 TZH:TZM'`,
  'alter session set ddl_lock_timeout = 30',
]

function makeDescriptor({ host, port, database, connect_by: connectBy, ssl }: Params): string {
  const wrong = [host, database].find(text => /[()='"\\\s]/.test(text))
  if (wrong !== undefined)
    throw new Failure({
      code: 'params.invalid',
      message: `"${wrong}" has a character that an address of Oracle cannot have.`,
      field: wrong === host ? 'host' : 'database',
      value: wrong,
    })
  const place = `(ADDRESS=(PROTOCOL=${ssl === 'verify' ? 'tcps' : 'tcp'})(HOST=${host})(PORT=${port}))`
  const service = `(CONNECT_DATA=(${connectBy === 'sid' ? 'SID' : 'SERVICE_NAME'}=${database}))`
  return `(DESCRIPTION=(TRANSPORT_CONNECT_TIMEOUT=${CONNECT_SECONDS})${place}${service})`
}
