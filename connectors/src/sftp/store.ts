import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path/posix'
import {
  changedMeanwhile,
  type FetchOptions,
  type FolderEntry,
  isLostName,
  isPlainPath,
  listFoldersTo,
  lostAnswer,
  type PassedOver,
  type RemoteFile,
  type RemoteStore,
  toHiddenPart,
  walkFolders,
} from '@sluice/connector-kit/files'
import type { FileEntryWithStats, Stats } from 'ssh2'
import { NO_SUCH_FILE, noDirectory, statusOf, toPathFailure } from './failure.ts'
import type { Session } from './session.ts'

/** The files of a server beneath a directory. A session that broke is made again for the next operation. */
export class SftpStore implements RemoteStore {
  readonly #root: string
  readonly #open: () => Promise<Session>
  #session: Session

  constructor(session: Session, open: () => Promise<Session>, root: string) {
    this.#session = session
    this.#open = open
    this.#root = root
  }

  async *list(folder: string, signal?: AbortSignal): AsyncGenerator<RemoteFile | PassedOver> {
    for await (const each of walkFolders(folder, name => this.#readFolder(name, signal)))
      yield 'why' in each ? each : toFile(each.path, each.facts)
  }

  async find(path: string, signal?: AbortSignal): Promise<RemoteFile | null> {
    if (!isPlainPath(path)) return null
    const session = await this.#use()
    const attrs = await session
      .ask<Stats>((sftp, done) => sftp.stat(this.#locate(path), done), signal)
      .catch((error: unknown) => {
        if (statusOf(error) === NO_SUCH_FILE) return null
        throw toPathFailure(error, path)
      })
    return attrs?.isFile() ? toFile(path, attrs) : null
  }

  async fetch(file: RemoteFile, toPath: string, options: FetchOptions): Promise<void> {
    const fileSize = Math.min(file.sizeBytes, options.maxBytes ?? file.sizeBytes)
    const session = await this.#use()
    await this.#expectSame(file, options.signal)
    try {
      if (fileSize === 0) await writeFile(toPath, '')
      else
        await session.ask<void>(
          (sftp, done, onProgress) =>
            sftp.fastGet(this.#locate(file.path), toPath, { fileSize, step: onProgress }, error => done(error)),
          options.signal,
        )
    } catch (error) {
      // The end came before the size that was listed.
      if (statusOf(error) === 1) throw changedMeanwhile(file.path)
      throw toPathFailure(error, file.path)
    }
    await this.#expectSame(file, options.signal)
  }

  /** Beside it under a hidden name, on disk, then renamed: nobody sees half a file. */
  async put(path: string, bytes: Buffer, signal: AbortSignal): Promise<void> {
    const part = toHiddenPart(path)
    const session = await this.#use()
    try {
      await this.#writePart(session, part, bytes, signal)
    } catch (error) {
      await this.#remove(session, part)
      throw toPathFailure(error, path)
    }
    try {
      await session.ask<void>((sftp, done) => sftp.rename(this.#locate(part), this.#locate(path), error => done(error)))
    } catch (error) {
      if (statusOf(error) !== null) {
        await this.#remove(session, part)
        throw toPathFailure(error, path)
      }
      const there = signal.aborted ? null : await this.find(path).catch(() => null)
      if (there?.sizeBytes !== bytes.length) throw lostAnswer(path, error)
    }
  }

  async close(): Promise<void> {
    await this.#session.close()
  }

  async #use(): Promise<Session> {
    if (this.#session.isBroken) this.#session = await this.#open()
    return this.#session
  }

  #locate(path: string): string {
    return join(this.#root, path)
  }

  async #readFolder(folder: string, signal?: AbortSignal): Promise<FolderEntry<Stats>[]> {
    const session = await this.#use()
    const path = this.#locate(folder)
    const entries = await session
      .ask<FileEntryWithStats[]>((sftp, done) => sftp.readdir(path, done), signal)
      .catch((error: unknown) => {
        if (folder === '' && statusOf(error) !== null) throw noDirectory(path)
        throw toPathFailure(error, `${folder}/`)
      })
    return entries.map(({ filename, attrs }) => ({ name: filename, kind: kindOf(filename, attrs), facts: attrs }))
  }

  async #expectSame({ path, tag }: RemoteFile, signal?: AbortSignal): Promise<void> {
    if ((await this.find(path, signal))?.tag !== tag) throw changedMeanwhile(path)
  }

  async #writePart(session: Session, part: string, bytes: Buffer, signal: AbortSignal): Promise<void> {
    const path = this.#locate(part)
    const open = () => session.ask<Buffer>((sftp, done) => sftp.open(path, 'wx', done), signal)
    const handle = await open().catch(async (error: unknown) => {
      if (statusOf(error) !== NO_SUCH_FILE) throw error
      await this.#makeFolders(session, dirname(part))
      return open()
    })
    await session.ask<void>((sftp, done) => writeAll(sftp, handle, bytes, done), signal)
    // A server without the extension decides by itself when its disk has the bytes.
    await session
      .ask<void>((sftp, done) => sftp.ext_openssh_fsync(handle, error => done(error)), signal)
      .catch((error: unknown) => {
        if (session.isBroken) throw error
      })
    await session.ask<void>((sftp, done) => sftp.close(handle, error => done(error)), signal)
  }

  async #makeFolders(session: Session, folder: string): Promise<void> {
    for (const each of listFoldersTo(folder)) {
      const path = this.#locate(each)
      // One that is there already is refused; whether it is a folder shows when the file is opened.
      await session
        .ask<void>((sftp, done) => sftp.mkdir(path, error => done(error)))
        .catch((error: unknown) => {
          if (statusOf(error) === null) throw error
        })
    }
  }

  /** As well as can be: the reason why it is in the way is told, not this. */
  async #remove(session: Session, part: string): Promise<void> {
    await session
      .ask<void>((sftp, done) => sftp.unlink(this.#locate(part), error => done(error)))
      .catch(() => undefined)
  }
}

/** What servers take in one packet. */
const CHUNK_BYTES = 32 * 1024
type Sftp = Parameters<Parameters<Session['ask']>[0]>[0]

function writeAll(sftp: Sftp, handle: Buffer, bytes: Buffer, done: (error?: Error | null) => void, at = 0): void {
  const size = Math.min(CHUNK_BYTES, bytes.length - at)
  if (size === 0) done()
  else
    sftp.write(handle, bytes, at, size, at, error => {
      if (error) done(error)
      else writeAll(sftp, handle, bytes, done, at + size)
    })
}

const kindOf = (name: string, attrs: Stats): FolderEntry<Stats>['kind'] =>
  isLostName(name) ? 'unclear' : attrs.isDirectory() ? 'folder' : attrs.isFile() ? 'file' : 'other'

const toFile = (path: string, { size, mtime }: Stats): RemoteFile => ({
  path,
  sizeBytes: size,
  modifiedMs: mtime * 1000,
  tag: `${size}-${mtime}`,
})

/** Signs in and offers the files. @throws Failure */
export async function openStore(open: () => Promise<Session>, root: string): Promise<SftpStore> {
  return new SftpStore(await open(), open, root)
}
