/** What Redis answers (RESP 2). Texts stay bytes: a value may be anything. */
export type Reply = null | string | number | Buffer | ReplyError | readonly Reply[]

/** An answer that begins with a minus. A value, because in a pipeline it is about one command only. */
export class ReplyError extends Error {
  /** `WRONGTYPE`, `NOAUTH`: the first word. */
  readonly kind: string

  constructor(text: string) {
    super(text)
    this.kind = text.split(' ', 1)[0] ?? ''
  }
}

interface OpenList {
  readonly items: Reply[]
  readonly length: number
}

// Longer than anything that is a record; a stream of bytes without an end must not fill the memory.
const MAX_BYTES = 256 * 1024 * 1024
/** What an item takes at least, however short it is on the line. */
const ITEM_BYTES = 100
const MAX_DEPTH = 32
const MAX_LINE_BYTES = 64 * 1024
const CR = 13

/** Bytes as they come to whole answers. */
export class ReplyParser {
  readonly #onReply: (reply: Reply) => void
  #chunks: Buffer[] = []
  #buffered = 0
  /** Nothing can be read before so much is there. */
  #needed = 1
  #lists: OpenList[] = []
  readonly #maxBytes: number
  /** Of the answer under way. */
  #kept = 0

  constructor(onReply: (reply: Reply) => void, { maxBytes = MAX_BYTES }: { readonly maxBytes?: number } = {}) {
    this.#onReply = onReply
    this.#maxBytes = maxBytes
  }

  /** @throws Error for bytes that are no Redis */
  feed(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#buffered += chunk.length
    if (this.#buffered < this.#needed) return
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks)
    const read = this.#read(bytes)
    const rest = bytes.subarray(read)
    this.#chunks = rest.length === 0 ? [] : [rest]
    this.#buffered = rest.length
  }

  /** How many bytes were used. */
  #read(bytes: Buffer): number {
    this.#needed = 1
    for (let at = 0; ; ) {
      const end = bytes.indexOf(CR, at)
      if (end < 0 && bytes.length - at > MAX_LINE_BYTES) throw new Error('reading an answer: a line without an end')
      if (end < 0 || end + 2 > bytes.length) return at
      const line = bytes.toString('latin1', at + 1, end)
      const kind = String.fromCharCode(bytes[at]!) // end is behind it
      if (kind === '$' && line !== '-1') {
        const length = readLength(line)
        if (end + 4 + length > bytes.length) {
          this.#needed = end + 4 + length - at
          return at
        }
        this.#add(Buffer.from(bytes.subarray(end + 2, end + 2 + length)))
        at = end + 4 + length
        continue
      }
      at = end + 2
      this.#readLine(kind, line, bytes.subarray(at - 2 - line.length, at - 2))
    }
  }

  #readLine(kind: string, line: string, raw: Buffer): void {
    if (kind === '+') this.#add(line)
    else if (kind === '-') this.#add(new ReplyError(raw.toString('utf8')))
    else if (kind === ':') this.#add(Number(line))
    else if ((kind === '$' || kind === '*') && line === '-1') this.#add(null)
    else if (kind === '*' && line === '0') this.#add([])
    else if (kind === '*') this.#open(readLength(line))
    else throw new Error('reading an answer: not Redis')
  }

  #open(length: number): void {
    if (this.#lists.length === MAX_DEPTH) throw new Error('reading an answer: lists without an end')
    this.#lists.push({ items: [], length })
  }

  #add(reply: Reply): void {
    this.#kept += Buffer.isBuffer(reply) ? reply.length + ITEM_BYTES : ITEM_BYTES
    if (this.#kept > this.#maxBytes + ITEM_BYTES) throw new Error('reading an answer: longer than it may be')
    let whole = reply
    for (;;) {
      const list = this.#lists.at(-1)
      if (!list) break
      list.items.push(whole)
      if (list.items.length < list.length) return
      this.#lists.pop()
      whole = list.items
    }
    this.#kept = 0
    this.#onReply(whole)
  }
}

function readLength(line: string): number {
  const length = Number(line)
  if (!Number.isInteger(length) || length < 0 || length > MAX_BYTES)
    throw new Error(`reading an answer: a length of ${line.slice(0, 20)}`)
  return length
}

/** One command as Redis reads it. */
export function writeCommand(args: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from(`*${args.length}\r\n`)]
  for (const arg of args) {
    const bytes = typeof arg === 'string' ? Buffer.from(arg) : arg
    parts.push(Buffer.from(`$${bytes.length}\r\n`), bytes, Buffer.from('\r\n'))
  }
  return Buffer.concat(parts)
}
