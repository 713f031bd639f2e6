import { type FileHandle, open } from 'node:fs/promises'
import { badFile, toFileFailure } from './failure.ts'
import type { SourceOptions } from './file-params.ts'

/** Windows-1252 is never guessed: every byte belongs to it. */
export type Encoding = 'utf-8' | 'gb18030' | 'utf-16le' | 'utf-16be' | 'windows-1252'
const CHUNK_BYTES = 256 * 1024
/** Enough to see the kind, the delimiter and the header. */
export const HEAD_BYTES = 64 * 1024

/** @throws Failure when the file cannot be read */
export async function readHead(path: string, name: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of readChunks(path, name, HEAD_BYTES)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * Mark at the start, else strict UTF-8, else GB18030. The whole file decides: a file whose first Chinese character
 * stands on line 90,000 is as common as one that starts with it. UTF-8 with a damaged character stays UTF-8, so that
 * reading it fails: as GB18030 all of its other characters would turn into wrong ones without a word.
 */
export async function detectEncoding(
  path: string,
  name: string,
  wanted: SourceOptions['encoding'],
  limitBytes = Number.POSITIVE_INFINITY,
): Promise<Encoding> {
  if (wanted !== 'auto') return wanted
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  let seen = 0
  for await (const chunk of readChunks(path, name, limitBytes)) {
    const marked = isFirst ? readMark(chunk) : null
    if (marked) return marked
    isFirst = false
    try {
      const text = utf8.decode(chunk, { stream: true })
      if (seen < ENOUGH) seen += countBeyondAscii(text).whole
    } catch {
      return judgeBroken(chunk, seen)
    }
  }
  if (Number.isFinite(limitBytes)) return 'utf-8'
  try {
    utf8.decode()
    return 'utf-8'
  } catch {
    return seen > DOUBT ? 'utf-8' : 'gb18030'
  }
}

/** So many characters beyond ASCII in a row are UTF-8 by no accident. */
const ENOUGH = 16
/** So many may be: two bytes of GB18030 are now and then a character of UTF-8. */
const DOUBT = 3

/** @param chunk in which a byte does not belong to UTF-8 @param seen characters beyond ASCII before it */
function judgeBroken(chunk: Buffer, seen: number): Encoding {
  const loose = new TextDecoder('utf-8').decode(chunk)
  const before = seen + countBeyondAscii(loose.slice(0, loose.indexOf('\ufffd'))).whole
  const { whole, broken } = countBeyondAscii(loose)
  // In GB18030 hardly one character in six would be whole.
  return before >= ENOUGH || seen + whole >= broken + DOUBT ? 'utf-8' : 'gb18030'
}

function countBeyondAscii(text: string): { readonly whole: number; readonly broken: number } {
  let whole = 0
  let broken = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) broken += 1
    else if (code > 127) whole += 1
  }
  return { whole, broken }
}

export function readMark(head: Buffer): Encoding | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return null
}

/**
 * The text in pieces. Bytes are decoded before anything is cut out of them: in GBK the second byte of a character may
 * be `|` or `\`. @throws Failure naming the place of a byte that is not of the encoding
 */
export async function* decodeFile(path: string, name: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let doneBytes = 0
  try {
    for await (const chunk of readChunks(path, name)) {
      const text = decoder.decode(chunk, { stream: true })
      doneBytes += chunk.length
      if (text !== '') yield text
    }
    const rest = decoder.decode()
    if (rest !== '') yield rest
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw badFile(
      `${name} is not ${encoding.toUpperCase()} text throughout: a byte near position ${doneBytes} does not belong to it.`,
      'Choose the right encoding in the source options, or save the file as UTF-8.',
      error,
    )
  }
}

async function* readChunks(path: string, name: string, limitBytes = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
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
