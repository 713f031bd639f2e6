import { type FileHandle, open } from 'node:fs/promises'
import { TextDecoder } from 'node:util'
import { Failure } from '@sluice/contract'
import {
  configure,
  type Entry,
  ERR_ENCRYPTED,
  ERR_INVALID_AUTHENTICATION_CODE,
  ERR_INVALID_COMPRESSED_DATA,
  ERR_INVALID_CRC32,
  ERR_INVALID_PASSWORD,
  ERR_INVALID_UNCOMPRESSED_SIZE,
  type FileEntry,
  Reader,
  ZipReader,
} from '@zip.js/zip.js'
import type { BillFile } from '../raw-row.ts'
import { archiveLimits, askPassword, Meter, refuseArchive } from './limits.ts'

// Its workers are a browser's; the process that unpacks is a worker itself.
configure({ useWebWorkers: false })

/** A file on disk, of which only so much may be asked for at a time. */
class DiskReader extends Reader<FileHandle> {
  readonly #file: FileHandle
  readonly #name: string

  constructor(file: FileHandle, name: string, size: number) {
    super(file)
    this.#file = file
    this.#name = name
    this.size = size
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    if (length > archiveLimits.directoryBytes) throw refuseArchive(this.#name, 'its list of files is too long')
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await this.#file.read(bytes, 0, length, offset)
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytesRead)
  }
}

/** Where members go; the name is only shown. */
export type Place = (name: string) => Promise<{ readonly path: string; readonly file: FileHandle }>

export interface UnzipInit {
  readonly password?: string
  /** Places of ours: no name of an archive becomes a path. */
  readonly place: Place
}

/**
 * Every member of an archive, in its order. @throws Failure `bill.password` where one is asked for or wrong, `bill.archive`
 * where it is damaged or beyond the limits
 */
export async function unzip(archive: BillFile, init: UnzipInit): Promise<BillFile[]> {
  const file = await open(archive.path, 'r')
  const reader = new ZipReader(new DiskReader(file, archive.name, (await file.stat()).size), {
    ...(init.password === undefined ? {} : { password: init.password }),
    checkSignature: true,
    checkOverlappingEntry: true,
    filenameValidation: 'tolerant',
  })
  try {
    const entries = await listMembers(reader, archive.name)
    const meter = new Meter(archive.name, archive.sizeBytes)
    const members: BillFile[] = []
    for (const { entry, name } of entries) members.push(await unpackMember(archive, entry, { ...init, name, meter }))
    return members
  } catch (error) {
    throw toFailure(archive.name, error, init.password !== undefined)
  } finally {
    await reader.close().catch(() => undefined) // nothing is written by it
    await file.close()
  }
}

interface Member {
  readonly entry: FileEntry
  readonly name: string
}

async function listMembers(reader: ZipReader<FileHandle>, archive: string): Promise<Member[]> {
  const members: Member[] = []
  let count = 0
  for await (const entry of reader.getEntriesGenerator()) {
    count += 1
    if (count > archiveLimits.members)
      throw refuseArchive(archive, `it holds more than ${archiveLimits.members} files, which no bill does`)
    const name = nameOf(entry)
    if (!isPlain(name)) throw refuseArchive(archive, `the name "${name.slice(0, 100)}" leads out of it`)
    // macOS puts its own notes beside every file.
    if (entry.directory || name.startsWith('__MACOSX/') || /(?:^|\/)\.DS_Store$/.test(name)) continue
    if (members.some(each => each.name === name)) throw refuseArchive(archive, `it holds two files called ${name}`)
    members.push({ entry: entry as FileEntry, name }) // it is no directory
  }
  return members
}

/** Archives of Windows write names in the code page of China unless they say otherwise. */
function nameOf(entry: Entry): string {
  const bytes = entry.rawFilename
  for (const encoding of entry.filenameUTF8 ? ['utf-8'] : ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {}
  return entry.filename
}

const isPlain = (name: string): boolean =>
  name !== '' && !/[\u0000-\u001f\\]|^[A-Za-z]:|^\//.test(name) && !name.split('/').includes('..')

async function unpackMember(
  archive: BillFile,
  entry: FileEntry,
  { name, place, password, meter }: UnzipInit & { readonly name: string; readonly meter: Meter },
): Promise<BillFile> {
  if (entry.encrypted && password === undefined) throw askPassword(archive.name, false)
  const { path, file } = await place(name)
  let sizeBytes = 0
  let failure: unknown
  const writable = new WritableStream<Uint8Array>({
    async write(chunk) {
      sizeBytes += chunk.length
      try {
        meter.add(chunk.length)
      } catch (error) {
        failure = error
        throw error
      }
      await file.write(chunk)
    },
  })
  try {
    await entry.getData(writable, { signal: meter.signal, preventClose: false })
  } catch (error) {
    throw failure ?? error
  } finally {
    await file.close()
  }
  return { path, name: name.split('/').at(-1) ?? name, sizeBytes }
}

const WRONG_PASSWORD: ReadonlySet<string> = new Set([
  ERR_INVALID_PASSWORD,
  ERR_ENCRYPTED,
  ERR_INVALID_AUTHENTICATION_CODE,
])
/** One wrong password of 256 passes the one byte that the old way checks, and what comes out is noise. */
const NOISE: ReadonlySet<string> = new Set([
  ERR_INVALID_CRC32,
  ERR_INVALID_COMPRESSED_DATA,
  ERR_INVALID_UNCOMPRESSED_SIZE,
])

function toFailure(name: string, error: unknown, hasPassword: boolean): Failure {
  if (error instanceof Failure) return error
  const message = error instanceof Error ? error.message : ''
  if (WRONG_PASSWORD.has(message) || (hasPassword && NOISE.has(message))) return askPassword(name, hasPassword)
  return refuseArchive(name, 'it is damaged or of a kind that cannot be unpacked', error)
}
