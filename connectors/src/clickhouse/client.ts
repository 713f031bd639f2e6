import type { AccountVerdict, ConnectorContext, EgressResponse } from '@sluice/connector-kit'
import { toRefusal } from './failure.ts'
import type { Params } from './manifest.ts'

export interface Question {
  readonly sql: string
  /** Rows behind an INSERT. */
  readonly body?: Uint8Array
  /** The server may change nothing. */
  readonly isReading?: boolean
  readonly signal?: AbortSignal
}

/** Statements of 30 KiB and less fit the address of a request. */
const LONGEST_IN_URL = 30_000
const TIMEOUT_MS = 300_000

/** Statements over the HTTP interface; each is a request of its own, so nothing is kept at the server. */
export class Client {
  readonly #params: Params
  readonly #context: ConnectorContext
  /** [24, 3] once it is known. */
  #version: readonly [number, number] = [0, 0]
  /** The user's own profile may forbid changes already; then no setting may be given. So it is until it is known. */
  #isLimited = true

  private constructor(params: Params, context: ConnectorContext) {
    this.#params = params
    this.#context = context
    context.account?.meterRequests()
  }

  /** @throws Failure when the server cannot be reached or refuses the user */
  static async open(params: Params, context: ConnectorContext): Promise<Client> {
    const client = new Client(params, context)
    const [row] = await client.rows("select version(), (select value from system.settings where name = 'readonly')")
    const [major = 0, minor = 0] = (row?.[0] ?? '').split('.').map(Number)
    client.#version = [major, minor]
    client.#isLimited = row?.[1] !== '0'
    return client
  }

  get version(): string {
    return this.#version.join('.')
  }

  isAtLeast(major: number, minor: number): boolean {
    return this.#version[0] > major || (this.#version[0] === major && this.#version[1] >= minor)
  }

  /** Rows of a small answer, as text; NULL is null. */
  async rows(sql: string, signal?: AbortSignal): Promise<(string | null)[][]> {
    const question = { sql: `${sql} format TabSeparated`, isReading: true, ...(signal ? { signal } : {}) }
    const text = Buffer.from((await this.ask(question)).bytes).toString('utf8')
    return text
      .split('\n')
      .slice(0, -1)
      .map(line => line.split('\t').map(readCell))
  }

  /** @throws Failure; whether it was sent is told by `wasSent` */
  async ask({ sql, body, isReading, signal }: Question): Promise<EgressResponse> {
    const { url, database, username, password, skip_tls_verify: skipTlsVerify } = this.#params
    const target = new URL(url)
    const settings: Record<string, string> = {
      database,
      // The status then tells of errors at the end of an answer too.
      wait_end_of_query: '1',
      ...(isReading && !this.#isLimited ? { readonly: '2' } : {}),
      ...(body ? this.#writeSettings() : {}),
    }
    for (const [name, value] of Object.entries(settings)) target.searchParams.set(name, value)
    const isLong = sql.length > LONGEST_IN_URL
    if (body && !isLong) target.searchParams.set('query', sql)
    const content = body ? (isLong ? Buffer.concat([Buffer.from(`${sql}\n`), body]) : body) : sql
    const { egress, account } = this.#context
    const send = () =>
      egress.fetch(target.href, {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          'x-clickhouse-user': username,
          ...(password ? { 'x-clickhouse-key': password } : {}),
        },
        body: content,
        timeoutMs: TIMEOUT_MS,
        skipTlsVerify: skipTlsVerify ?? false,
        ...(signal ? { signal } : {}),
      })
    const answer = account ? await account.run(send, signal, judge) : await send()
    if (answer.status !== 200) throw toRefusal(answer)
    return answer
  }

  /** The answer comes when the rows are there, on all servers of a distributed table. */
  #writeSettings(): Record<string, string> {
    return {
      insert_distributed_sync: '1',
      // One block: a part of it is never written by itself.
      max_insert_block_size: '10000000',
      ...(this.isAtLeast(21, 11) ? { async_insert: '0' } : {}),
      ...(this.isAtLeast(20, 1) ? { input_format_null_as_default: '0' } : {}),
    }
  }
}

const judge = ({ status }: EgressResponse): AccountVerdict => ({ isUp: status < 502, status })

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', '0': '\0' }
const readCell = (cell: string): string | null =>
  cell === '\\N' ? null : cell.replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter)
