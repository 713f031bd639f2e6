import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { type ConnectorContext, explainTls, watchCertificate } from '@sluice/connector-kit'
import type { Client, CustomTypesConfig, Submittable } from 'pg'
import type { CopiedRows, CopyRows } from './copy-rows.ts'
import { toSessionFailure } from './failure.ts'
import type { Params } from './manifest.ts'

export const DIAL_TIMEOUT_MS = 10_000
/** One statement; reads a page or writes a batch. */
const STATEMENT_TIMEOUT_MS = 300_000
const LOCK_TIMEOUT_MS = 30_000

/** Everything arrives as the server's own text; decoding is ours. */
const rawTypes: CustomTypesConfig = { getTypeParser: () => (text: unknown) => text } as CustomTypesConfig // one parser for text and binary; binary is never asked for

/** A batch of usual size is encoded into memory kept for the next one. */
const KEPT_BYTES = 4 * 1024 * 1024

export type Row = readonly (string | null)[]

/** Sent so that the server itself refuses a second statement; the driver's types know nothing of it. */
const alone = (text: string) => ({ text, queryMode: 'extended' })

/** One database session over a socket of the egress. */
export class Session {
  readonly #client: Client
  #isBroken = false
  #buffer = Buffer.alloc(0)

  private constructor(client: Client) {
    this.#client = client
    client.on('error', () => {
      this.#isBroken = true
    })
  }

  /** @throws Failure `egress.*` | `connector.*` */
  static async open(params: Params, context: ConnectorContext, socket?: Socket): Promise<Session> {
    const { default: pg } = await import('pg')
    const { host, port } = params
    const dialled = socket ?? (await context.egress.dial(host, port, { timeoutMs: DIAL_TIMEOUT_MS }))
    const client = new pg.Client({
      host,
      port,
      database: params.database,
      user: params.username,
      // A function, because an empty text would make the driver look into the environment.
      password: () => params.password ?? '',
      ssl: makeTls(params),
      stream: () => adopt(dialled),
      application_name: 'sluice',
      connectionTimeoutMillis: DIAL_TIMEOUT_MS,
      keepAlive: true,
      types: rawTypes,
    })
    const session = new Session(client)
    try {
      // The driver says so as soon as it has begun to encrypt.
      connectionOf(client).once('sslconnect', () => watchCertificate(streamOf(client) as TLSSocket)) // it is one by then
      await client.connect()
      await client.query(makePrelude(params.time_zone ?? '+00:00'))
    } catch (error) {
      await session.close()
      throw explainTls(error, `${host}:${port}`) ?? toSessionFailure(error) ?? error
    }
    return session
  }

  get isBroken(): boolean {
    return this.#isBroken
  }

  /** Rows as text, by position. */
  async query(text: string, values: readonly (string | null)[] = []): Promise<readonly Row[]> {
    const result = await this.#client.query<string[]>({ text, values: [...values], rowMode: 'array' })
    return result.rows
  }

