import { on } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { constants, zstdCompressSync } from 'node:zlib'
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { ExportColumn, ExportKind } from './export-column.ts'

// A thread of write-parquet.ts. Stripping types is called experimental; nobody reads warnings here.
process.removeAllListeners('warning')

export type Cell = string | bigint | boolean | null
type Rows = readonly (readonly Cell[])[]

/** Rows of one group lie in memory, and it is written when either is reached. */
const GROUP_ROWS = 10_000
const GROUP_CHARACTERS = 16 * 2 ** 20

const types = { int: 'INT64', boolean: 'BOOLEAN', text: 'STRING' } as const satisfies Record<ExportKind, string>

const toColumns = (rows: Rows) =>
  columns.map(({ name, kind }, at) => ({
    name,
    type: types[kind],
    data: rows.map(row => row[at] ?? null),
    nullable: true,
  }))

const compress = (input: Uint8Array): Uint8Array =>
  zstdCompressSync(input, { params: { [constants.ZSTD_c_compressionLevel]: 3 } })

const port = parentPort as MessagePort // a thread has one
const columns = workerData as readonly ExportColumn[] // of write-parquet.ts, which alone starts this
const buffer = new ByteWriter()
const schema = schemaFromColumnData({ columnData: toColumns([]) })
const parquet = new ParquetWriter({ writer: buffer, schema, codec: 'ZSTD', compressors: { ZSTD: compress } })
let group: (readonly Cell[])[] = []
let characters = 0

async function writeGroup(): Promise<void> {
  await parquet.write({ columnData: toColumns(group), rowGroupSize: group.length })
  group = []
  characters = 0
}

/** Rows, or null at the end; answered with the bytes that have become of the file, mostly none. */
for await (const [rows] of on(port, 'message') as AsyncIterable<[Rows | null]>) {
  for (const row of rows ?? []) {
    group.push(row)
    for (const cell of row) characters += typeof cell === 'string' ? cell.length : 8
    if (group.length >= GROUP_ROWS || characters >= GROUP_CHARACTERS) await writeGroup()
  }
  if (rows === null) {
    if (group.length > 0) await writeGroup()
    await parquet.finish()
  }
  // The buffer counts on from the file's beginning; what it holds is the caller's from now on.
  const bytes = buffer.getBytes().slice()
  buffer.index = 0
  port.postMessage(bytes, [bytes.buffer])
}
