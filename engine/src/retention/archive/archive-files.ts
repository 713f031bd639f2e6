import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'

/** Every call an archive makes to the disk, so that a test can let each of them fail. Paths are below the archive. */
export interface ArchiveFiles {
  makeFolder(path: string): Promise<void>
  /** A new file; an older one of this name is emptied. */
  create(path: string): Promise<WritableArchive>
  rename(from: string, to: string): Promise<void>
  /** Makes names in a folder durable. */
  syncFolder(path: string): Promise<void>
  open(path: string): Promise<ReadableArchive>
  remove(path: string): Promise<void>
}

export interface WritableArchive {
  write(bytes: Uint8Array): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

export interface ReadableArchive {
  readonly sizeBytes: number
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

export function createArchiveFiles(directory: string): ArchiveFiles {
  const root = resolve(directory)
  const locate = (path: string): string => {
    const full = resolve(root, path)
    if (!full.startsWith(root + sep)) throw new Error('locating an archive: the path leaves the archive')
    return full
  }
  return {
    makeFolder: async path => {
      await mkdir(locate(path), { recursive: true, mode: 0o700 })
    },
    create: async path => toWritable(await open(locate(path), 'w', 0o600)),
    rename: (from, to) => rename(locate(from), locate(to)),
    syncFolder: async path => {
      const folder = await open(locate(path), 'r')
      await folder.sync().finally(() => folder.close())
    },
    open: async path => toReadable(await open(locate(path), 'r')),
    remove: path => rm(locate(path), { force: true }),
  }
}

const toWritable = (file: FileHandle): WritableArchive => ({
  write: async bytes => {
    // A full disk may take a part of the bytes only.
    for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
  },
  sync: () => file.sync(),
  close: () => file.close(),
})

async function toReadable(file: FileHandle): Promise<ReadableArchive> {
  const { size } = await file.stat()
  return {
    sizeBytes: size,
    async read(start, end) {
      const bytes = new Uint8Array(new ArrayBuffer(end - start))
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at)
        if (bytesRead === 0) throw new Error('reading an archive: it is shorter than it was')
        at += bytesRead
      }
      return bytes
    },
    close: () => file.close(),
  }
}

/** Written beside and renamed when it is on the disk: a name never points to half a file. */
export async function publish(
  files: ArchiveFiles,
  path: string,
  write: (file: WritableArchive) => Promise<void>,
): Promise<void> {
  const part = `${path}.part`
  const folder = join(path, '..')
  await files.makeFolder(folder)
  try {
    const file = await files.create(part)
    try {
      await write(file)
      await file.sync()
    } finally {
      await file.close()
    }
    await files.rename(part, path)
  } catch (error) {
    await files.remove(part).catch(() => undefined)
    throw error
  }
  await files.syncFolder(folder)
}
