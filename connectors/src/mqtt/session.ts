import type { Socket } from 'node:net'
import type { ConnectorContext } from '@sluice/connector-kit'
import { openSocket } from '@sluice/connector-kit/queue'
import type { IConnackPacket, IPublishPacket, Packet, Parser } from 'mqtt-packet'
import { broken, notMqtt, refusedSignIn, refusedTopic } from './failure.ts'
import type { Params } from './manifest.ts'

const HANDSHAKE_MS = 5000
const KEEP_ALIVE_SECONDS = 30
const MAX_ID = 65_535

export interface SessionOptions {
  readonly clientId: string
  /** Seconds the broker keeps session and messages of a client that is away; 0 = a session for this connection only. */
  readonly keepSeconds: number
  /** Messages in flight to us that are not yet acknowledged. */
  readonly receiveMaximum: number
  onMessage?(message: IPublishPacket): void
  /** The connection has ended, whoever ended it. */
  onEnd?(error: unknown): void
}

/** What a broker said it can take. */
interface BrokerLimits {
  readonly inFlight: number
  readonly packetBytes: number
}

type Codec = typeof import('mqtt-packet')

/**
 * One MQTT connection. The acknowledgement of a received message is ours to give, in any number and order: the usual
 * client acknowledges one message before it reads the next, so a page could never fill.
 */
export class Session {
  readonly #codec: Codec
  readonly #version: { readonly protocolVersion: 4 | 5 }
  readonly #socket: Socket
  readonly #options: SessionOptions
  readonly #waiting = new Map<string, { resolve(packet: Packet): void; reject(error: unknown): void }>()
  #error: unknown = null
  #nextId = 0
  #pinging: NodeJS.Timeout | null = null
  #lastHeardMs = performance.now()
  limits: BrokerLimits = { inFlight: MAX_ID, packetBytes: 268_435_455 }
  /** The broker had kept the session. */
  isResumed = false
  /** How long it keeps it from now on, where it has its own opinion; null: as asked, or it does not say. */
  keptSeconds: number | null = null

  private constructor(codec: Codec, params: Params, socket: Socket, options: SessionOptions) {
    this.#codec = codec
    this.#version = { protocolVersion: params.version === '4' ? 4 : 5 }
    this.#socket = socket
    this.#options = options
    const parser: Parser = codec.parser(this.#version)
    parser.on('packet', packet => this.#receive(packet))
    parser.on('error', cause => this.#fail(notMqtt(cause)))
    socket.on('data', (chunk: Buffer) => parser.parse(chunk))
    socket.on('error', cause => this.#fail(broken(cause)))
    socket.on('close', () => this.#fail(broken()))
  }

  /** @throws Failure */
  static async open(params: Params, context: ConnectorContext, options: SessionOptions): Promise<Session> {
    const { default: codec } = await import('mqtt-packet')
    const socket = await openSocket(context.egress, params)
    socket.setNoDelay(true)
    const session = new Session(codec, params, socket, options)
    try {
      await session.#signIn(params)
      return session
    } catch (error) {
      await session.close()
      throw error
    }
  }

  get isBroken(): boolean {
    return this.#error !== null
  }

  async #signIn({ username, password }: Params): Promise<void> {
    const { clientId, keepSeconds, receiveMaximum } = this.#options
    const isNew = this.#version.protocolVersion === 5
    const answer = this.#expect('connack', HANDSHAKE_MS, notMqtt())
    this.#send({
      cmd: 'connect',
      protocolId: 'MQTT',
      ...this.#version,
      clientId,
      // In MQTT 5 the session goes on by its time to live; clean would throw away what is there.
      clean: keepSeconds === 0,
      keepalive: KEEP_ALIVE_SECONDS,
      ...(username ? { username } : {}),
      ...(password ? { password: Buffer.from(password) } : {}),
      ...(isNew ? { properties: { sessionExpiryInterval: keepSeconds, receiveMaximum } } : {}),
    })
    const connack = (await answer) as IConnackPacket // expected by that name
    const reason = connack.reasonCode ?? connack.returnCode ?? 0
    if (reason !== 0) throw refusedSignIn(reason)
    this.isResumed = connack.sessionPresent
    const { receiveMaximum: inFlight = MAX_ID, maximumPacketSize: packetBytes = 268_435_455 } = connack.properties ?? {}
    this.limits = { inFlight, packetBytes }
    this.keptSeconds = connack.properties?.sessionExpiryInterval ?? null
    this.#pinging = setInterval(() => this.#ping(), (KEEP_ALIVE_SECONDS * 1000) / 2).unref()
  }

  /** Messages of it from now on, with the QoS it answers; a retained one only when the subscription is new. @throws Failure */
  async subscribe(topic: string, qos: 0 | 1 = 1): Promise<number> {
    const messageId = this.#makeId()
    const answer = this.#expect(`suback ${messageId}`)
    this.#send({ cmd: 'subscribe', messageId, subscriptions: [{ topic, qos, rh: 1 }] })
    const suback = await answer
    const [granted] = suback.cmd === 'suback' ? suback.granted : []
    if (typeof granted !== 'number' || granted >= 128) throw refusedTopic(topic)
    return granted
  }

  /** Sends with QoS 1 and answers with the broker's reason code; 0 is taken. Rejects when the connection breaks first. */
  async publish(topic: string, payload: Buffer, retain: boolean, properties: object): Promise<number> {
    const messageId = this.#makeId()
    const answer = this.#expect(`puback ${messageId}`)
    const isNew = this.#version.protocolVersion === 5
    this.#send({
      cmd: 'publish',
      topic,
      payload,
      qos: 1,
      dup: false,
      retain,
      messageId,
      ...(isNew ? { properties } : {}),
    })
    const puback = await answer
    return puback.cmd === 'puback' ? (puback.reasonCode ?? 0) : 0
  }

