import { createReadStream, createWriteStream, type Dirent, type Stats } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path/posix'
import { pipeline } from 'node:stream/promises'
import {
  changedMeanwhile,
  type FetchOptions,
  type FolderEntry,
  isLostName,
  isPlainPath,
  missingResource,
  type PassedOver,
  type ReadableStore,
  type RemoteFile,
  toFileFailure,
  walkFolders,
} from '@sluice/connector-kit/files'

/** A directory that the operator has opened, and the folders in it, read as those of a file server are. */
export class DirectoryStore implements ReadableStore {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  async *list(folder: string): AsyncGenerator<RemoteFile | PassedOver> {
    // From here on down no link is followed; a folder that is one is none of this directory, and no empty one.
    if (folder !== '' && (await this.#isBehindLink(folder))) throw missingResource(`${folder}/`)
    for await (const each of walkFolders(folder, name => this.#readFolder(name))) {
      if ('why' in each) yield each
      else {
        // One that is moved away between two looks was never part of the list.
        const stats = await this.#look(each.path)
        if (stats?.isFile()) yield toFile(each.path, stats)
      }
    }
  }

  async find(path: string): Promise<RemoteFile | null> {
    if (!isPlainPath(path) || (await this.#isBehindLink(path))) return null
    const stats = await this.#look(path)
    return stats?.isFile() ? toFile(path, stats) : null
  }

  async fetch(file: RemoteFile, toPath: string, { maxBytes, signal }: FetchOptions): Promise<void> {
    await this.#expectSame(file)
    const size = Math.min(file.sizeBytes, maxBytes ?? file.sizeBytes)
    const input = createReadStream(join(this.#root, file.path), size === 0 ? { end: 0 } : { end: size - 1 })
    try {
      await pipeline(input, createWriteStream(toPath), ...(signal ? [{ signal }] : []))
    } catch (error) {
      throw toFileFailure(error, `Reading ${file.path}`)
    }
    await this.#expectSame(file)
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  async #readFolder(folder: string): Promise<FolderEntry<Dirent>[]> {
    const entries = await readdir(join(this.#root, folder), { withFileTypes: true }).catch((error: unknown) =>
      Promise.reject(toFileFailure(error, folder === '' ? 'Listing the directory' : `Listing ${folder}`)),
    )
    return entries.map(entry => ({ name: entry.name, kind: kindOf(entry), facts: entry }))
  }

  /** It could lie outside. What is not there is behind none. */
  async #isBehindLink(path: string): Promise<boolean> {
    const place = join(await realpath(this.#root), path)
    return ((await orAbsent(path, realpath(place))) ?? place) !== place
  }

  /** null for what is not there. */
  #look(path: string): Promise<Stats | null> {
    return orAbsent(path, lstat(join(this.#root, path)))
  }

  async #expectSame({ path, tag }: RemoteFile): Promise<void> {
    if ((await this.find(path))?.tag !== tag) throw changedMeanwhile(path)
  }
}

const orAbsent = <T>(path: string, looked: Promise<T>): Promise<T | null> =>
  looked.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw toFileFailure(error, `Reading ${path}`)
  })

const kindOf = (entry: Dirent): FolderEntry<Dirent>['kind'] =>
  isLostName(entry.name) ? 'unclear' : entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other'

const toFile = (path: string, { size, mtimeMs, ino }: Stats): RemoteFile => ({
  path,
  sizeBytes: size,
  modifiedMs: Math.floor(mtimeMs),
  tag: `${ino}-${size}-${mtimeMs}`,
})
