import type { Msg, MsgHdrs, NatsConnection, Subscription } from '@nats-io/nats-core'
import { broken, toNatsFailure } from './failure.ts'
import { inTime } from './session.ts'

const NANOS_A_MS = 1_000_000
/** The server ends every request by itself; a request without an end in this time has no server any more. */
const SILENCE_MS = 10_000
/** But for one that does not wait, over a stream that has just lost messages: it promised them and never says that they are gone. */
const QUIET_MS = 1000

/** A message of a stream with its place in it. */
export interface Pulled {
  readonly seq: number
  readonly subject: string
  readonly data: Uint8Array
  readonly headers: MsgHdrs | undefined
  readonly timestamp: string
  acknowledge(): void
  giveBack(): void
}

interface Request {
  readonly batch: number
  readonly messages: Pulled[]
  end(error?: unknown): void
}

/**
 * Asks a durable consumer for messages, one request at a time, and never leaves a request open: the driver's own
 * `consume` does, and a server hands messages given back to it although nobody listens any more.
 */
export class Puller {
  readonly #connection: NatsConnection
  readonly #subject: string
  readonly #inbox: string
  readonly #subscription: Subscription
  #isEnding = false
  #request: Request | null = null
  /** Of a request that the server has not ended, after its end. */
  #late: Pulled[] = []

  constructor(connection: NatsConnection, stream: string, consumer: string) {
    this.#connection = connection
    this.#subject = `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`
    this.#inbox = `_INBOX.${crypto.randomUUID().replaceAll('-', '')}`
    this.#subscription = connection.subscribe(this.#inbox, {
      callback: (error, message) => (error ? this.#request?.end(error) : this.#receive(message)),
    })
    // never rejects: the driver answers with the error
    void connection.closed().then(error => this.#request?.end(error ?? broken()))
  }

  /** Up to `batch` messages that are there; for none, waits up to `waitMs` for the first. */
  async pull(batch: number, waitMs: number): Promise<readonly Pulled[]> {
    if (this.#connection.isClosed()) throw broken()
    if (this.#late.length > 0) return this.#late.splice(0, batch)
    return new Promise((resolve, reject) => {
      const messages: Pulled[] = []
      const end = (error?: unknown): void => {
        clearTimeout(timer)
        clearTimeout(quiet)
        this.#request = null
        if (error === undefined) resolve(messages)
        else reject(toNatsFailure(error))
      }
      const timer = setTimeout(() => end(broken()), waitMs + SILENCE_MS)
      const quiet = setTimeout(
        () =>
          this.#connection.flush().then(
            () => messages.length > 0 && this.#request?.messages === messages && end(),
            () => undefined, // its silence is told by the other timer
          ),
        waitMs + QUIET_MS,
      )
      this.#request = { batch, messages, end }
      const ask = waitMs === 0 ? { batch, no_wait: true } : { batch, expires: waitMs * NANOS_A_MS }
      this.#connection.publish(this.#subject, JSON.stringify(ask), { reply: this.#inbox })
    })
  }

  /**
   * Hears the server out and ends; nothing is pulled any more. Answers with what came and nobody took: given back, it is
   * there for the next reader at once.
   */
  async end(): Promise<readonly Pulled[]> {
    this.#isEnding = true
    const heard = this.#subscription.drain()
    await Promise.race([inTime(heard), this.#connection.closed()]).catch(() => undefined) // whoever is gone says nothing more
    const untaken = [...(this.#request?.messages.splice(0) ?? []), ...this.#late.splice(0)]
    this.#request?.end()
    return untaken
  }

  #receive(message: Msg): void {
    const request = this.#isEnding ? null : this.#request
    const pulled = readPulled(message)
    if (!request) {
      if (pulled) this.#late.push(pulled)
      return
    }
    if (pulled) request.messages.push(pulled)
    // A status instead: nothing there (404), time is over (408), the consumer has gone or has too many open (409).
    if (!pulled || request.messages.length === request.batch) request.end()
  }
}

/** The place stands in the address of the acknowledgement; newer servers put two words before the stream. */
function readPulled(message: Msg): Pulled | null {
  const words = message.reply?.split('.') ?? []
  if (words[0] !== '$JS' || words[1] !== 'ACK' || words.length < 9) return null
  const at = words.length === 9 ? 2 : 4
  const [seq, nanos] = [words[at + 3], words[at + 5]]
  const { subject, data, headers } = message
  return {
    seq: Number(seq),
    subject,
    data,
    headers,
    timestamp: toIso(BigInt(nanos ?? 0)),
    acknowledge: () => void message.respond('+ACK'),
    giveBack: () => void message.respond('-NAK'),
  }
}

/** As the server writes the time of a stored message. */
function toIso(nanos: bigint): string {
  const whole = new Date(Number(nanos / 1_000_000_000n) * 1000).toISOString().slice(0, 19)
  const rest = String(nanos % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/0+$/, '')
  return rest === '' ? `${whole}Z` : `${whole}.${rest}Z`
}