  /** How many rows the statement changed or gave; null where the server does not say. */
  async execute(text: string, values: readonly unknown[]): Promise<number | null> {
    return (await this.#client.query({ ...alone(text), values: [...values] })).rowCount
  }

  /** The columns of a statement's answer, by the server's own numbers of types. */
  async fields(
    text: string,
  ): Promise<readonly { readonly name: string; readonly type: number; readonly modifier: number }[]> {
    const { fields } = await this.#client.query(alone(text))
    return fields.map(({ name, dataTypeID, dataTypeModifier }) => ({
      name,
      type: dataTypeID,
      modifier: dataTypeModifier,
    }))
  }

  /** Several statements without parameters in one round trip. */
  async run(text: string): Promise<number> {
    const result = await this.#client.query(text)
    return result.rowCount ?? 0
  }

  /** The rows of a COPY … TO STDOUT, page by page. */
  copyRows(copy: CopyRows): AsyncIterable<CopiedRows> {
    this.#client.query(copy as unknown as Submittable) // the driver's own type knows nothing of its socket
    return copy.read()
  }

  /** A text as a literal of SQL. */
  quote(text: string): string {
    return this.#client.escapeLiteral(text)
  }

  /** Sends text to COPY … FROM STDIN. Answers how many rows the last COPY or INSERT of these statements took. */
  async copyIn(sql: string, text: string | Buffer): Promise<number> {
    const { from } = await import('pg-copy-streams')
    const copy = from(sql)
    let taken = 0
    // The driver tells the end of each statement; the stream itself counts a COPY alone.
    Object.assign(copy, {
      handleCommandComplete: ({ text: tag }: { readonly text: string }) => {
        const count = /^(?:COPY|INSERT 0) (\d+)$/.exec(tag)?.[1]
        if (count !== undefined) taken = Number(count)
      },
      // What a SELECT among the statements answers is not asked for.
      handleRowDescription: () => undefined,
      handleDataRow: () => undefined,
    })
    const stream = this.#client.query(copy)
    await new Promise<void>((resolve, reject) => {
      stream.once('finish', resolve)
      stream.once('error', reject)
      stream.end(typeof text === 'string' ? this.#encode(text) : text)
    })
    return taken
  }

  /** Valid until the next call: by then the server has answered. */
  #encode(text: string): Buffer {
    // A UTF-16 unit takes at most three bytes.
    const most = text.length * 3
    if (most > KEPT_BYTES) return Buffer.from(text)
    if (this.#buffer.length < most) this.#buffer = Buffer.allocUnsafe(Math.min(most * 2, KEPT_BYTES))
    return this.#buffer.subarray(0, this.#buffer.write(text))
  }

  /** Cuts the connection at once; a statement under way ends with an error. */
  destroy(): void {
    this.#isBroken = true
    streamOf(this.#client).destroy()
  }

  async close(): Promise<void> {
    if (this.#isBroken) return this.destroy()
    this.#isBroken = true
    const ended = this.#client.end().catch(() => undefined)
    await Promise.race([ended, new Promise(resolve => setTimeout(resolve, 1000).unref())])
    streamOf(this.#client).destroy()
  }
}

/** The driver's public `connection.stream` is missing from its types. */
const connectionOf = (client: Client): EventEmitter & { readonly stream: Socket } =>
  (client as unknown as { connection: EventEmitter & { stream: Socket } }).connection
export const streamOf = (client: Client): Socket => connectionOf(client).stream

export function makeTls(params: Params): false | { rejectUnauthorized: boolean; ca?: string } {
  if (params.ssl === 'require') return { rejectUnauthorized: false }
  if (params.ssl === 'verify') return { rejectUnauthorized: true, ...(params.ca ? { ca: params.ca } : {}) }
  return false
}

/** The driver wants to connect by itself; this socket is connected already, to an address that was checked. */
export function adopt(socket: Socket): Socket {
  const connect = () => {
    setImmediate(() => socket.emit('connect'))
    return socket
  }
  return Object.assign(socket, { connect })
}

/** Fixes every setting that changes how values are written as text. */
export function makePrelude(timeZone: string): string {
  return [
    "set client_encoding = 'UTF8'",
    "set datestyle = 'ISO, YMD'",
    "set intervalstyle = 'postgres'",
    "set bytea_output = 'hex'",
    'set extra_float_digits = 1',
    'set standard_conforming_strings = on',
    'set client_min_messages = warning',
    `set time zone interval '${/^[+-]\d{2}:\d{2}$/.test(timeZone) ? timeZone : '+00:00'}' hour to minute`,
    `set statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
    `set lock_timeout = ${LOCK_TIMEOUT_MS}`,
    // The server notices within 11 s that our machine is gone, and frees what we held there.
    'set tcp_keepalives_idle = 5',
    'set tcp_keepalives_interval = 2',
    'set tcp_keepalives_count = 3',
  ].join('; ')
}
