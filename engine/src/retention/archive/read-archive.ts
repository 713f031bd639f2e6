import { createHash } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import type { ArchiveFiles, ReadableArchive } from './archive-files.ts'
import { type ArchiveRow, archiveColumns, hashRow } from './archive-row.ts'
import type { ArchiveContent } from './write-archive.ts'

/** The rows of an archive, one row group at a time. */
export async function* readArchive(files: ArchiveFiles, path: string): AsyncGenerator<ArchiveRow[], void, void> {
  const { parquetMetadataAsync, parquetReadObjects } = await import('hyparquet')
  const file = await files.open(path)
  try {
    const source = {
      byteLength: file.sizeBytes,
      slice: async (start: number, end?: number) => (await file.read(start, end ?? file.sizeBytes)).buffer,
    }
    const metadata = await parquetMetadataAsync(source)
    let rowStart = 0
    for (const group of metadata.row_groups) {
      const rowEnd = rowStart + Number(group.num_rows)
      const rows = await parquetReadObjects({ file: source, metadata, rowStart, rowEnd, compressors, utf8: false })
      yield rows.map(toRow)
      rowStart = rowEnd
    }
  } finally {
    await file.close()
  }
}

const compressors = { ZSTD: (input: Uint8Array): Uint8Array => new Uint8Array(zstdDecompressSync(input)) }

/** Absent columns, of an archive older than they are, are null. */
const toRow = (row: Record<string, unknown>): ArchiveRow =>
  // archiveColumns names every field, and the writer gave each its type
  Object.fromEntries(archiveColumns.map(({ name }) => [name, row[name] ?? null])) as unknown as ArchiveRow

/** Reads everything and counts again. */
export async function checkArchive(files: ArchiveFiles, path: string): Promise<ArchiveContent> {
  const hash = createHash('sha256')
  let records = 0
  for await (const rows of readArchive(files, path)) {
    for (const row of rows) hashRow(hash, row)
    records += rows.length
  }
  return { records, contentSha256: hash.digest() }
}

const CHUNK_BYTES = 2 ** 20

/** Bytes of a file in order, for hashing and for download. */
export async function* readBytes(files: ArchiveFiles, path: string): AsyncGenerator<Uint8Array, void, void> {
  const file: ReadableArchive = await files.open(path)
  try {
    for (let at = 0; at < file.sizeBytes; at += CHUNK_BYTES)
      yield await file.read(at, Math.min(at + CHUNK_BYTES, file.sizeBytes))
  } finally {
    await file.close()
  }
}

export async function hashFile(files: ArchiveFiles, path: string): Promise<{ sizeBytes: number; sha256: Buffer }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of readBytes(files, path)) {
    hash.update(chunk)
    sizeBytes += chunk.length
  }
  return { sizeBytes, sha256: hash.digest() }
}
