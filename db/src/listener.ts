import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionFailure } from './connection-failure.ts'

export interface Listener {
  listen(channel: string, receive: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

interface ListenerOptions {
  readonly url: string
  readonly log?: (message: string, error: unknown) => void
}

type Receive = (payload: string) => void

const RECONNECT_MS = 1000

/** One connection for all channels, made at the first use and made again when it is lost. */
export function openListener(options: ListenerOptions): Listener {
  const channels = new Map<string, Set<Receive>>()
  let client: Promise<pg.Client> | undefined
  let closed = false

  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({
      connectionString: options.url,
      keepAlive: true,
      application_name: 'sluice-listen',
      connectionTimeoutMillis: 10_000,
    })
    fresh.on('error', error => {
      options.log?.('listening for messages of the database', error)
      void reconnect(fresh)
    })
    fresh.on('notification', ({ channel, payload }) => {
      for (const receive of channels.get(channel) ?? []) receive(payload ?? '')
    })
    await fresh.connect()
    for (const channel of channels.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    return fresh
  }

  const reconnect = async (lost: pg.Client): Promise<void> => {
    await lost.end().catch(() => undefined)
    while (!closed && channels.size > 0) {
      client = connect()
      if (await client.then(Boolean, () => false)) return
      await sleep(RECONNECT_MS, undefined, { ref: false })
    }
    client = undefined
  }

  const listen = async (channel: string, receive: Receive): Promise<() => Promise<void>> => {
    const receivers = channels.get(channel) ?? new Set()
    channels.set(channel, receivers.add(receive))
    client ??= connect()
    const current = await client.catch((error: unknown) => {
      client = undefined
      throw connectionFailure(options.url, error)
    })
    await current.query(`listen ${pg.escapeIdentifier(channel)}`)
    return async () => {
      receivers.delete(receive)
      if (receivers.size > 0) return
      channels.delete(channel)
      await (await client)?.query(`unlisten ${pg.escapeIdentifier(channel)}`)
    }
  }

  const close = async (): Promise<void> => {
    closed = true
    channels.clear()
    await client?.then(open => open.end()).catch(() => undefined)
  }

  return { listen, close }
}
