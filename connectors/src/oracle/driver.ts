import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import type { Egress } from '@sluice/connector-kit'
import { type Failure, toFailure } from '@sluice/contract'

/** What is used of `oracledb`, which has no types of its own; tests stand in for it here. */
export interface Driver {
  readonly DB_TYPE_VARCHAR: unknown
  readonly DB_TYPE_RAW: unknown
  readonly DB_TYPE_CLOB: unknown
  readonly DB_TYPE_BLOB: unknown
  getConnection(options: Readonly<Record<string, unknown>>): Promise<DriverConnection>
}

export interface DriverConnection {
  /** Milliseconds that one call may take. */
  callTimeout: number
  readonly oracleServerVersionString: string
  execute(sql: string, binds: Binds, options: Readonly<Record<string, unknown>>): Promise<DriverResult>
  executeMany(
    sql: string,
    rows: readonly Binds[],
    options: Readonly<Record<string, unknown>>,
  ): Promise<{
    readonly rowsAffected?: number
    readonly batchErrors?: readonly (Error & { readonly offset: number })[]
  }>
  commit(): Promise<void>
  rollback(): Promise<void>
  close(options?: { readonly drop: boolean }): Promise<void>
}

export type Bind = string | Uint8Array | null | { readonly val: string | Uint8Array | null; readonly type: unknown }
export type Binds = Readonly<Record<string, Bind>>

export interface DriverColumn {
  readonly name: string
  /** `NUMBER`, `VARCHAR2`, `TIMESTAMP WITH TIME ZONE` */
  readonly dbTypeName: string
  readonly precision?: number
  readonly scale?: number
  readonly byteSize?: number
  readonly nullable?: boolean
}

export interface DriverResult {
  readonly rows?: readonly (readonly unknown[])[]
  readonly rowsAffected?: number
  readonly metaData?: readonly DriverColumn[]
  readonly resultSet?: {
    getRows(count: number): Promise<readonly (readonly unknown[])[]>
    close(): Promise<void>
  }
}

/** What a connection of the driver goes out by, and what it has opened. */
export interface WayOut {
  readonly egress: Egress
  readonly sockets: Socket[]
  /** Why the egress did not reach a place: the driver says no more than that it failed. */
  failure: Failure | null
}

/** The driver opens its sockets here, for the session, and for the addresses a listener sends it on to. */
interface Transport {
  readonly prototype: { ntConnect: (this: Line, address: Address) => Promise<void> }
}
interface Line {
  stream?: Socket
  connected?: boolean
}
interface Address {
  readonly host: string
  /** As it was written; `host` is what the driver looked up for it. */
  readonly hostname?: string
  readonly port?: number | string
}

const DIAL_TIMEOUT_MS = 10_000
const DEFAULT_PORT = 1521
const wayOut = new AsyncLocalStorage<WayOut>()

/** The driver with its transport led out by the egress. Without a way out it connects to nothing. */
export async function loadDriver(): Promise<Driver> {
  // @ts-expect-error the driver has no types
  const { default: driver } = await import('oracledb')
  // @ts-expect-error as above
  const { default: transport } = await import('oracledb/lib/thin/sqlnet/ntTcp.js')
  const { prototype } = transport as Transport // of the pinned version
  prototype.ntConnect = leadOut
  return driver as Driver
}

/** Every connection that is made inside of `work` goes out by `out`. */
export const goOutBy = <T>(out: WayOut, work: () => Promise<T>): Promise<T> => wayOut.run(out, work)

/** Proxies that a listener's answer names are not asked: the egress alone says what is dialled. */
export async function leadOut(this: Line, { host, hostname, port }: Address): Promise<void> {
  const out = wayOut.getStore()
  if (!out) throw new Error('NJS-500: no way out was given')
  try {
    this.stream = await out.egress.dial(hostname || host, Number(port || DEFAULT_PORT), { timeoutMs: DIAL_TIMEOUT_MS })
  } catch (error) {
    out.failure = toFailure(error)
    throw error
  }
  out.sockets.push(this.stream)
  this.connected = true
}
