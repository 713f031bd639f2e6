import type { Socket } from 'node:net'
import type { Connection, Reader, ResponseParser, Writer } from '@platformatic/kafka'
import type { ConnectorContext } from '@sluice/connector-kit'
import { openSocket } from '@sluice/connector-kit/queue'
import type { Failure } from '@sluice/contract'
import { LineBroken, notKafka, refused, silent, tooOld } from './failure.ts'
import type { Params } from './manifest.ts'

/** The client's parts, loaded with the first connection. */
export const loadClient = () => import('@platformatic/kafka')
export type Client = Awaited<ReturnType<typeof loadClient>>

const CLIENT_ID = 'sluice'
const ANSWER_MS = 30_000
const HANDSHAKE_MS = 5000
// A fetch asks for 8 MiB; one batch beyond that comes whole, and nothing larger is taken into memory.
const FRAME_BYTES = 64 * 1024 * 1024

type Callback = (error: Error | null, payload?: unknown) => void
interface Waiting {
  readonly parse: (reader: Reader) => unknown
  readonly callback: Callback
  readonly timer: NodeJS.Timeout
}

export interface Address {
  readonly host: string
  readonly port: number
}

/**
 * One connection to one broker over a socket of the egress; the client's own would dial by itself. Its requests take
 * this as their connection. Not made again by itself.
 */
export class Line {
  readonly #client: Client
  readonly #socket: Socket
  readonly #waiting = new Map<number, Waiting>()
  #chunks: Buffer[] = []
  #held = 0
  #wanted = 4
  #next = 0
  #error: Failure | null = null
  /** Highest version of each request that the broker knows. */
  #versions = new Map<number, number>()

  private constructor(client: Client, socket: Socket) {
    this.#client = client
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => this.#feed(chunk))
    socket.on('error', cause => this.#fail(new LineBroken(true, cause)))
    socket.on('close', () => this.#fail(new LineBroken(true)))
  }

  /** Signed in. @throws Failure */
  static async open(params: Params, address: Address, context: ConnectorContext): Promise<Line> {
    const client = await loadClient()
    const line = new Line(client, await openSocket(context.egress, { ...params, ...address }))
    try {
      await line.#shakeHands()
      if (params.username) await line.#signIn(params, params.username)
      return line
    } catch (error) {
      line.close()
      throw error
    }
  }

  get isBroken(): boolean {
    return this.#error !== null
  }

  /** Whether the broker knows this version of a request. */
  knows(key: number, version: number): boolean {
    return (this.#versions.get(key) ?? -1) >= version
  }

  /** What the client's requests are given as their connection: of a connection they use `send` alone. */
  get connection(): Connection {
    return this as unknown as Connection
  }

  /** The client's requests call this. An answer that carries error codes is an answer. */
  send(
    key: number,
    version: number,
    createPayload: () => Writer | Promise<Writer>,
    parser: ResponseParser<unknown>,
    hasRequestTags: boolean,
    hasAnswerTags: boolean,
    callback: Callback,
  ): void {
    void Promise.resolve()
      .then(createPayload)
      .then(
        payload => this.#write(key, version, payload, { parser, hasRequestTags, hasAnswerTags, callback }),
        (error: Error) => callback(error),
      )
  }

  #write(
    key: number,
    version: number,
    payload: Writer,
    plan: { parser: ResponseParser<unknown>; hasRequestTags: boolean; hasAnswerTags: boolean; callback: Callback },
  ): void {
    // Nothing of it has left, so it may go another way.
    if (this.#error) {
      plan.callback(this.#error instanceof LineBroken ? new LineBroken(false) : this.#error)
      return
    }
    const id = this.#next
    this.#next = (id + 1) & 0x7fffffff
    const writer = this.#client.Writer.create()
    writer.appendInt16(key).appendInt16(version).appendInt32(id).appendString(CLIENT_ID, false)
    if (plan.hasRequestTags) writer.appendTaggedFields()
    writer.appendFrom(payload).prependLength()
    const timer = setTimeout(() => this.#fail(silent()), this.#versions.size === 0 ? HANDSHAKE_MS : ANSWER_MS)
    this.#waiting.set(id, {
      parse: reader => {
        if (plan.hasAnswerTags) reader.readTaggedFields()
        return plan.parser(id, key, version, reader)
      },
      callback: plan.callback,
      timer,
    })
    this.#socket.write(writer.buffer)
  }

  async #shakeHands(): Promise<void> {
    const { apiVersionsV0, produceV7, fetchV11 } = this.#client
    const told = await apiVersionsV0.api.async(this.connection, '', '').catch((error: unknown) => {
      // A broker closes the line on what it does not understand, and one that is no broker says something else.
      throw notKafka(error)
    })
    if (told.errorCode !== 0) throw tooOld()
    this.#versions = new Map(told.apiKeys.map(each => [each.apiKey, each.maxVersion]))
    if (!this.knows(produceV7.api.key, 7) || !this.knows(fetchV11.api.key, 11)) throw tooOld()
  }

  async #signIn({ mechanism, password }: Params, username: string): Promise<void> {
    const { saslAuthenticateV1, saslHandshakeV1, saslPlain, saslScramSha, protocolErrors } = this.#client
    const chosen = mechanism ?? 'PLAIN'
    if (!this.knows(saslHandshakeV1.api.key, 1)) throw refused(34, '')
    const hello = await saslHandshakeV1.api.async(this.connection, chosen)
    if (hello.errorCode !== 0) throw refused(hello.errorCode, nameOf(protocolErrors, hello.errorCode))
    const secret = password ?? ''
    try {
      const answer =
        chosen === 'PLAIN'
          ? await saslPlain.authenticate(saslAuthenticateV1.api, this.connection, username, secret)
          : await saslScramSha.authenticate(
              saslAuthenticateV1.api,
              this.connection,
              chosen === 'SCRAM-SHA-256' ? 'SHA-256' : 'SHA-512',
              username,
              secret,
            )
      if (answer.errorCode !== 0) throw refused(58, '')
    } catch {
      // A server that cannot prove that it knows the password is refused as well. What the client says may hold secrets.
      throw this.#error ?? refused(58, '')
    }
  }

