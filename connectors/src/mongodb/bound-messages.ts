import { createRequire } from 'node:module'

/** Of a message's header, and what servers take and give at most (maxMessageSizeBytes). */
const LEAST_BYTES = 16
const MOST_BYTES = 48_000_000

interface Pool {
  getInt32(): number | null
}
interface MessageStream {
  readonly bufferPool: Pool
  _transform(...given: unknown[]): void
}

let isBound = false

/**
 * The driver believes every length that a server writes before a message: a length of nothing makes it go on for ever and
 * take all memory, one of 2 GB makes it wait for them. A length that none has reads as a negative one, which it refuses.
 */
export function boundMessages(): void {
  if (isBound) return
  isBound = true
  const { SizedMessageTransform } = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as {
    readonly SizedMessageTransform: { readonly prototype: MessageStream }
  }
  const { prototype } = SizedMessageTransform
  const transform = prototype._transform
  prototype._transform = function (...given) {
    const pool = this.bufferPool
    if (!Object.hasOwn(pool, 'getInt32')) {
      const read = pool.getInt32.bind(pool)
      pool.getInt32 = () => {
        const size = read()
        return size !== null && (size < LEAST_BYTES || size > MOST_BYTES) ? -1 : size
      }
    }
    transform.apply(this, given)
  }
}
