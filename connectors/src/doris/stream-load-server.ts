import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise'

/** What the next loads meet. */
export type Fault =
  | 'redirect away'
  | 'publish timeout'
  | 'cut before the rows are kept'
  | 'cut behind the rows'
  | 'too many versions'
  | 'no memory'
  | 'label running'

export interface SeenLoad {
  readonly label: string
  readonly headers: Readonly<Record<string, string>>
  readonly count: number
  readonly role: 'fe' | 'be'
}

/**
 * A stand-in of Stream Load as its vendor documents it: an FE that redirects, a BE that takes rows under labels, an error
 * log. The rows go into a real table of MariaDB, in one transaction, so that reads by the MySQL protocol see them.
 */
export class StreamLoadServer {
  readonly loads: SeenLoad[] = []
  readonly faults: Fault[] = []
  /** Labels that end as aborted or visible only when somebody asks. */
  readonly labels = new Map<string, 'PREPARE' | 'COMMITTED' | 'VISIBLE' | 'ABORTED'>()
  readonly #be = createServer((request, response) => this.#answer(request, response, 'be'))
  readonly #fe = createServer((request, response) => this.#answer(request, response, 'fe'))
  readonly #options: mysql.ConnectionOptions
  #errors = ''

  constructor(options: mysql.ConnectionOptions) {
    this.#options = options
    for (const [server, role] of [
      [this.#be, 'be'],
      [this.#fe, 'fe'],
    ] as const)
      server.on('checkContinue', (request, response) => this.#answer(request, response, role))
  }

  async listen(): Promise<void> {
    for (const server of [this.#be, this.#fe])
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  }

  get feUrl(): string {
    return `http://127.0.0.1:${(this.#fe.address() as AddressInfo).port}` // it listens on a port
  }

  get beUrl(): string {
    return `http://127.0.0.1:${(this.#be.address() as AddressInfo).port}` // as above
  }

  async close(): Promise<void> {
    for (const server of [this.#be, this.#fe]) {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse, role: 'fe' | 'be'): void {
    // A line that was cut by the other side.
    this.#serve(request, response, role).catch(() => response.destroy())
  }

  async #serve(request: IncomingMessage, response: ServerResponse, role: 'fe' | 'be'): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://here')
    if (url.pathname === '/api/_load_error_log') return void response.end(this.#errors)
    if (request.headers.authorization !== this.#authorization()) {
      response
        .writeHead(401)
        .end(JSON.stringify({ status: 'FAILED', msg: "Access denied for user 'x'@'y' (using password: YES)" }))
      return
    }
    const [, , database, table, verb] = url.pathname.split('/').map(decodeURIComponent)
    if (table === 'get_load_state') {
      const label = url.searchParams.get('label') ?? ''
      response.end(JSON.stringify({ msg: 'success', code: 0, data: this.labels.get(label) ?? 'UNKNOWN', count: 0 }))
      return
    }
    if (verb !== '_stream_load' || database !== this.#options.database) return void response.writeHead(404).end()
    if (request.headers.expect !== '100-continue')
      return void response.writeHead(400).end('There is no 100-continue header')
    if (role === 'fe') {
      const away = this.faults[0] === 'redirect away' && this.faults.shift()
      const to = away ? 'ftp://elsewhere' : this.beUrl.replace('://', `://${this.#options.user}:secret@`)
      response.writeHead(307, { location: to + (request.url ?? '') }).end()
      return
    }
    response.writeContinue()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // a request without encoding gives buffers
    await this.#take(request, response, table ?? '', Buffer.concat(chunks).toString('utf8'))
  }

  async #take(request: IncomingMessage, response: ServerResponse, table: string, body: string): Promise<void> {
    const headers = request.headers as Record<string, string> // none is repeated
    const label = headers['label'] ?? ''
    const rows = body.split('\n').map(line => JSON.parse(line) as Record<string, string | null>)
    this.loads.push({ label, headers, count: rows.length, role: 'be' })
    const answer = (said: object) => response.end(JSON.stringify({ TxnId: 1, Label: label, ...said }, null, 4))
    const known = this.labels.get(label)
    if (known !== undefined && known !== 'ABORTED')
      return void answer({
        Status: 'Label Already Exists',
        ExistingJobStatus: known === 'PREPARE' ? 'RUNNING' : 'FINISHED',
        Message: `Label [${label}] has already been used`,
      })
    const fault = this.faults.shift()
    if (fault === 'cut before the rows are kept') return void request.socket.resetAndDestroy()
    if (fault === 'too many versions')
      return void answer({
        Status: 'Fail',
        Message:
          '[INTERNAL_ERROR]tablet error: [E-235]failed to init rowset builder. version count: 2001, exceed limit: 2000',
      })
    if (fault === 'no memory')
      return void answer({ Status: 'Fail', Message: '[MEM_LIMIT_EXCEEDED]memory limit exceeded' })
    const columns = (headers['columns'] ?? '').split(',')
    const refused = await this.#write(table, columns, rows, headers['merge_type'] === 'DELETE')
    if (refused !== null) {
      this.labels.set(label, 'ABORTED')
      this.#errors = `Reason: column_name[${refused.field}], ${refused.reason}. src line [${JSON.stringify(refused.row)}]; \n`
      return void answer({
        Status: 'Fail',
        Message: '[DATA_QUALITY_ERROR]too many filtered rows',
        NumberTotalRows: rows.length,
        NumberFilteredRows: 1,
        ErrorURL: `${this.beUrl}/api/_load_error_log?file=__shard_1/error_log`,
      })
    }
    this.labels.set(
      label,
      fault === 'label running' ? 'PREPARE' : fault === 'publish timeout' ? 'COMMITTED' : 'VISIBLE',
    )
    if (fault === 'cut behind the rows' || fault === 'label running') return void request.socket.resetAndDestroy()
    const isLate = fault === 'publish timeout'
    answer({ Status: isLate ? 'Publish Timeout' : 'Success', Message: 'OK', NumberLoadedRows: rows.length })
  }

  /** All rows in one transaction, or the first one that does not fit. */
  async #write(
    table: string,
    columns: readonly string[],
    rows: readonly Record<string, string | null>[],
    isDelete: boolean,
  ) {
    const connection: Connection = await mysql.createConnection(this.#options)
    const names = columns.map(name => name.replaceAll('`', ''))
    const [keys] = await connection.query<RowDataPacket[]>(
      "select column_name as name from information_schema.columns where table_schema = database() and table_name = ? and column_key = 'PRI'",
      [table],
    )
    const rest = names.filter(name => !keys.some(key => key['name'] === name))
    const update = (rest.length === 0 ? names : rest).map(name => `\`${name}\` = values(\`${name}\`)`).join(', ')
    const sql = isDelete
      ? `delete from \`${table}\` where ${names.map(name => `\`${name}\` = ?`).join(' and ')}`
      : `insert into \`${table}\` (${columns.join(',')}) values (${names.map(() => '?').join(',')})${keys.length > 0 ? ` on duplicate key update ${update}` : ''}`
    try {
      await connection.query("set sql_mode = 'STRICT_ALL_TABLES', time_zone = '+00:00'")
      await connection.beginTransaction()
      for (const row of rows)
        try {
          await connection.query(
            sql,
            names.map(name => row[name] ?? null),
          )
        } catch (error) {
          await connection.rollback()
          const reason = error instanceof Error ? error.message : String(error)
          return { field: /column '?(?:`\w+`\.)*`?(\w+)/i.exec(reason)?.[1] ?? '', reason, row }
        }
      await connection.commit()
      return null
    } finally {
      await connection.end()
    }
  }

  #authorization(): string {
    return `Basic ${Buffer.from(`${this.#options.user}:${this.#options.password}`).toString('base64')}`
  }
}
