import type { Socket } from 'node:net'
import type { ConnectorContext } from '@sluice/connector-kit'
import { openSocket } from '@sluice/connector-kit/queue'
import { broken, notRedis, silent, toReplyFailure } from './failure.ts'
import type { Params } from './manifest.ts'
import { type Reply, ReplyError, ReplyParser, writeCommand } from './reply-parser.ts'

const ANSWER_MS = 30_000
const HANDSHAKE_MS = 5000

export type Command = readonly (string | Buffer)[]

interface Waiting {
  resolve(reply: Reply): void
  reject(error: unknown): void
}

/** One connection: commands leave in order, and answers come back in the same. Not made again by itself. */
export class Session {
  readonly #socket: Socket
  readonly #waiting: Waiting[] = []
  #error: unknown = null

  private constructor(socket: Socket) {
    this.#socket = socket
    const parser = new ReplyParser(reply => {
      const waiting = this.#waiting.shift()
      // Who answers what nobody asked answers without an end.
      if (waiting) waiting.resolve(reply)
      else this.#fail(notRedis())
    })
    socket.on('data', (chunk: Buffer) => {
      try {
        parser.feed(chunk)
      } catch (cause) {
        this.#fail(notRedis(cause))
      }
    })
    socket.on('error', cause => this.#fail(broken(cause)))
    socket.on('close', () => this.#fail(broken()))
  }

  /** Signed in and in its database. @throws Failure */
  static async open(params: Params, context: ConnectorContext): Promise<Session> {
    const session = new Session(await openSocket(context.egress, params))
    try {
      const { username, password, database } = params
      if (password) await session.run(['AUTH', ...(username ? [username] : []), password], HANDSHAKE_MS)
      await session.run(['PING'], HANDSHAKE_MS)
      if (database) await session.run(['SELECT', String(database)])
      return session
    } catch (error) {
      await session.close()
      throw error
    }
  }

  get isBroken(): boolean {
    return this.#error !== null
  }

  /** @throws Failure for a refused command too */
  async run(command: Command, timeoutMs = ANSWER_MS): Promise<Reply> {
    const [answer] = await Promise.all(this.pipeline([command], timeoutMs))
    if (answer instanceof ReplyError) throw toReplyFailure(answer)
    return answer ?? null
  }

  /** One promise per command, in order. A refusal is a value; a broken connection rejects what had no answer yet. */
  pipeline(commands: readonly Command[], timeoutMs = ANSWER_MS): Promise<Reply>[] {
    const error = this.#error
    if (error !== null) return commands.map(() => Promise.reject(error))
    const answers = commands.map(
      () =>
        new Promise<Reply>((resolve, reject) => {
          this.#waiting.push({ resolve, reject })
        }),
    )
    this.#socket.write(Buffer.concat(commands.map(writeCommand)))
    const timer = setTimeout(() => this.#fail(silent()), timeoutMs)
    // never rejects: all are settled
    void Promise.allSettled(answers).then(() => clearTimeout(timer))
    return answers
  }

  #fail(error: unknown): void {
    this.#error ??= error
    this.#socket.destroy()
    for (const { reject } of this.#waiting.splice(0)) reject(this.#error)
  }

  async close(): Promise<void> {
    this.#fail(broken())
  }
}
