import { open, stat, truncate } from 'node:fs/promises'
import type { FileStore } from '../../../connector.ts'
import { badFile } from '../failure.ts'
import type { FoundFile } from '../found-file.ts'
import type { FetchOptions, ReadableStore, RemoteFile } from './remote-store.ts'

/** A far file on this machine, until it is discarded. */
export interface Spooled {
  readonly found: FoundFile
  discard(): Promise<void>
}

/** What one far file may take of the disk here. */
const MAX_BYTES = 4 * 1024 * 1024 * 1024
const TAIL_BYTES = 64 * 1024

/** Brings a file here: workbooks are read from their end, and an encoding is known only when all is seen. */
export async function spool(
  store: ReadableStore,
  files: FileStore,
  file: RemoteFile,
  options: FetchOptions = {},
): Promise<Spooled> {
  if (file.sizeBytes > MAX_BYTES && options.maxBytes === undefined)
    throw badFile(`${file.path} is refused: it has more than 4 GiB.`, 'Split it into smaller files.')
  const place = await files.create('spool')
  try {
    await store.fetch(file, place.path, options)
    if (options.maxBytes !== undefined && file.sizeBytes > options.maxBytes) await dropLastLine(place.path)
  } catch (error) {
    await place.discard()
    throw error
  }
  const { path: name, sizeBytes, modifiedMs } = file
  return { found: { id: name, path: place.path, name, sizeBytes, modifiedMs }, discard: () => place.discard() }
}

/** The last line of a beginning is cut off somewhere, perhaps within a character. */
async function dropLastLine(path: string): Promise<void> {
  const { size } = await stat(path)
  const start = Math.max(0, size - TAIL_BYTES)
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(size - start), 0, size - start, start)
    const end = buffer.subarray(0, bytesRead).lastIndexOf('\n')
    if (end > 0) await truncate(path, start + end + 1)
  } finally {
    await file.close()
  }
}
