import type { ConnectorContext } from '@sluice/connector-kit'
import type { Client, ClientConfig } from 'pg'
import { toSessionFailure } from '../failure.ts'
import type { Params } from '../manifest.ts'
import { adopt, DIAL_TIMEOUT_MS, makePrelude, makeTls, streamOf } from '../session.ts'

/** A connection that may stream a slot; the driver has no words of its own for that. */
export interface ReplicationClient {
  /** Resolves when the server ends the statement. */
  run(sql: string): Promise<unknown>
  send(data: Buffer): void
  onCopyData(take: (chunk: Buffer) => void): void
  onEnd(end: (error: Error) => void): void
  pause(): void
  resume(): void
  destroy(): void
}

/** Parts of the driver that are missing from its types. */
interface Wire {
  on(event: 'copyData', take: (message: { readonly chunk: Buffer }) => void): void
  sendCopyFromChunk(chunk: Buffer): void
}

/** @throws Failure */
export async function openReplication(params: Params, context: ConnectorContext): Promise<ReplicationClient> {
  const { default: pg } = await import('pg')
  const { host, port } = params
  const dialled = await context.egress.dial(host, port, { timeoutMs: DIAL_TIMEOUT_MS })
  const config: ClientConfig & { replication: 'database' } = {
    host,
    port,
    database: params.database,
    user: params.username,
    password: () => params.password ?? '',
    ssl: makeTls(params),
    stream: () => adopt(dialled),
    application_name: 'sluice follow',
    connectionTimeoutMillis: DIAL_TIMEOUT_MS,
    keepAlive: true,
    replication: 'database',
  }
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  try {
    await client.connect()
    // The same text forms as a read of the table has. A stream has no end, so no limit either.
    await client.query(`${makePrelude(params.time_zone ?? '+00:00')}; set statement_timeout = 0`)
  } catch (error) {
    streamOf(client).destroy()
    throw toSessionFailure(error) ?? error
  }
  return wrap(client)
}

function wrap(client: Client): ReplicationClient {
  const { connection } = client as unknown as { readonly connection: Wire } // the driver's public but untyped part
  return {
    run: sql => client.query(sql),
    send: data => connection.sendCopyFromChunk(data),
    onCopyData: take => connection.on('copyData', ({ chunk }) => take(chunk)),
    onEnd: end => {
      client.on('error', end)
      client.on('end', () => end(new Error('Connection ended')))
    },
    pause: () => void streamOf(client).pause(),
    resume: () => void streamOf(client).resume(),
    destroy: () => void streamOf(client).destroy(),
  }
}
