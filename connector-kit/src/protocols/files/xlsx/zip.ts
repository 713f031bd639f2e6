import type { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { badFile } from '../failure.ts'

/** Checked against the directory of the archive before anything is unpacked; yauzl holds each entry to its size. */
const zipLimits = {
  entries: 2000,
  totalBytes: 1024 ** 3,
  ratio: 100,
  /** Smaller entries may be packed as tightly as they like. */
  ratioFromBytes: 1024 ** 2,
}

/** The parts of a workbook, by name. */
export class Zip {
  readonly #file: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #name: string

  private constructor(file: ZipFile, entries: ReadonlyMap<string, Entry>, name: string) {
    this.#file = file
    this.#entries = entries
    this.#name = name
  }

  /** @throws Failure when it is no ZIP, damaged, or would unpack to more than the limits */
  static async open(path: string, name: string): Promise<Zip> {
    let file: ZipFile
    try {
      file = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
    } catch (error) {
      throw damaged(name, error)
    }
    try {
      return new Zip(file, await readDirectory(file, name), name)
    } catch (error) {
      file.close()
      throw error
    }
  }

  has(part: string): boolean {
    return this.#entries.has(part)
  }

  /** @throws Failure when the part is missing or damaged, SyntaxError when it is not the text it should be */
  async *read(part: string): AsyncGenerator<string> {
    const entry = this.#entries.get(part)
    if (!entry) throw badFile(`${this.#name} is damaged: its part ${part} is missing.`, 'Save it again in Excel.')
    let decoder: TextDecoder | undefined
    let sum = 0
    let stream: Readable | undefined
    try {
      stream = await this.#file.openReadStreamPromise(entry)
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        sum = crc32(chunk, sum)
        decoder ??= new TextDecoder(chooseEncoding(chunk), { fatal: true })
        yield decode(decoder, chunk)
      }
      // The size alone does not show a byte that was turned.
      if (sum !== entry.crc32) throw new Error(`unpacking ${part}: wrong checksum`)
      if (decoder) yield decode(decoder)
    } catch (error) {
      throw isOurs(error) || error instanceof SyntaxError ? error : damaged(this.#name, error)
    } finally {
      stream?.destroy()
    }
  }

  close(): void {
    this.#file.close()
  }
}

/** XML is UTF-8 unless it starts like UTF-16. */
function chooseEncoding([first, second]: Buffer): string {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : 'utf-8'
}

/** Without a chunk: what is left over. */
function decode(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch (error) {
    throw new SyntaxError('reading XML: bytes that are not of its encoding', { cause: error })
  }
}

async function readDirectory(file: ZipFile, name: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  let totalBytes = 0
  if (file.entryCount > zipLimits.entries) throw tooBig(name, `it has ${file.entryCount} parts`)
  try {
    for await (const entry of file.eachEntry()) {
      totalBytes += entry.uncompressedSize
      checkEntry(entry, totalBytes, name)
      if (entries.has(entry.fileName)) throw badFile(`${name} holds two parts called ${entry.fileName}.`)
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    throw isOurs(error) ? error : damaged(name, error)
  }
  return entries
}

function checkEntry(entry: Entry, totalBytes: number, name: string): void {
  if (totalBytes > zipLimits.totalBytes) throw tooBig(name, 'it would unpack to more than 1 GiB')
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
  if (entry.uncompressedSize > zipLimits.ratioFromBytes && ratio > zipLimits.ratio)
    throw tooBig(name, `${entry.fileName} would unpack to ${Math.round(ratio)} times its size`)
  if (entry.isEncrypted()) throw badFile(`${name} is locked by a password.`, 'Remove the password and save it again.')
}

const isOurs = (error: unknown): boolean => error instanceof Error && error.name === 'Failure'

const tooBig = (name: string, reason: string) =>
  badFile(`${name} is refused: ${reason}.`, 'Split it into smaller files, or save it as CSV.')

const damaged = (name: string, cause: unknown) =>
  badFile(`${name} is damaged: it cannot be unpacked.`, 'Upload or copy it again; save it again in Excel.', cause)
