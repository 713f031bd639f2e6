import type { Socket } from 'node:net'
import { maxPageBytes, maxRowBytes, type RowText, RowTextBuilder, type TextLayout } from '@sluice/connector-kit/sql'

/** Rows in the order they came: a page of them, or the beginning of one that is too large to be taken. */
export type CopiedRows =
  | { readonly kind: 'rows'; readonly rows: RowText }
  | { readonly kind: 'large'; readonly line: string }

export interface CopyOptions {
  readonly layout: TextLayout
  /** Rows per page. */
  readonly pageRows: number
  /** The last field of each row says `t` when the server left its large values out; it is cut off. */
  readonly isFlagged: boolean
}

/** What is kept of a row that is too large: the fields that say which it is stand in front. */
const KEPT_BYTES = 65_536
/** Pages ready before the server has to wait. */
const PAGES_AHEAD = 2
const HEADER_BYTES = 5
const [COPY_DATA, COPY_DONE, ERROR, FLAG, LINE_BREAK] = [0x64, 0x63, 0x45, 0x74, 10]

/**
 * `COPY … TO STDOUT` as the driver runs statements, with the rows taken from the socket straight into pages: the
 * driver's own way makes a message of each row, which took ten times as long. `sql` may hold statements around the COPY.
 */
export class CopyRows {
  readonly #sql: string
  readonly #options: CopyOptions
  #builder: RowTextBuilder
  #ready: CopiedRows[] = []
  #stream: Socket | null = null
  #driver: ((chunk: Buffer) => void) | null = null
  #header = Buffer.alloc(HEADER_BYTES)
  /** Bytes of the header that have come; HEADER_BYTES: inside a message. */
  #headerBytes = 0
  #code = 0
  /** Bytes of the message still to come. */
  #left = 0
  /** The message is larger than a row may be. */
  #isHuge = false
  /** Bytes of a row that is not whole yet. */
  #rowBytes = 0
  #end: { readonly error: unknown } | null = null
  #wake: (() => void) | null = null

  constructor(sql: string, options: CopyOptions) {
    this.#sql = sql
    this.#options = options
    this.#builder = new RowTextBuilder(options.layout, FIRST_BYTES)
  }

