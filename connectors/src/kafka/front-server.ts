import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { Reader, Writer } from '@platformatic/kafka'

/** What a real cluster has and the test cluster lacks. */
export interface FrontPlan {
  readonly tls?: TlsOptions
  readonly users?: Readonly<Record<string, string>>
  /** Metadata version 4 is answered by the front: these brokers, and so many partitions of this topic. */
  metadata?: { readonly host: string; readonly port: number | null; topic: string; partitions: number }
  /** Answers a question for the first message at or after a time. */
  readonly offsetAt?: (timestamp: bigint) => bigint
  /** A larger batch is refused. */
  readonly maxBatch?: number
  /** How many answers to Produce are lost with their line, after the broker took the batch. */
  loseAnswers?: number
}

const PRODUCE = 0
const LIST_OFFSETS = 2
const METADATA = 3
const HANDSHAKE = 17
const API_VERSIONS = 18
const AUTHENTICATE = 36
const TOO_LARGE = 10
const DUPLICATE = 46
const AUTH_FAILED = 58

/** Stands before the test cluster on `brokerPort`, passes frames on and answers what that does not know. */
export async function openFront(brokerPort: number, plan: FrontPlan) {
  const front: FrontState = { port: 0, seen: [], appended: new Set() }
  const serve = (near: Socket): void => new Session(near, connect(brokerPort, '127.0.0.1'), plan, front).start()
  const server = plan.tls ? createTlsServer(plan.tls, serve) : createServer(serve)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  front.port = (server.address() as AddressInfo).port // it listens on a port
  return Object.assign(front, { close: () => server.close() })
}

interface FrontState {
  port: number
  /** Keys of the requests that came. */
  readonly seen: number[]
  /** Batches that the broker has, by partition, producer and number. */
  readonly appended: Set<string>
}

class Session {
  readonly #near: Socket
  readonly #far: Socket
  readonly #plan: FrontPlan
  readonly #front: FrontState
  /** Questions whose answers are to be changed, by correlation. */
  readonly #asked = new Map<number, number>()
  #user: string | null = null
  #mechanism = ''
  #scram: ScramServer | null = null

  constructor(near: Socket, far: Socket, plan: FrontPlan, front: FrontState) {
    this.#near = near
    this.#far = far
    this.#plan = plan
    this.#front = front
  }

