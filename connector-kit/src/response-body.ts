import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { Failure } from '@sluice/contract'
import { egressFailure } from './egress-failure.ts'
import { openTurn } from './in-turns.ts'

const decoders: Readonly<Record<string, (body: Uint8Array, limit: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  // Some servers send the bare stream under the name of the wrapped one; the wrapper's first byte has low nibble 8.
  deflate: (body, limit) => (((body[0] ?? 0) & 0x0f) === 8 ? promisify(inflate) : promisify(inflateRaw))(body, limit),
}

export interface BodyPlace {
  readonly where: string
  readonly maxBytes: number
}

/** Undoes Content-Encoding. @throws Failure `egress.broken` when the stream is cut or is not what it says */
export async function decompressBody(
  body: Uint8Array,
  encoding: string | undefined,
  place: BodyPlace,
): Promise<Uint8Array> {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map(name => name.trim())
  let current = body
  for (const name of names.reverse().filter(each => each !== '' && each !== 'identity')) {
    const decode = decoders[name]
    if (!decode) throw broken(place, `is packed in a way nobody asked for (${name.slice(0, 20)})`)
    if (current.length === 0) return current
    try {
      current = await decode(current, { maxOutputLength: place.maxBytes })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(place)
      throw broken(place, `is cut short or damaged (${name})`, error)
    }
  }
  return current
}

function broken(place: BodyPlace, what: string, cause?: unknown): Failure {
  return egressFailure({
    code: 'egress.broken',
    message: `The answer of ${place.where} ${what}.`,
    advice: 'Try again; if it stays, the server or a proxy in between damages its answers.',
    retry: 'later',
    sent: true,
    cause,
  })
}

export function tooLarge(place: BodyPlace): Failure {
  return egressFailure({
    code: 'egress.tooLarge',
    message: `The answer of ${place.where} is longer than ${Math.round(place.maxBytes / 1024)} KiB.`,
    advice: 'Ask for smaller pages.',
    sent: true,
  })
}

const BOMS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

const PIECE = 1024 * 1024

/**
 * Text by byte order mark, then by declared charset, then UTF-8. Never replaces a byte it cannot read. A long one is
 * decoded in turns, and whoever asks for it gets it, or hears what is wrong with it.
 */
export async function decodeInTurns(
  bytes: Uint8Array,
  contentType: string | undefined,
  where: string,
): Promise<() => string> {
  if (bytes.length <= PIECE) return () => decodeText(bytes, contentType, where)
  const charset = readCharset(bytes, contentType)
  const turn = openTurn()
  const parts: string[] = []
  try {
    const decoder = new TextDecoder(charset, { fatal: true })
    for (let at = 0; at < bytes.length; at += PIECE) {
      parts.push(decoder.decode(bytes.subarray(at, at + PIECE), { stream: true }))
      if (turn.isOver()) await turn.give()
    }
    parts.push(decoder.decode())
    const text = parts.join('')
    return () => text
  } catch (cause) {
    return () => {
      throw refuseText(charset, where, cause)
    }
  }
}

function decodeText(bytes: Uint8Array, contentType: string | undefined, where: string): string {
  const charset = readCharset(bytes, contentType)
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw refuseText(charset, where, cause)
  }
}

function readCharset(bytes: Uint8Array, contentType: string | undefined): string {
  const bom = BOMS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))
  return bom?.[1] ?? /charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
}

const refuseText = (charset: string, where: string, cause: unknown): Failure =>
  new Failure({
    code: 'egress.broken',
    message: `The answer of ${where} is not text in ${charset.slice(0, 20)}, as it says.`,
    advice: 'The server must declare the charset it really uses; an answer cut inside a character heals by itself.',
    retry: 'later',
    cause,
  })
