import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'

/** Bytes on disk. Names are ids of ours; what a user called the file is only a column. */
export interface UploadStore {
  /** Writes the whole stream durably, or leaves nothing. `path` is relative to the store. */
  write(tenantId: string, id: string, chunks: AsyncIterable<Uint8Array>): Promise<WrittenFile>
  /** A place to write by oneself; `finish` makes it durable and visible. */
  reserve(tenantId: string, id: string): Promise<Reservation>
  /** Absolute path of a stored file. */
  resolve(path: string): string
  read(path: string): AsyncIterable<Uint8Array>
  remove(path: string): Promise<void>
  /** Paths of all files of a tenant, unfinished ones too. */
  listOf(tenantId: string): Promise<string[]>
  /** Deletes everything of a tenant. */
  removeOf(tenantId: string): Promise<{ readonly files: number }>
  /** Everything that lies there and was last written before that moment, unfinished files too. */
  listBefore(ms: number): Promise<string[]>
}

interface WrittenFile {
  readonly path: string
  readonly sizeBytes: number
  readonly sha256: Buffer
}

interface Reservation {
  readonly path: string
  finish(): Promise<WrittenFile>
  discard(): Promise<void>
}

export function createUploadStore(directory: string): UploadStore {
  const root = resolve(directory)
  const locate = (path: string): string => {
    const full = resolve(root, path)
    if (!full.startsWith(root + sep)) throw new Error('locating a file: the path leaves the store')
    return full
  }
  const reserve = async (tenantId: string, id: string): Promise<Reservation> => {
    await mkdir(join(root, tenantId), { recursive: true, mode: 0o700 })
    const path = join(tenantId, id)
    const part = locate(`${path}.part`)
    return {
      path: part,
      finish: async () => ({ path, ...(await publish(part, locate(path))) }),
      discard: () => rm(part, { force: true }),
    }
  }
  const listOf = async (tenantId: string): Promise<string[]> => {
    const folder = locate(tenantId)
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []) // none yet
    const files = entries.filter(entry => entry.isFile())
    return files.map(entry => join(tenantId, relative(folder, join(entry.parentPath, entry.name)))).sort()
  }
  return {
    reserve,
    async write(tenantId, id, chunks) {
      const place = await reserve(tenantId, id)
      try {
        const file = await open(place.path, 'w', 0o600)
        try {
          for await (const chunk of chunks) await file.write(chunk)
        } finally {
          await file.close()
        }
        return await place.finish()
      } catch (error) {
        await place.discard()
        throw error
      }
    },
    resolve: locate,
    read: path => createReadStream(locate(path)),
    remove: path => rm(locate(path), { force: true }),
    listOf,
    async removeOf(tenantId) {
      const files = (await listOf(tenantId)).length
      await rm(locate(tenantId), { recursive: true, force: true })
      return { files }
    },
    async listBefore(ms) {
      const paths = await readdir(root, { recursive: true }).catch(() => []) // not there before the first file
      const old = await Promise.all(paths.map(path => isFileBefore(join(root, path), ms)))
      return paths.filter((_, at) => old[at])
    },
  }
}

const isFileBefore = (path: string, ms: number): Promise<boolean> =>
  stat(path).then(
    found => found.isFile() && found.mtimeMs < ms,
    () => false, // gone meanwhile
  )

/** Measured, on the disk, and then under its name: a name never points to half a file. */
async function publish(part: string, path: string): Promise<{ sizeBytes: number; sha256: Buffer }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const file = await open(part, 'r+')
  try {
    for await (const chunk of file.createReadStream({ autoClose: false, start: 0 }) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      sizeBytes += chunk.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, path)
  const folder = await open(join(path, '..'), 'r')
  await folder.sync().finally(() => folder.close())
  return { sizeBytes, sha256: hash.digest() }
}