  start(): void {
    for (const [one, other] of [
      [this.#near, this.#far],
      [this.#far, this.#near],
    ] as const)
      one.on('error', () => undefined).on('close', () => other.destroy())
    onFrames(this.#near, frame => this.#ask(frame))
    onFrames(this.#far, frame => this.#answer(frame))
  }

  #ask(frame: Buffer): void {
    const [key, id] = [frame.readInt16BE(0), frame.readInt32BE(4)]
    this.#front.seen.push(key)
    const clientLength = Math.max(0, frame.readInt16BE(8))
    const answer = this.#reply(key, Reader.from(frame.subarray(10 + clientLength)))
    if (answer === 'hang up') this.#near.destroy()
    else if (answer) send(this.#near, id, answer)
    else {
      this.#asked.set(id, key)
      this.#far.write(withLength(frame))
    }
  }

  /** null: the broker answers. */
  #reply(key: number, body: Reader): Writer | 'hang up' | null {
    const { users, metadata, offsetAt } = this.#plan
    if (key === HANDSHAKE && users) return this.#shakeHands(body)
    if (key === AUTHENTICATE && users) return this.#signIn(body.readBytes(false), users)
    if (users && this.#user === null && key !== API_VERSIONS) return 'hang up'
    if (key === METADATA && metadata) return this.#tellBrokers(metadata)
    if (key === LIST_OFFSETS && offsetAt) return this.#findTime(body, offsetAt)
    return key === PRODUCE ? this.#judge(body) : null
  }

  #shakeHands(body: Reader): Writer {
    this.#mechanism = body.readString(false)
    const known = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512']
    return Writer.create()
      .appendInt16(known.includes(this.#mechanism) ? 0 : 33)
      .appendArray(known, (writer, name) => void writer.appendString(name, false), false, false)
  }

  #signIn(bytes: Buffer, users: Readonly<Record<string, string>>): Writer {
    const say = (error: number, text: string): Writer =>
      Writer.create()
        .appendInt16(error)
        .appendString(error === 0 ? null : 'Authentication failed', false)
        .appendBytes(Buffer.from(text), false)
        .appendInt64(0n)
    if (this.#mechanism === 'PLAIN') {
      const [, user = '', password] = bytes.toString().split('\0')
      if (users[user] === undefined || users[user] !== password) return say(AUTH_FAILED, '')
      this.#user = user
      return say(0, '')
    }
    if (!this.#scram) {
      this.#scram = new ScramServer(this.#mechanism === 'SCRAM-SHA-256' ? 'sha256' : 'sha512', users)
      return say(0, this.#scram.begin(bytes.toString()))
    }
    const proof = this.#scram.end(bytes.toString())
    if (proof === null) return say(AUTH_FAILED, '')
    this.#user = this.#scram.user
    return say(0, proof)
  }

  #tellBrokers({ host, port, topic, partitions }: NonNullable<FrontPlan['metadata']>): Writer {
    const one = (writer: Writer, value: number): void => void writer.appendInt32(value)
    return Writer.create()
      .appendInt32(0)
      .appendArray(
        [1],
        (writer, node) =>
          void writer
            .appendInt32(node)
            .appendString(host, false)
            .appendInt32(port ?? this.#front.port)
            .appendString(null, false),
        false,
        false,
      )
      .appendString('cluster', false)
      .appendInt32(1)
      .appendArray(
        topic === '' ? [] : [topic],
        (writer, name) =>
          void writer
            .appendInt16(0)
            .appendString(name, false)
            .appendBoolean(false)
            .appendArray(
              Array.from({ length: partitions }, (_, index) => index),
              (each, index) =>
                void each
                  .appendInt16(0)
                  .appendInt32(index)
                  .appendInt32(1)
                  .appendArray([1], one, false, false)
                  .appendArray([1], one, false, false),
              false,
              false,
            ),
        false,
        false,
      )
  }

  #findTime(body: Reader, offsetAt: (timestamp: bigint) => bigint): Writer | null {
    body.skip(5)
    body.readInt32()
    const topic = body.readString(false)
    body.readInt32()
    const [partition, timestamp] = [body.readInt32(), body.readInt64()]
    if (timestamp < 0n) return null
    return Writer.create()
      .appendInt32(0)
      .appendInt32(1)
      .appendString(topic, false)
      .appendInt32(1)
      .appendInt32(partition)
      .appendInt16(0)
      .appendInt64(timestamp)
      .appendInt64(offsetAt(timestamp))
  }

  /** As a real broker: a batch of a known number is appended once, and one that is too large not at all. */
  #judge(body: Reader): Writer | null {
    body.readNullableString(false)
    body.skip(6)
    body.readInt32()
    const topic = body.readString(false)
    body.readInt32()
    const partition = body.readInt32()
    const batch = body.readBytes(false)
    const number = `${topic} ${partition} ${batch.readBigInt64BE(43)} ${batch.readInt32BE(53)}`
    const code = this.#front.appended.has(number)
      ? DUPLICATE
      : batch.length > (this.#plan.maxBatch ?? Number.POSITIVE_INFINITY)
        ? TOO_LARGE
        : 0
    if (code === 0) {
      this.#front.appended.add(number)
      return null
    }
    return Writer.create()
      .appendInt32(1)
      .appendString(topic, false)
      .appendInt32(1)
      .appendInt32(partition)
      .appendInt16(code)
      .appendInt64(-1n)
      .appendInt64(-1n)
      .appendInt64(-1n)
      .appendInt32(0)
  }

  #answer(frame: Buffer): void {
    const id = frame.readInt32BE(0)
    const key = this.#asked.get(id)
    this.#asked.delete(id)
    if (key === PRODUCE && (this.#plan.loseAnswers ?? 0) > 0) {
      this.#plan.loseAnswers = (this.#plan.loseAnswers ?? 0) - 1
      this.#near.destroy()
    } else if (key === API_VERSIONS) this.#near.write(withLength(this.#addVersions(frame)))
    else this.#near.write(withLength(frame))
  }

  /** The requests that the front answers. */
  #addVersions(frame: Buffer): Buffer {
    const known: readonly (readonly [number, number])[] = [
      ...(this.#plan.users
        ? ([
            [HANDSHAKE, 1],
            [AUTHENTICATE, 1],
          ] as const)
        : []),
      ...(this.#plan.metadata ? ([[METADATA, 4]] as const) : []),
    ]
    const more = Buffer.alloc(6 * known.length)
    for (const [at, [key, version]] of known.entries()) {
      more.writeInt16BE(key, at * 6)
      more.writeInt16BE(version, at * 6 + 4)
    }
    const changed = Buffer.concat([frame, more])
    changed.writeInt32BE(frame.readInt32BE(6) + known.length, 6)
    return changed
  }
}

function onFrames(socket: Socket, take: (frame: Buffer) => void): void {
  let held = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    while (held.length >= 4 && held.length >= 4 + held.readInt32BE(0)) {
      const end = 4 + held.readInt32BE(0)
      take(held.subarray(4, end))
      held = held.subarray(end)
    }
  })
}

function withLength(frame: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeInt32BE(frame.length)
  return Buffer.concat([head, frame])
}

function send(socket: Socket, id: number, body: Writer): void {
  const head = Buffer.alloc(4)
  head.writeInt32BE(id)
  socket.write(withLength(Buffer.concat([head, body.buffer])))
}

/** The server's side of SCRAM (RFC 5802). */
class ScramServer {
  readonly #hash: 'sha256' | 'sha512'
  readonly #users: Readonly<Record<string, string>>
  readonly #salt = randomBytes(16)
  #first = ''
  #challenge = ''
  user = ''

  constructor(hash: 'sha256' | 'sha512', users: Readonly<Record<string, string>>) {
    this.#hash = hash
    this.#users = users
  }

  begin(message: string): string {
    this.#first = message.replace(/^n,,/, '')
    this.user = /(?:^|,)n=([^,]*)/.exec(this.#first)?.[1] ?? ''
    const nonce = /(?:^|,)r=([^,]*)/.exec(this.#first)?.[1] ?? ''
    this.#challenge = `r=${nonce}${randomBytes(12).toString('hex')},s=${this.#salt.toString('base64')},i=4096`
    return this.#challenge
  }

  /** The server's signature; null when the proof is wrong. */
  end(message: string): string | null {
    const hmac = (key: Buffer, text: string): Buffer => createHmac(this.#hash, key).update(text).digest()
    const exchange = `${this.#first},${this.#challenge},${message.replace(/,p=[^,]*$/, '')}`
    const size = this.#hash === 'sha256' ? 32 : 64
    const salted = pbkdf2Sync(this.#users[this.user] ?? '', this.#salt, 4096, size, this.#hash)
    const stored = createHash(this.#hash).update(hmac(salted, 'Client Key')).digest()
    const given = Buffer.from(/,p=(.*)$/.exec(message)?.[1] ?? '', 'base64')
    const key = Buffer.from(hmac(stored, exchange).map((byte, at) => byte ^ (given[at] ?? 0)))
    if (!createHash(this.#hash).update(key).digest().equals(stored)) return null
    return `v=${hmac(hmac(salted, 'Server Key'), exchange).toString('base64')}`
  }
}
