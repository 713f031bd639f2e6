import { Failure, toFailure } from '@sluice/contract'
import pg from 'pg'
import { connectionFailure } from './connection-failure.ts'
import { openListener } from './listener.ts'
import { resultTypes } from './result-types.ts'
import { getSqlState, SqlState } from './sql-state.ts'
import { openTx, type TransactionOptions, type Tx } from './tx.ts'
import { type AnswerNews, type Answers, watchAnswers } from './watch-answers.ts'

export interface DatabaseOptions {
  /** `postgresql://…`, of a migrated database; the login must be a member of `sluice_app`. */
  readonly url: string
  /** Connections at most. Default 10. */
  readonly poolSize?: number
  /** How long a transaction waits for a free connection. Default 10 s. */
  readonly acquireTimeoutMs?: number
  /**
   * A transaction in which nothing happens for this long is ended by the server: a process that stands still, or is
   * gone without a word, must not keep its rows from the others. Default 60 s.
   */
  readonly idleTransactionMs?: number
  /** Told when the server stops answering, and when it answers again. */
  readonly report?: (news: AnswerNews) => void
  /** Told about connections lost while idle. */
  readonly log?: (message: string, error: unknown) => void
}

export interface Database {
  /** As given: for the job engine, which owns its own schema and keeps its own connections. */
  readonly url: string
  /** One transaction that sees and writes only this tenant's rows. Committed when `work` resolves, else undone. */
  withTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * One statement in a transaction of its own, in one round trip: for what is asked so often that the way there and back is what
   * it costs. `statement` names its one value `$1`, which is JSON. Committed when it resolves.
   */
  askOnce<Row extends object>(
    tenantId: string,
    statement: string,
    json: string,
    options?: Pick<TransactionOptions, 'durable'>,
  ): Promise<Row[]>
  /** One transaction over all tenants: sign-in, scheduling, making tenants. Never for a request that has a tenant. */
  withSystem<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Messages of `pg_notify(channel, payload)`, from commit on; the answer ends it. Messages sent while the connection was lost are missing. */
  listen(channel: string, receive: (payload: string) => void): Promise<() => Promise<void>>
  /** Resolves when the server answers. */
  ping(): Promise<void>
  /** Connections now: open, of these idle, and transactions waiting for one. */
  countConnections(): { readonly total: number; readonly idle: number; readonly waiting: number }
  /** Whether the server answers, and how long it was away. */
  readAnswers(): Answers
  close(): Promise<void>
}

/** Every transaction works as this role, so that row-level security binds whoever logs in, a superuser too. */
export const APP_ROLE = 'sluice_app'

/** Connects once, so that a wrong URL or a database without migrations fails here. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const pool = createPool(options)
  const home: Home = { pool, url: options.url }
  const listener = openListener(options)
  const answers = watchAnswers(options.report)
  const database: Database = {
    url: options.url,
    withTenant: (tenantId, work, settings) => answers.watch(withTenant(home, tenantId, work, settings)),
    askOnce: (tenantId, statement, json, settings) =>
      answers.watch(askOnce(home, { tenantId, statement, json, isDurable: settings?.durable ?? true })),
    withSystem: (work, settings) => answers.watch(runTransaction(home, SYSTEM, work, settings)),
    listen: listener.listen,
    ping: async () => {
      await answers.watch(runTransaction(home, SYSTEM, tx => tx.query('select 1'), {}))
    },
    countConnections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    readAnswers: answers.read,
    close: async () => {
      await listener.close()
      await pool.end()
    },
  }
  try {
    await database.ping()
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

// Asked after 5 s of silence, the peer of a cut cable is given up 6 s later, and its transaction with it. Over a unix
// socket these say nothing.
const KEEPALIVE = 'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3'

// The policies make the planner think that a statement of a millisecond reads whole tables; translating it to machine
// code then takes seconds, each time anew: a claim beside a million queued runs took 3.4 s for 0.5 ms of work.
const NO_COMPILING = 'set jit = off'

function createPool(options: DatabaseOptions): pg.Pool {
  const { url, poolSize = 10, acquireTimeoutMs = 10_000, idleTransactionMs = 60_000, log } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: acquireTimeoutMs,
    keepAlive: true,
    application_name: 'sluice',
    types: resultTypes,
    // Dates that SQL itself computes must not depend on the machine. Results are read in any zone.
    onConnect: client =>
      client.query(
        `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = iso_8601; ${KEEPALIVE}; ${NO_COMPILING};
         set idle_in_transaction_session_timeout = ${Math.trunc(idleTransactionMs)}`,
      ),
  })
  pool.on('error', error => log?.('keeping an idle database connection', error))
  return pool
}

interface Home {
  readonly pool: pg.Pool
  /** For messages, without its password. */
  readonly url: string
}