  /** Frames: a length of four bytes, then that many. */
  #feed(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#held += chunk.length
    while (this.#held >= this.#wanted && this.#error === null) {
      const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks) // there is one
      const length = all.readInt32BE(0)
      if (length < 4 || length > FRAME_BYTES) {
        this.#fail(notKafka())
        return
      }
      this.#wanted = 4 + length
      this.#chunks = [all]
      if (all.length < this.#wanted) return
      const rest = all.subarray(this.#wanted)
      this.#chunks = rest.length > 0 ? [rest] : []
      this.#held = rest.length
      this.#wanted = 4
      this.#answer(all.subarray(4, 4 + length))
    }
  }

  #answer(frame: Buffer): void {
    const id = frame.readInt32BE(0)
    const waiting = this.#waiting.get(id)
    if (!waiting) {
      this.#fail(notKafka())
      return
    }
    this.#waiting.delete(id)
    clearTimeout(waiting.timer)
    const reader = this.#client.Reader.from(frame.subarray(4))
    void Promise.resolve()
      .then(() => waiting.parse(reader))
      .catch((error: unknown) => {
        if (error instanceof this.#client.ResponseError) return error['response']
        throw notKafka(error)
      })
      .then(answer => waiting.callback(null, answer))
      // What the client's callbacks throw is an answer they could not use.
      .catch((error: Error) => waiting.callback(error))
  }

  #fail(error: Failure): void {
    this.#error ??= error
    this.#socket.destroy()
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { timer, callback } of waiting) {
      clearTimeout(timer)
      callback(this.#error)
    }
  }

  close(): void {
    this.#fail(new LineBroken(true))
  }
}

const nameOf = (errors: Client['protocolErrors'], code: number): string =>
  Object.values(errors).find(each => each.code === code)?.id ?? String(code)