  /** The driver's word for: it is your turn. */
  submit(connection: { readonly stream: Socket; query(sql: string): void }): void {
    const { stream } = connection
    const [driver] = stream.listeners('data') as ((chunk: Buffer) => void)[] // the driver has one
    if (!driver) throw new Error('copying rows: the driver does not listen to its socket')
    this.#stream = stream
    this.#driver = driver
    stream.off('data', driver)
    stream.on('data', this.#receive)
    connection.query(this.#sql)
  }

  handleError(error: unknown): void {
    this.#finish(error)
  }

  handleReadyForQuery(): void {
    this.#finish(null)
  }

  handleCommandComplete(): void {}

  handleRowDescription(): void {}

  handleDataRow(): void {}

  /** Until the COPY has ended; then the connection is free again. @throws the server's error */
  async *read(): AsyncGenerator<CopiedRows, void, void> {
    for (;;) {
      const next = this.#ready.shift()
      if (next) {
        if (this.#ready.length < PAGES_AHEAD) this.#stream?.resume()
        yield next
      } else if (this.#end) {
        if (this.#end.error !== null) throw this.#end.error
        return
      } else
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
    }
  }

  #finish(error: unknown): void {
    this.#handBack(null)
    this.#cutPage()
    this.#end ??= { error }
    this.#wake?.()
  }

  readonly #receive = (chunk: Buffer): void => {
    let at = 0
    while (at < chunk.length) {
      if (this.#headerBytes < HEADER_BYTES) {
        at = this.#readHeader(chunk, at)
        if (this.#headerBytes < HEADER_BYTES) return
        this.#isHuge = this.#left > maxRowBytes
        if (this.#code === ERROR) {
          this.#handBack(Buffer.concat([this.#header, chunk.subarray(at)]))
          return
        }
      }
      const end = Math.min(chunk.length, at + this.#left)
      if (this.#code === COPY_DATA) this.#readRows(chunk, at, end)
      this.#left -= end - at
      at = end
      if (this.#left > 0) return
      this.#headerBytes = 0
      if (this.#code === COPY_DONE) {
        this.#handBack(chunk.subarray(at))
        return
      }
    }
  }

  #readHeader(chunk: Buffer, from: number): number {
    const { length } = chunk
    if (this.#headerBytes === 0 && from + HEADER_BYTES <= length) {
      this.#code = chunk[from]! // from < length
      this.#left = chunk.readUInt32BE(from + 1) - 4
      chunk.copy(this.#header, 0, from, from + HEADER_BYTES)
      this.#headerBytes = HEADER_BYTES
      return from + HEADER_BYTES
    }
    const count = Math.min(HEADER_BYTES - this.#headerBytes, length - from)
    chunk.copy(this.#header, this.#headerBytes, from, from + count)
    this.#headerBytes += count
    if (this.#headerBytes === HEADER_BYTES) {
      this.#code = this.#header[0]! // five bytes
      this.#left = this.#header.readUInt32BE(1) - 4
    }
    return from + count
  }

  /** A message is a row nearly always, but the protocol does not promise it: line breaks do. */
  #readRows(chunk: Buffer, from: number, end: number): void {
    for (let at = from; at < end; ) {
      const lineBreak = chunk.indexOf(LINE_BREAK, at)
      const isWhole = lineBreak >= 0 && lineBreak < end
      const stop = isWhole ? lineBreak : end
      // Of a row that is too large only its beginning is held, from its first byte on where the message tells its size.
      const held = Math.min(stop - at, (this.#isHuge ? KEPT_BYTES : maxRowBytes) - this.#rowBytes)
      if (held > 0) this.#builder.add(chunk, at, at + held)
      this.#rowBytes += stop - at
      if (!isWhole) return
      this.#endRow()
      at = stop + 1
    }
  }

  #endRow(): void {
    const { isFlagged, pageRows } = this.#options
    const isCut = this.#rowBytes > maxRowBytes || (this.#isHuge && this.#rowBytes > KEPT_BYTES)
    if (isCut) this.#builder.cutRow(KEPT_BYTES)
    const isLarge = isCut || (isFlagged && this.#builder.lastByte === FLAG)
    // The flag and the tab before it.
    this.#builder.endRow(isFlagged && !isCut ? 2 : 0)
    this.#rowBytes = 0
    if (isLarge) {
      const line = this.#builder.takeBack().toString()
      this.#cutPage()
      this.#push({ kind: 'large', line })
    } else if (this.#builder.count >= pageRows || this.#builder.bytes >= maxPageBytes) this.#cutPage()
  }

  #cutPage(): void {
    if (this.#builder.count === 0) return
    const { bytes, count } = this.#builder
    const rows = this.#builder.finish()
    // A little more than the last page, so that the usual page is never copied.
    const expected = Math.min(maxPageBytes, Math.ceil((bytes / count) * this.#options.pageRows * 1.1))
    this.#builder = new RowTextBuilder(this.#options.layout, expected)
    this.#push({ kind: 'rows', rows })
  }

  #push(rows: CopiedRows): void {
    this.#ready.push(rows)
    if (this.#ready.length >= PAGES_AHEAD) this.#stream?.pause()
    this.#wake?.()
  }

  /** The driver listens again, first to what is left of the last chunk. */
  #handBack(rest: Buffer | null): void {
    const [stream, driver] = [this.#stream, this.#driver]
    if (!stream || !driver) return
    this.#stream = null
    stream.off('data', this.#receive)
    stream.on('data', driver)
    if (rest && rest.length > 0) driver(rest)
    stream.resume()
  }
}

const FIRST_BYTES = 65_536
