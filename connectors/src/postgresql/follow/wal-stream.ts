import type { ConnectorContext } from '@sluice/connector-kit'
import { toSessionFailure } from '../failure.ts'
import type { Params } from '../manifest.ts'
import { formatLsn } from './lsn.ts'
import { type PgOutput, parsePgOutput } from './pgoutput.ts'
import { openReplication, type ReplicationClient } from './replication-client.ts'

/** How often the server is told what may be forgotten; it takes a reader for dead after a minute of silence. */
const STATUS_MS = 10_000
/** Above this the socket is not read until half of it has been taken. */
const QUEUE_BYTES = 8 * 2 ** 20

export type WalMessage =
  | { readonly kind: 'data'; readonly message: PgOutput; readonly bytes: number }
  /** Everything before `end` has been sent. */
  | { readonly kind: 'alive'; readonly end: bigint }

/** Messages of one replication slot in order. The socket rests while nobody takes them. */
export class WalStream {
  readonly #client: ReplicationClient
  readonly #queue: WalMessage[] = []
  #queuedBytes = 0
  #wake: () => void = () => undefined
  #error: unknown = null
  #isClosed = false
  #flushed: bigint
  #timer: NodeJS.Timeout | undefined

  private constructor(client: ReplicationClient, start: bigint) {
    this.#client = client
    this.#flushed = start
  }

  /** @throws Failure */
  static async open(params: Params, context: ConnectorContext, slot: string, start: bigint): Promise<WalStream> {
    const client = await openReplication(params, context)
    const stream = new WalStream(client, start)
    stream.#listen()
    const options = `proto_version '1', publication_names '"${slot}"'`
    stream.#run(`START_REPLICATION SLOT "${slot}" LOGICAL ${formatLsn(start)} (${options})`)
    return stream
  }

  /** The next message; null after `waitMs` without one. @throws Failure */
  async next(waitMs: number): Promise<WalMessage | null> {
    if (this.#queue.length === 0 && !this.#isEnded()) {
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, waitMs)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    const message = this.#queue.shift()
    if (message === undefined) {
      if (this.#error !== null) throw toSessionFailure(this.#error) ?? this.#error
      // Never null: a reader that asks again and again would keep everybody else from working.
      if (this.#isClosed) throw toSessionFailure(new Error('Connection ended'))
      return null
    }
    this.#queuedBytes -= sizeOf(message)
    if (this.#queuedBytes < QUEUE_BYTES / 2) this.#client.resume()
    return message
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  get isEmpty(): boolean {
    return this.#queue.length === 0
  }

  /** The server may forget what lies before. */
  acknowledge(lsn: bigint): void {
    if (lsn > this.#flushed) this.#flushed = lsn
    this.#tell()
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.#client.destroy()
    this.#wake()
  }

  #isEnded(): boolean {
    return this.#isClosed || this.#error !== null
  }

  #run(sql: string): void {
    this.#client.run(sql).then(
      () => this.#end(new Error('Connection ended')),
      (error: unknown) => this.#end(error),
    )
    this.#timer = setInterval(() => this.#tell(), STATUS_MS).unref()
  }

  #listen(): void {
    this.#client.onCopyData(chunk => this.#take(chunk))
    this.#client.onEnd(error => this.#end(error))
  }

  #end(error: unknown): void {
    if (this.#isClosed) return
    this.#error ??= error
    clearInterval(this.#timer)
    this.#wake()
  }

  #take(chunk: Buffer): void {
    const message = this.#read(chunk)
    if (message === null) return
    this.#queue.push(message)
    this.#queuedBytes += sizeOf(message)
    if (this.#queuedBytes > QUEUE_BYTES) this.#client.pause()
    this.#wake()
  }

  /**
   * `w`: 3 × 8 bytes of places and time, then the data. `k`: the end, a time, whether an answer is wanted.
   * Taken apart at once: the driver uses the memory again.
   */
  #read(chunk: Buffer): WalMessage | null {
    if (chunk[0] === 0x77) return { kind: 'data', message: parsePgOutput(chunk.subarray(25)), bytes: chunk.length - 25 }
    if (chunk[0] !== 0x6b) return null
    if (chunk[17] === 1) this.#tell()
    return { kind: 'alive', end: chunk.readBigUInt64BE(1) }
  }

  /** Standby status update: written, flushed and applied are one and the same here. */
  #tell(): void {
    if (this.#isEnded()) return
    const status = Buffer.alloc(34)
    status.write('r', 0)
    for (const at of [1, 9, 17]) status.writeBigUInt64BE(this.#flushed, at)
    this.#client.send(status)
  }
}

const sizeOf = (message: WalMessage): number => (message.kind === 'data' ? message.bytes + 64 : 64)
