import { createWriteStream } from 'node:fs'
import { basename, dirname, join } from 'node:path/posix'
import { Readable, Transform, type TransformCallback } from 'node:stream'
import { finished } from 'node:stream/promises'
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
import type { FileInfo } from 'basic-ftp'
import { broken, codeOf, noDirectory, toPathFailure, UNAVAILABLE } from './failure.ts'
import type { Session } from './session.ts'

/** The files of a server beneath a directory. A session that broke is made again for the next operation. */
export class FtpStore implements RemoteStore {
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
      yield 'why' in each ? each : await this.#toListed(each.path, each.facts, signal)
  }

  async find(path: string, signal?: AbortSignal): Promise<RemoteFile | null> {
    if (!isSafe(path) || !isPlainPath(path)) return null
    try {
      const size = await this.#ask<number>(client => client.size(this.#locate(path)), signal)
      return makeFile(path, size, await this.#readTime(path, signal))
    } catch (error) {
      const code = codeOf(error)
      if (code === UNAVAILABLE) return null
      if (code !== null && code >= 500) return this.#findInFolder(path, signal)
      throw toPathFailure(error, path)
    }
  }

  async fetch(
    file: RemoteFile,
    toPath: string,
    { maxBytes = Number.POSITIVE_INFINITY, signal }: FetchOptions,
  ): Promise<void> {
    await this.#expectSame(file, signal)
    const output = createWriteStream(toPath)
    const gate = new Gate(Math.min(maxBytes, file.sizeBytes))
    gate.pipe(output)
    try {
      await this.#ask(client => client.downloadTo(gate, this.#locate(file.path)), signal)
    } catch (error) {
      // Enough of it is here; the rest was never sent, and the session is another one from now on.
      if (!gate.isFull || signal?.aborted) {
        gate.destroy()
        output.destroy()
        throw toPathFailure(error, file.path)
      }
    }
    gate.end()
    await finished(output)
    if (gate.count < Math.min(maxBytes, file.sizeBytes)) throw changedMeanwhile(file.path)
    await this.#expectSame(file, signal)
  }

  /** Beside it under a hidden name, then renamed: nobody sees half a file. */
  async put(path: string, bytes: Buffer, signal: AbortSignal): Promise<void> {
    if (!isSafe(path)) throw toPathFailure(Object.assign(new Error('a line break in a name'), { code: 553 }), path)
    const part = toHiddenPart(path)
    try {
      await this.#upload(part, bytes, signal)
    } catch (error) {
      await this.#remove(part)
      throw toPathFailure(error, path)
    }
    const session = await this.#use()
    try {
      await session.ask(client => client.rename(this.#locate(part), this.#locate(path)))
    } catch (error) {
      if (codeOf(error) !== null) {
        await this.#remove(part)
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

  async #ask<Answer>(work: Parameters<Session['ask']>[0], signal?: AbortSignal): Promise<Answer> {
    return (await (await this.#use()).ask(work, signal)) as Answer // what the work answers with
  }

  #locate(path: string): string {
    return join(this.#root, path)
  }

  async #readFolder(folder: string, signal?: AbortSignal): Promise<FolderEntry<FileInfo>[]> {
    const entries = await this.#ask<FileInfo[]>(client => client.list(this.#locate(folder)), signal).catch(
      (error: unknown) => {
        throw codeOf(error) === UNAVAILABLE && folder === '' ? noDirectory(this.#root) : toPathFailure(error, folder)
      },
    )
    return entries
      .filter(({ name }) => !name.includes('/'))
      .map(entry => ({ name: entry.name, kind: kindOf(entry), facts: entry }))
  }

  /** A name that came wrong is one that the server does not know. */
  async #toListed(path: string, facts: FileInfo, signal?: AbortSignal): Promise<RemoteFile | PassedOver> {
    try {
      return await this.#toFile(path, facts, signal)
    } catch (error) {
      if (codeOf(error) !== UNAVAILABLE) throw toPathFailure(error, path)
      return { path, why: 'name' }
    }
  }

  /** Whole seconds in UTC; lists of old servers tell less than that. */
  async #toFile(path: string, { size, modifiedAt }: FileInfo, signal?: AbortSignal): Promise<RemoteFile> {
    return makeFile(path, size, modifiedAt ?? (await this.#readTime(path, signal)))
  }

  async #readTime(path: string, signal?: AbortSignal): Promise<Date> {
    return this.#ask<Date>(client => client.lastMod(this.#locate(path)), signal)
  }

  async #findInFolder(path: string, signal?: AbortSignal): Promise<RemoteFile | null> {
    const folder = dirname(path) === '.' ? '' : dirname(path)
    const entries = await this.#ask<FileInfo[]>(client => client.list(this.#locate(folder)), signal)
    const found = entries.find(entry => entry.name === basename(path) && entry.isFile)
    return found ? this.#toFile(path, found, signal) : null
  }

  async #expectSame({ path, tag }: RemoteFile, signal?: AbortSignal): Promise<void> {
    if ((await this.find(path, signal))?.tag !== tag) throw changedMeanwhile(path)
  }

  async #upload(part: string, bytes: Buffer, signal: AbortSignal): Promise<void> {
    const send = () => this.#ask(client => client.uploadFrom(Readable.from([bytes]), this.#locate(part)), signal)
    try {
      await send()
    } catch (error) {
      const code = codeOf(error)
      if ((code !== UNAVAILABLE && code !== 553) || dirname(part) === '.') throw error
      await this.#makeFolders(dirname(part), signal)
      await send()
    }
    const size = await this.#ask<number>(client => client.size(this.#locate(part)), signal)
    // A line that ends is the end of the file here, also when it was cut.
    if (size !== bytes.length) throw broken()
  }

  async #makeFolders(folder: string, signal: AbortSignal): Promise<void> {
    // One that is there already is refused; whether it is a folder shows when the file is sent.
    for (const each of listFoldersTo(folder))
      await this.#ask(client => client.sendIgnoringError(`MKD ${this.#locate(each)}`), signal)
  }

  /** As well as can be: the reason why it is in the way is told, not this. */
  async #remove(part: string): Promise<void> {
    await this.#ask(client => client.remove(this.#locate(part))).catch(() => undefined)
  }
}

/** Passes on so many bytes, and ends the transfer with them. */
class Gate extends Transform {
  readonly #most: number
  count = 0

  constructor(most: number) {
    super()
    this.#most = most
  }

  get isFull(): boolean {
    return this.count >= this.#most
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    const wanted = chunk.subarray(0, this.#most - this.count)
    this.count += wanted.length
    this.push(wanted)
    done(wanted.length < chunk.length ? new Error('receiving: enough') : null)
  }
}

/** A line break would begin another command. */
const isSafe = (path: string): boolean => !/[\0\r\n]/.test(path)

const kindOf = ({ name, isDirectory, isFile }: FileInfo): FolderEntry<FileInfo>['kind'] =>
  !isSafe(name) || isLostName(name) ? 'unclear' : isDirectory ? 'folder' : isFile ? 'file' : 'other'

const makeFile = (path: string, sizeBytes: number, modified: Date): RemoteFile => {
  const modifiedMs = Math.floor(modified.getTime() / 1000) * 1000
  return { path, sizeBytes, modifiedMs, tag: `${sizeBytes}-${modifiedMs}` }
}

/** Signs in and offers the files. @throws Failure */
export async function openStore(open: () => Promise<Session>, root: string): Promise<FtpStore> {
  return new FtpStore(await open(), open, root)
}
