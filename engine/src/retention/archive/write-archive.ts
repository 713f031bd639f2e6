import { createHash } from 'node:crypto'
import { constants, zstdCompressSync } from 'node:zlib'
import { type ArchiveFiles, publish, type WritableArchive } from './archive-files.ts'
import { type ArchiveRow, archiveColumns, hashRow } from './archive-row.ts'

/** What a file holds, found out while it was written; reading it back must give the same. */
export interface ArchiveContent {
  readonly records: number
  readonly contentSha256: Buffer
}

export interface WrittenArchive extends ArchiveContent {
  /** Of the bytes that were handed to the disk. */
  readonly fileSha256: Buffer
}

/**
 * A Parquet file, one row group per batch, zstd. hyparquet writes into a buffer of ours, so that every call to the disk
 * stays in `files`; DuckDB writes files by itself, and its native code is a thousand times larger.
 */
export async function writeArchive(
  files: ArchiveFiles,
  path: string,
  batches: AsyncIterable<readonly ArchiveRow[]>,
): Promise<WrittenArchive> {
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer')
  const hash = createHash('sha256')
  const fileHash = createHash('sha256')
  let records = 0
  await publish(files, path, async plain => {
    const file: Pick<WritableArchive, 'write'> = {
      write: async bytes => {
        fileHash.update(bytes)
        await plain.write(bytes)
      },
    }
    const buffer = new ByteWriter()
    const schema = schemaFromColumnData({ columnData: toColumns([]) })
    const parquet = new ParquetWriter({ writer: buffer, schema, codec: 'ZSTD', compressors: { ZSTD: compress } })
    for await (const rows of batches) {
      for (const row of rows) hashRow(hash, row)
      records += rows.length
      await parquet.write({ columnData: toColumns(rows), rowGroupSize: rows.length })
      await flush(buffer, file)
    }
    await parquet.finish()
    await flush(buffer, file)
  })
  return { records, contentSha256: hash.digest(), fileSha256: fileHash.digest() }
}

// Level 3: archives are read seldom.
const compress = (input: Uint8Array): Uint8Array =>
  zstdCompressSync(input, { params: { [constants.ZSTD_c_compressionLevel]: 3 } })

const toColumns = (rows: readonly ArchiveRow[]) =>
  archiveColumns.map(({ name, type }) => ({
    name,
    type,
    data: rows.map(row => row[name]),
    nullable: true,
    statistics: name !== 'raw' && name !== 'payload',
  }))

/** The buffer counts from the file's beginning (`offset`); only its own start moves. */
async function flush(
  buffer: { index: number; getBytes(): Uint8Array },
  file: Pick<WritableArchive, 'write'>,
): Promise<void> {
  if (buffer.index > 0) await file.write(buffer.getBytes())
  buffer.index = 0
}
