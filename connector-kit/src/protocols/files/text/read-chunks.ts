import { type FileHandle, open } from 'node:fs/promises'
import { toFileFailure } from '../failure.ts'

const CHUNK_BYTES = 256 * 1024
/** Enough to see the kind, the delimiter and the header. */
export const HEAD_BYTES = 64 * 1024

/** @throws Failure when the file cannot be read */
export async function readHead(path: string, name: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of readChunks(path, name, HEAD_BYTES)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export async function* readChunks(
  path: string,
  name: string,
  limitBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  let file: FileHandle | undefined
  try {
    file = await open(path, 'r')
    for (let position = 0; position < limitBytes; ) {
      const wanted = Math.min(CHUNK_BYTES, limitBytes - position)
      // A buffer of its own for each chunk: the reader may still hold the one before.
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, position)
      if (bytesRead === 0) return
      position += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } catch (error) {
    throw toFileFailure(error, `Reading ${name}`)
  } finally {
    await file?.close()
  }
}
