import { on } from 'node:events'
import { open } from 'node:fs/promises'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { zstdDecompressSync } from 'node:zlib'
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet'

// A thread of read-parquet.ts. Stripping types is called experimental; nobody reads warnings here.
process.removeAllListeners('warning')

const { path, together } = workerData as { path: string; together: number } // of read-parquet.ts, which alone starts this
const compressors = { ZSTD: (input: Uint8Array): Uint8Array => new Uint8Array(zstdDecompressSync(input)) }

async function* readRows(): AsyncGenerator<Record<string, unknown>[], void, void> {
  const file = await open(path, 'r')
  const { size } = await file.stat()
  const source = {
    byteLength: size,
    async slice(start: number, end = size): Promise<ArrayBuffer> {
      const bytes = new Uint8Array(end - start)
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at)
        if (bytesRead === 0) throw new Error('reading a parquet file: it is shorter than it says')
        at += bytesRead
      }
      return bytes.buffer
    },
  }
  const metadata = await parquetMetadataAsync(source)
  let rowStart = 0
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows)
    const rows = await parquetReadObjects({ file: source, metadata, rowStart, rowEnd, compressors })
    for (let at = 0; at < rows.length; at += together) yield rows.slice(at, at + together)
    rowStart = rowEnd
  }
}

const port = parentPort as MessagePort // a thread has one
const rows = readRows()
/** Each word asks for the next rows; null: there are none. */
for await (const _word of on(port, 'message')) port.postMessage((await rows.next()).value ?? null)