interface Identity {
  readonly tenantId: string | null
  /** The statement that marks the transaction. */
  readonly mark: string
}

const SYSTEM: Identity = { tenantId: null, mark: "set local app.system = 'on'" }
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

async function withTenant<T>(
  home: Home,
  tenantId: string,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions | undefined,
): Promise<T> {
  const groups = options?.groups
  const scope = groups ? `; set local app.groups = ${pg.escapeLiteral(JSON.stringify(groups))}` : ''
  return runTransaction(home, { tenantId, mark: `${markOf(tenantId)}${scope}` }, work, options)
}

/** Checked because it becomes part of a statement: SET takes no parameters. */
function markOf(tenantId: string): string {
  if (!UUID.test(tenantId)) throw toFailure(new Error('opening a transaction: the tenant id is not a UUID'))
  return `set local app.tenant = '${tenantId}'`
}

interface Question {
  readonly tenantId: string
  readonly statement: string
  readonly json: string
  readonly isDurable: boolean
}

async function askOnce<Row extends object>(
  home: Home,
  { tenantId, statement, json, isDurable }: Question,
): Promise<Row[]> {
  const text = statement.replace('$1', () => `${pg.escapeLiteral(json)}::jsonb`)
  const client = await home.pool.connect().catch((error: unknown) => {
    throw connectionFailure(home.url, error)
  })
  const ignore = (): void => undefined
  client.on('error', ignore)
  let broken = false
  try {
    const answers: unknown = await client.query(
      `${writeBegin(markOf(tenantId), isDurable ? {} : { durable: false })}; ${text}; commit`,
    )
    // One for each statement; the one before `commit` is the caller's.
    return ((answers as pg.QueryResult[]).at(-2)?.rows ?? []) as Row[] // the caller's word
  } catch (error) {
    broken = !(await rollBack(client))
    throw error
  } finally {
    client.off('error', ignore)
    client.release(broken)
  }
}

async function runTransaction<T>(
  home: Home,
  identity: Identity,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const client = await home.pool.connect().catch((error: unknown) => {
    throw connectionFailure(home.url, error)
  })
  // A connection that breaks while it is taken also rejects its statement; without a listener it would end the process.
  const ignore = (): void => undefined
  client.on('error', ignore)
  let broken = false
  try {
    await begin(client, home.url, identity, options)
    return await runOn(client, identity.tenantId, work)
  } catch (error) {
    broken = !(await rollBack(client))
    throw error
  } finally {
    client.off('error', ignore)
    client.release(broken)
  }
}

async function runOn<T>(client: pg.PoolClient, tenantId: string | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { tx, close } = openTx(client, tenantId)
  let result: T
  try {
    result = await work(tx)
  } finally {
    close()
  }
  const { command } = await client.query('commit')
  // After a failed statement PostgreSQL answers COMMIT with ROLLBACK: somebody caught that error and went on.
  if (command !== 'COMMIT') throw toFailure(new Error('committing: a statement failed before, so all was undone'))
  return result
}

/** One round trip. The role and the tenant are local, so neither can outlive the transaction on this connection. */
async function begin(
  client: pg.PoolClient,
  url: string,
  identity: Identity,
  options: TransactionOptions,
): Promise<void> {
  try {
    await client.query(writeBegin(identity.mark, options))
  } catch (error) {
    if (!isRoleMissing(error)) throw connectionFailure(url, error)
    throw new Failure({
      code: 'database.not-migrated',
      message: `The database has no role ${APP_ROLE} that this login may take on.`,
      field: 'DATABASE_URL',
      advice: `Run the migrations, or let an administrator run: grant ${APP_ROLE} to <the login of DATABASE_URL>`,
      cause: error,
    })
  }
}

function writeBegin(mark: string, options: TransactionOptions): string {
  const isolation = options.isolation === undefined ? '' : ` isolation level ${options.isolation}`
  const access = options.readOnly ? ' read only' : ''
  const timeout =
    options.statementTimeoutMs === undefined
      ? ''
      : `; set local statement_timeout = ${Math.max(1, Math.trunc(options.statementTimeoutMs))}`
  const patience = options.durable === false ? '; set local synchronous_commit = off' : ''
  return `begin${isolation}${access}; set local role ${APP_ROLE}; ${mark}${timeout}${patience}`
}

// 22023: the role does not exist; 42501: it exists and the login is no member.
const isRoleMissing = (error: unknown): boolean =>
  ['22023', SqlState.insufficientPrivilege].includes(getSqlState(error) ?? '')

/** false: the state of the connection is unknown and it must not serve anybody again. */
async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return client.getTransactionStatus() === 'I'
  } catch {
    return false
  }
}