  acknowledge(messageIds: readonly number[]): void {
    if (this.#error !== null) throw this.#error
    this.#socket.cork()
    for (const messageId of messageIds) this.#send({ cmd: 'puback', messageId, reasonCode: 0 })
    this.#socket.uncork()
  }

  /** Says goodbye, so that everything sent before has arrived, and ends. */
  async close(): Promise<void> {
    if (this.#pinging) clearInterval(this.#pinging)
    if (this.#error === null) {
      this.#send({ cmd: 'disconnect', reasonCode: 0 })
      const closed = new Promise(resolve => this.#socket.once('close', resolve))
      this.#socket.end()
      await Promise.race([closed, new Promise(resolve => setTimeout(resolve, 1000).unref())])
    }
    this.#fail(broken())
  }

  #send(packet: Packet): void {
    if (this.#error !== null) throw this.#error
    this.#socket.write(this.#codec.generate(packet, this.#version))
  }

  #expect(name: string, limitMs = 30_000, late: unknown = broken()): Promise<Packet> {
    const answer = new Promise<Packet>((resolve, reject) => {
      const timer = setTimeout(() => this.#fail(late), limitMs)
      const end = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(name)
      }
      this.#waiting.set(name, {
        resolve: packet => {
          end()
          resolve(packet)
        },
        reject: error => {
          end()
          reject(error)
        },
      })
    })
    // Whoever sent the request awaits it; until then it must not end the process.
    answer.catch(() => undefined)
    return answer
  }

  #receive(packet: Packet): void {
    this.#lastHeardMs = performance.now()
    if (packet.cmd === 'publish') this.#options.onMessage?.(packet)
    else if (packet.cmd === 'connack') this.#waiting.get('connack')?.resolve(packet)
    else if (packet.cmd === 'disconnect') this.#fail(broken())
    else this.#waiting.get(`${packet.cmd} ${packet.messageId ?? ''}`)?.resolve(packet)
  }

  #ping(): void {
    if (performance.now() - this.#lastHeardMs > KEEP_ALIVE_SECONDS * 1500) this.#fail(broken())
    else if (this.#error === null) this.#send({ cmd: 'pingreq' })
  }

  #makeId(): number {
    do this.#nextId = (this.#nextId % MAX_ID) + 1
    while (this.#waiting.has(`puback ${this.#nextId}`) || this.#waiting.has(`suback ${this.#nextId}`))
    return this.#nextId
  }

  #fail(error: unknown): void {
    if (this.#error !== null) return
    this.#error = error
    if (this.#pinging) clearInterval(this.#pinging)
    this.#socket.destroy()
    for (const waiting of [...this.#waiting.values()]) waiting.reject(error)
    this.#options.onEnd?.(error)
  }
}
