import type { Socket } from 'node:net'

/** Bytes of a socket in pieces of the length that is asked for. */
export class ByteReader {
  readonly #socket: Socket
  #held = Buffer.alloc(0)
  #wake: () => void = () => undefined
  #isOver = false
  readonly #onData = (chunk: Buffer): void => {
    this.#held = Buffer.concat([this.#held, chunk])
    this.#wake()
  }
  readonly #onClose = (): void => {
    this.#isOver = true
    this.#wake()
  }

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', this.#onData).once('close', this.#onClose)
  }

  /** @throws when the socket ends before */
  async take(count: number): Promise<Buffer> {
    while (this.#held.length < count) {
      if (this.#isOver) throw new Error('the line ended early')
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
    const taken = this.#held.subarray(0, count)
    this.#held = this.#held.subarray(count)
    return taken
  }

  /** What came and nobody took; the socket is paused and its own again. */
  release(): Buffer {
    this.#socket.pause().off('data', this.#onData).off('close', this.#onClose)
    return this.#held
  }
}
