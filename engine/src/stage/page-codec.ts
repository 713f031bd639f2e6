import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib'
import { RowText } from '@sluice/connector-kit'
import { toJson } from '@sluice/contract'

// Level 1: 2.6 µs a record, 6 times smaller; higher levels cost more than the disk they save. The default chunk of
// 16 KiB would go to the thread pool and back for each 16 KiB of output.
const OPTIONS = { chunkSize: 2 ** 18, params: { [constants.ZSTD_c_compressionLevel]: 1 } }
// Below this the way to the thread pool costs more than the work.
const SMALL_BYTES = 2 ** 14
const SMALL = { params: OPTIONS.params }
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

// The results of most pages are one letter for all; making a compressor for each took 0.3 ms a page.
const REMEMBERED = 16
const REMEMBERED_CHARS = 2 ** 14
const remembered = new Map<string, Buffer>()

/** One text per line, compressed. JSON text holds no bare line break, so a line is a record. */
export async function packLines(lines: readonly string[]): Promise<Buffer> {
  const text = lines.join('\n')
  const known = remembered.get(text)
  if (known) return known
  const packed = await packBytes(Buffer.from(text))
  if (remembered.size >= REMEMBERED) remembered.clear()
  if (text.length <= REMEMBERED_CHARS) remembered.set(text, packed)
  return packed
}

export async function packBytes(bytes: Uint8Array): Promise<Buffer> {
  return bytes.length < SMALL_BYTES ? zstdCompressSync(bytes, SMALL) : compress(bytes, OPTIONS)
}

/** The rows of a stored page, one per ordinal, whichever way they were kept. */
export interface StoredRows {
  readonly count: number
  /** JSON text of a row; undefined where there is none of this ordinal. */
  text(ordinal: number): string | undefined
  /** The rows as the source wrote them; null where they were kept as JSON. */
  readonly rows: RowText | null
}

export async function unpackRows(packed: Buffer): Promise<StoredRows> {
  const bytes = await decompress(packed)
  const rows = RowText.fromStored(bytes)
  if (rows) {
    const text = (ordinal: number) => (ordinal < rows.count ? toJson(rows.decode(ordinal)) : undefined)
    return { count: rows.count, text, rows }
  }
  const lines = bytes.toString().split('\n')
  return { count: lines.length, text: ordinal => lines[ordinal], rows: null }
}

/** One JSON text per line: all of them, so for one or few ask `unpackRows`. */
export async function unpackLines(packed: Buffer): Promise<string[]> {
  const { count, text } = await unpackRows(packed)
  return Array.from({ length: count }, (_, ordinal) => text(ordinal)!) // ordinal < count
}
