import type { Socket } from 'node:net'
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import type { ConnectionOptions, NatsConnection } from '@nats-io/nats-core'
import type { ConnectorContext } from '@sluice/connector-kit'
import { openSocket } from '@sluice/connector-kit/queue'
import { broken, noTls, toNatsFailure } from './failure.ts'
import type { Params } from './manifest.ts'

const TIMEOUT_MS = 10_000
const PING_MS = 20_000
const GOODBYE_MS = 2000

/** What our transport finds in the options beside the driver's own. */
interface OwnOptions {
  readonly dial: () => Promise<Socket>
}

/** A connection with its JetStream. Not made again by itself: whoever uses it opens another. */
export interface Session {
  readonly connection: NatsConnection
  readonly client: JetStreamClient
  readonly manager: JetStreamManager
  /** Everything sent has arrived. @throws Failure when the server does not say so in time */
  flush(): Promise<void>
  close(): Promise<void>
}

/** @throws Failure */
export async function openSession(params: Params, context: ConnectorContext): Promise<Session> {
  const { jetstream, jetstreamManager } = await import('@nats-io/jetstream')
  try {
    const connection = await connect(params, context)
    const close = (): Promise<void> => inTime(connection.close()).catch(() => undefined)
    const flush = (): Promise<void> => inTime(connection.flush())
    try {
      const manager = await jetstreamManager(connection, { timeout: TIMEOUT_MS })
      return { connection, manager, client: jetstream(connection, { timeout: TIMEOUT_MS }), flush, close }
    } catch (error) {
      await close()
      throw error
    }
  } catch (error) {
    throw toNatsFailure(error)
  }
}

/** A line that was cut is noticed late; nobody waits for it. */
export async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(broken()), GOODBYE_MS)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function connect(params: Params, context: ConnectorContext): Promise<NatsConnection> {
  const { NatsConnectionImpl, setTransportFactory } = await import('@nats-io/nats-core/internal')
  const { NodeTransport } = await import('@nats-io/transport-node/lib/node_transport.js')

  /** Dials through the egress, and never signs in over an open line where encryption was asked for. */
  class EgressTransport extends NodeTransport {
    override dial(): Promise<Socket> {
      return (this.options as ConnectionOptions & OwnOptions).dial()
    }
    override async connect(...args: Parameters<InstanceType<typeof NodeTransport>['connect']>): Promise<void> {
      await super.connect(...args)
      if (!args[1].tls || this.isEncrypted()) return
      this.discard()
      throw noTls()
    }
  }
  // The driver knows one factory per process; every connection of ours carries its own way to dial.
  setTransportFactory({ factory: () => new EgressTransport() })
  const sockets: Socket[] = []
  const options: ConnectionOptions & OwnOptions = {
    servers: [`nats://${params.host.includes(':') ? `[${params.host}]` : params.host}:${params.port}`],
    dial: async () => {
      const socket = await openSocket(context.egress, { ...params, tls: 'off' })
      sockets.push(socket)
      return socket
    },
    ...(await makeSignIn(params)),
    tls: makeTls(params),
    name: 'sluice',
    reconnect: false,
    resolve: false,
    ignoreClusterUpdates: true,
    timeout: TIMEOUT_MS,
    pingInterval: PING_MS,
  }
  return NatsConnectionImpl.connect(options).catch((error: unknown) => {
    // The driver forgets a socket on which nobody answered.
    for (const socket of sockets) socket.destroy()
    throw error
  })
}

async function makeSignIn({ username, password, credentials }: Params): Promise<ConnectionOptions> {
  if (credentials) {
    const { credsAuthenticator } = await import('@nats-io/nats-core/internal')
    return { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) }
  }
  if (username) return { user: username, pass: password ?? '' }
  return password ? { token: password } : {}
}

function makeTls({ tls, ca }: Params): NonNullable<ConnectionOptions['tls']> | null {
  if ((tls ?? 'off') === 'off') return null
  // The driver hands these on to node:tls; its own type leaves the second one out.
  return { ...(ca ? { ca } : {}), rejectUnauthorized: tls === 'verify' } as NonNullable<ConnectionOptions['tls']>
}
