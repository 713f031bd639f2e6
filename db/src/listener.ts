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

/** The connection that is open now. */
interface Line {
  say(word: 'listen' | 'unlisten', channel: string): Promise<unknown>
  end(): Promise<void>
}

const RECONNECT_MS = 1000

/** One statement after the other, whoever asks: a connection does one thing at a time. */
function oneByOne(client: pg.Client): Line['say'] {
  let last: Promise<unknown> = Promise.resolve()
  return (word, channel) => {
    const said = last.then(() => client.query(`${word} ${pg.escapeIdentifier(channel)}`))
    last = said.catch(() => undefined)
    return said
  }
}

/** One connection for all channels, made at the first use and made again when it is lost. */
export function openListener(options: ListenerOptions): Listener {
  const channels = new Map<string, Set<Receive>>()
  let line: Promise<Line> | undefined
  let closed = false

  const connect = async (): Promise<Line> => {
    const fresh = new pg.Client({
      connectionString: options.url,
      keepAlive: true,
      application_name: 'sluice-listen',
      connectionTimeoutMillis: 10_000,
    })
    fresh.on('error', error => {
      options.log?.('listening for messages of the database', error)
      void reconnect(fresh) // never rejects: it tries until it is closed
    })
    fresh.on('notification', ({ channel, payload }) => {
      for (const receive of channels.get(channel) ?? []) receive(payload ?? '')
    })
    await fresh.connect()
    const say = oneByOne(fresh)
    for (const channel of channels.keys()) await say('listen', channel)
    return { say, end: () => fresh.end() }
  }

  const reconnect = async (lost: pg.Client): Promise<void> => {
    await lost.end().catch(() => undefined)
    while (!closed && channels.size > 0) {
      line = connect()
      if (await line.then(Boolean, () => false)) return
      await sleep(RECONNECT_MS, undefined, { ref: false })
    }
    line = undefined
  }

  const listen = async (channel: string, receive: Receive): Promise<() => Promise<void>> => {
    const receivers = channels.get(channel) ?? new Set()
    channels.set(channel, receivers.add(receive))
    line ??= connect()
    const current = await line.catch((error: unknown) => {
      line = undefined
      throw connectionFailure(options.url, error)
    })
    await current.say('listen', channel)
    return async () => {
      receivers.delete(receive)
      if (receivers.size > 0) return
      channels.delete(channel)
      // A connection that is lost at this moment listens to nothing any more.
      await line?.then(open => open.say('unlisten', channel)).catch(() => undefined)
    }
  }

  const close = async (): Promise<void> => {
    closed = true
    channels.clear()
    await line?.then(open => open.end()).catch(() => undefined)
  }

  return { listen, close }
}
