import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import type { ConnectorContext } from '@sluice/connector-kit'
import { openSocket } from '@sluice/connector-kit/queue'
import type { Failure } from '@sluice/contract'
import type { Channel, ChannelModel, ConfirmChannel, Options } from 'amqplib'
import { broken, missing, notAmqp, readCode, toBrokerFailure } from './failure.ts'
import type { Params } from './manifest.ts'

const HANDSHAKE_MS = 10_000
const HEARTBEAT_SECONDS = 30
const GOODBYE_MS = 1000

/** The inside of the driver: its own `connect` dials by itself, past the egress. */
interface DriverConnection {
  open(fields: object, done: (error: Error | null) => void): void
}
interface Driver {
  readonly Connection: new (socket: Socket) => DriverConnection
  readonly ChannelModel: new (connection: DriverConnection) => ChannelModel
}

/** One connection to the broker over a socket of the egress. Not made again by itself: whoever uses it opens another. */
export class Session {
  readonly #model: ChannelModel
  readonly #socket: Socket
  #isBroken = false
  /** Who waits for an answer: the driver never answers what was asked on a connection that ends. */
  readonly #waiting = new Set<(error: Failure) => void>()

  private constructor(model: ChannelModel, socket: Socket) {
    this.#model = model
    this.#socket = socket
    const end = (): void => {
      this.#isBroken = true
      this.#endWaiting()
    }
    model.on('error', end)
    model.on('close', end)
  }

  /** @throws Failure */
  static async open(params: Params, context: ConnectorContext): Promise<Session> {
    const driver = loadDriver()
    const socket = await openSocket(context.egress, params)
    socket.setNoDelay(true)
    // The driver listens from its handshake on; a reset before must not end the process.
    socket.on('error', () => undefined)
    const connection = new driver.Connection(socket)
    try {
      await shakeHands(connection, params, socket)
    } catch (error) {
      socket.destroy()
      throw toBrokerFailure(error, false)
    }
    return new Session(new driver.ChannelModel(connection), socket)
  }

  get isBroken(): boolean {
    return this.#isBroken
  }

  /** Version and product, as the broker tells them. */
  get server(): string {
    const { product, version } = this.#model.connection.serverProperties
    return `${product} ${version}`
  }

  channel(): Promise<Channel> {
    return this.#guard(() => this.#model.createChannel())
  }

  confirmChannel(): Promise<ConfirmChannel> {
    return this.#guard(() => this.#model.createConfirmChannel())
  }

  /** Messages ready in a queue. A channel of its own, because a missing queue closes it. @throws Failure `resource.missing` */
  async countReady(queue: string): Promise<number> {
    return (await this.#look(queue, channel => channel.checkQueue(queue))).messageCount
  }

  /** Asks for a queue as if it were declared like this; answers with the text of the refusal, null: it is like this. @throws Failure */
  async redeclare(queue: string, options: Options.AssertQueue): Promise<string | null> {
    const channel = await this.channel()
    channel.on('error', () => undefined)
    try {
      await this.answer(channel.assertQueue(queue, options))
      await this.answer(channel.close())
      return null
    } catch (error) {
      if (readCode(error) === 406 && error instanceof Error) return error.message
      throw toBrokerFailure(error, true)
    }
  }

  /** @throws Failure `resource.missing` */
  async requireExchange(exchange: string): Promise<void> {
    await this.#look(exchange, channel => channel.checkExchange(exchange))
  }

  async #look<Answer>(name: string, ask: (channel: Channel) => Promise<Answer>): Promise<Answer> {
    const channel = await this.channel()
    channel.on('error', () => undefined)
    try {
      const answer = await this.answer(ask(channel))
      await this.answer(channel.close())
      return answer
    } catch (error) {
      throw readCode(error) === 404 ? missing(name) : toBrokerFailure(error, true)
    }
  }

  /** Nothing is begun on a broken connection: nobody would wait for it. */
  async #guard<Made>(work: () => Promise<Made>): Promise<Made> {
    if (this.#isBroken) throw broken()
    return this.answer(work()).catch((error: unknown) => {
      throw toBrokerFailure(error, true)
    })
  }

  /** What a channel of this connection was asked. @throws Failure when the connection ends first */
  async answer<Said>(asked: Promise<Said>): Promise<Said> {
    const { promise, reject } = Promise.withResolvers<never>()
    this.#waiting.add(reject)
    return Promise.race([asked, promise]).finally(() => this.#waiting.delete(reject))
  }

  #endWaiting(): void {
    for (const reject of this.#waiting) reject(broken())
  }

  /** `channel` ends before the connection, whose last frame would overtake its acknowledgements. */
  async close(channel?: Channel): Promise<void> {
    if (!this.#isBroken) {
      this.#isBroken = true
      const ended = (channel?.close() ?? Promise.resolve()).then(() => this.#model.close()).catch(() => undefined)
      await Promise.race([ended, new Promise(resolve => setTimeout(resolve, GOODBYE_MS).unref())])
    }
    this.#socket.destroy()
    this.#endWaiting()
  }
}

function loadDriver(): Driver {
  const load = createRequire(import.meta.url)
  const folder = dirname(load.resolve('amqplib'))
  const { Connection } = load(join(folder, 'lib/connection.js')) as Pick<Driver, 'Connection'> // the version is pinned
  const { ChannelModel } = load(join(folder, 'lib/channel_model.js')) as Pick<Driver, 'ChannelModel'>
  return { Connection, ChannelModel }
}

function shakeHands(connection: DriverConnection, params: Params, socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(notAmqp()), HANDSHAKE_MS)
    const end = (error: Error | null): void => {
      clearTimeout(timer)
      if (error === null) resolve()
      else reject(error)
    }
    socket.once('close', () => end(broken()))
    connection.open(makeFields(params), end)
  })
}

/** PLAIN, as the driver's own `connect` writes it. */
const makeFields = (params: Params): object => ({
  clientProperties: {
    product: 'sluice',
    capabilities: {
      publisher_confirms: true,
      'basic.nack': true,
      consumer_cancel_notify: true,
      'connection.blocked': true,
      authentication_failure_close: true,
    },
  },
  mechanism: 'PLAIN',
  response: Buffer.from(['', params.username ?? 'guest', params.password ?? ''].join('\u0000')),
  locale: 'en_US',
  channelMax: 0,
  frameMax: 131_072,
  heartbeat: HEARTBEAT_SECONDS,
  virtualHost: params.vhost || '/',
  capabilities: '',
  insist: 0,
})
