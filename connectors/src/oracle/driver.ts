import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import tls, { type SecureContext } from 'node:tls'
import { type Egress, explainTls, watchCertificate } from '@sluice/connector-kit'
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
  /** Of the authority that the certificate of the server is from; absent: the authorities that are known anyway. */
  readonly ca?: string | null | undefined
  /** Why a place was not reached, or its certificate was refused: the driver says no more than that it failed. */
  failure: Failure | null
}

/** The driver opens its sockets here, for the session, and for the addresses a listener sends it on to. */
interface Transport {
  readonly prototype: {
    ntConnect: (this: Line, address: Address) => Promise<void>
    tlsConnect: (this: Line, known: SecureContext, socket: Socket) => Promise<void>
  }
}
interface Line {
  stream?: Socket
  /** What is encrypted. */
  connStream?: Socket
  connected?: boolean
  readonly host?: string
  /** As it was written, and as it was before a listener sent the driver on. */
  readonly hostName?: string
  readonly originHost?: string
  readonly port?: number | string
}
interface Address {
  readonly host: string
  /** As it was written; `host` is what the driver looked up for it. */
  readonly hostname?: string
  readonly port?: number | string
}

/** Where the driver looks names up, whose addresses nobody would have judged. */
interface Places {
  readonly NavAddress: { readonly prototype: { navigate: Navigate } }
}
type Navigate = (this: unknown, strategy: { httpsProxy?: unknown }) => Promise<void>

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
  prototype.tlsConnect = encrypt
  // @ts-expect-error as above
  const { default: places } = await import('oracledb/lib/thin/sqlnet/navNodes.js')
  const { prototype: place } = (places as Places).NavAddress
  navigate ??= place.navigate
  place.navigate = keepName
  return driver as Driver
}

let navigate: Navigate | undefined

/** Names go to a proxy as they are; a proxy is what the driver is told of while it makes its list of addresses. */
const keepName: Navigate = async function (strategy) {
  const { httpsProxy } = strategy
  strategy.httpsProxy = true
  try {
    await navigate?.call(this, strategy)
  } finally {
    strategy.httpsProxy = httpsProxy
  }
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

/**
 * The driver asks for a private key beside every authority it is given, and keeps a word of why a certificate was refused.
 */
async function encrypt(this: Line, known: SecureContext, socket: Socket): Promise<void> {
  const out = wayOut.getStore()
  if (!out) throw new Error('NJS-500: no way out was given')
  const { originHost, port, host = '', hostName = host } = this
  socket.removeAllListeners()
  const stream = watchCertificate(
    // Over the socket that the egress has opened.
    tls.connect({
      socket,
      host: hostName,
      secureContext: out.ca ? tls.createSecureContext({ ca: out.ca }) : known,
      checkServerIdentity: (name, certificate) => {
        const wrong = tls.checkServerIdentity(name, certificate)
        return wrong && originHost ? tls.checkServerIdentity(originHost, certificate) : wrong
      },
    }),
  )
  this.stream = stream
  this.connStream = socket
  try {
    await once(stream, 'secureConnect')
  } catch (error) {
    out.failure = explainTls(error, `${hostName}:${port ?? DEFAULT_PORT}`)
    throw error
  }
}
