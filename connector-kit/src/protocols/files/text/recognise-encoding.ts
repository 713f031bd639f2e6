import type { Failure } from '@sluice/contract'
import { commonHanzi } from './common-hanzi.ts'
import { damaged, readMark } from './decode.ts'
import { type Encoding, encodingNames, type LegacyEncoding, legacyEncodings } from './encodings.ts'
import { findDamage } from './find-damage.ts'
import { readChunks } from './read-chunks.ts'

/**
 * The one that is wanted; else the mark at the start, strict UTF-8, and GB18030 where what it reads is Chinese. The
 * whole file decides: one whose first Chinese character stands on line 90,000 is as common as one that starts with it.
 * Nothing else is taken by itself: Latin-1 and Shift-JIS are GB18030 too, byte by byte, and so would turn into wrong
 * characters without a word. @throws Failure `file.encoding` where a person has to choose
 */
export async function detectEncoding(
  path: string,
  name: string,
  wanted: Encoding | 'auto',
  limitBytes = Number.POSITIVE_INFINITY,
): Promise<Encoding> {
  if (wanted !== 'auto') return wanted
  const known = await readUnicode(path, name, limitBytes)
  if (known !== null) return known
  const sample = await readSample(path, name)
  if (!isMostlyUtf8(sample.bytes) && isChinese(sample.bytes)) return 'gb18030'
  throw await askForEncoding(path, name, sample)
}

/** The encodings that the bytes may be of, the most plausible first, with the first line beyond ASCII in each. */
export async function listLikely(
  path: string,
  name: string,
): Promise<{ readonly encoding: LegacyEncoding; readonly line: string }[]> {
  const { first } = await readSample(path, name)
  const readings = listReadings(first).slice(0, MAX_LIKELY)
  return readings.map(({ encoding, text }) => ({ encoding, line: text.trim() }))
}

const MAX_LIKELY = 4

/** Its mark, or UTF-8 where every byte belongs to it. */
async function readUnicode(path: string, name: string, limitBytes: number): Promise<Encoding | null> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const chunk of readChunks(path, name, limitBytes)) {
      const marked = isFirst ? readMark(chunk) : null
      if (marked) return marked
      isFirst = false
      utf8.decode(chunk, { stream: true })
    }
    // A beginning may end within a character.
    if (!Number.isFinite(limitBytes)) utf8.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Pieces of a file that hold bytes beyond ASCII, each with its end. */
interface Sample {
  readonly bytes: Buffer
  /** The first piece. */
  readonly first: Buffer
}

/** Such bytes are looked at, about. */
const SAMPLE_BYTES = 64 * 1024
/** The longest piece. */
const MAX_PIECE = 16 * 1024

async function readSample(path: string, name: string): Promise<Sample> {
  const pieces: Buffer[] = []
  let length = 0
  let rest = Buffer.alloc(0)
  const take = (piece: Buffer) => {
    if (!piece.some(byte => byte > 127)) return
    pieces.push(piece)
    length += piece.length
  }
  for await (const chunk of readChunks(path, name)) {
    const bytes = Buffer.concat([rest, chunk])
    let start = 0
    for (let end = findEnd(bytes, start); end > 0 && length < SAMPLE_BYTES; end = findEnd(bytes, start)) {
      take(bytes.subarray(start, end))
      start = end
    }
    if (length >= SAMPLE_BYTES) break
    rest = Buffer.from(bytes.subarray(start))
  }
  if (length < SAMPLE_BYTES) take(rest)
  return { bytes: Buffer.concat(pieces), first: pieces[0] ?? Buffer.alloc(0) }
}

/** Behind the next line break, or within a long line behind a sign that is never part of a character. */
function findEnd(bytes: Buffer, start: number): number {
  const lineBreak = bytes.indexOf(10, start)
  const end = lineBreak < 0 ? bytes.length : lineBreak + 1
  if (end - start <= MAX_PIECE) return lineBreak < 0 ? 0 : end
  for (let at = start + MAX_PIECE; at > start; at -= 1) if ((bytes[at - 1] ?? 255) < DIGIT) return at
  return start + MAX_PIECE
}

/** Bytes below it are no second, third or fourth byte in any encoding that is read. */
const DIGIT = 0x30

/** In another encoding hardly one character in six would be whole UTF-8, and two bytes of GB18030 are so now and then. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const beyond = new TextDecoder('utf-8').decode(bytes).match(/[^\p{ASCII}]/gu) ?? []
  const broken = beyond.filter(sign => sign === BROKEN).length
  return beyond.length - broken >= broken + 3
}

const BROKEN = '\ufffd'

/**
 * Whether the bytes are Chinese in GB18030: each character that is common speaks for it, each that is not against it,
 * and so does a text that would be Korean throughout. The odds are those of Chinese against other encodings misread.
 */
function isChinese(bytes: Buffer): boolean {
  // One damaged byte makes no other encoding of it; reading it tells the place.
  const text = new TextDecoder('gb18030').decode(bytes)
  const hanzi = text.match(/[\p{Script=Han}\p{Co}\p{Script=Hiragana}\p{Script=Katakana}\ufffd]/gu) ?? []
  const korean = decode('euc-kr', bytes)
  const isKorean = korean !== null && !/\p{Script=Han}/u.test(korean)
  const common = hanzi.filter(sign => commonHanzi.has(sign)).length
  const odds = common * ODDS.common + (hanzi.length - common) * ODDS.rare + (isKorean ? hanzi.length * ODDS.korean : 0)
  return odds >= ENOUGH
}

/** Natural logarithms: 70 % of Chinese are common characters, 18 % of something else; 55 % look like Korean ones. */
const ODDS = { common: 1.36, rare: -1, korean: -0.6 }
/** Of one character, that it be a common one. */
const ENOUGH = 0.75

function decode(encoding: Encoding, bytes: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** What the bytes are in each encoding that they may be of, the most plausible first. */
function listReadings(bytes: Buffer): { readonly encoding: LegacyEncoding; readonly text: string }[] {
  const readings = legacyEncodings.flatMap(encoding => {
    const text = decode(encoding, bytes)
    return text === null || CONTROLS.test(text) ? [] : [{ encoding, text, share: rate(encoding, text) }]
  })
  return readings.toSorted((a, b) => b.share - a.share).map(({ encoding, text }) => ({ encoding, text }))
}

const CONTROLS = /[\u0080-\u009f\ufffd]/

/** Which share of the characters beyond ASCII is what a text of the encoding is made of. */
function rate(encoding: LegacyEncoding, text: string): number {
  const all = text.match(/[^\p{ASCII}]/gu)?.length ?? 0
  if (all === 0) return 0
  if (encoding === 'gb18030' || encoding === 'big5')
    return (text.match(/\p{Script=Han}/gu) ?? []).filter(sign => commonHanzi.has(sign)).length / all
  return (text.match(TYPICAL[encoding])?.length ?? 0) / all
}

const JAPANESE = /[\u3040-\u30ff]/g
/** A letter with an accent stands between plain ones; a Cyrillic one between small ones of its kind. */
const LATIN =
  /(?<=[A-Za-z])\p{Ll}(?<![a-z])|(?<![A-Za-z])[^\p{ASCII}](?<=\p{Lu})(?=[a-z])|(?<=[A-Z])[^\p{ASCII}](?<=\p{Lu})/gu
const TYPICAL: Readonly<Record<Exclude<LegacyEncoding, 'gb18030' | 'big5'>, RegExp>> = {
  shift_jis: JAPANESE,
  'euc-jp': JAPANESE,
  'euc-kr': /\p{Script=Hangul}/gu,
  'windows-1252': LATIN,
  'windows-1250': LATIN,
  'windows-1251': /[А-яЁё](?=[а-яё])|(?<=[А-яЁё])[а-яё]/g,
}

async function askForEncoding(path: string, name: string, { bytes, first }: Sample): Promise<Failure> {
  const likely = isMostlyUtf8(bytes) ? [] : listReadings(first).slice(0, 3)
  const named = likely.map(({ encoding, text }) => `${encodingNames[encoding]} (${cutWord(text)})`).join(', ')
  const advice =
    named === ''
      ? 'Repair the file where it is made, or choose the encoding in the source options.'
      : `Choose the encoding in the source options. Likely are: ${named}.`
  return damaged(name, 'utf-8', await findDamage(path, name, 'utf-8'), advice)
}

/** The first word beyond ASCII. */
function cutWord(text: string): string {
  const at = text.search(/[^\p{ASCII}]/u)
  const before = /[^\s,;|\t"]*$/.exec(text.slice(Math.max(0, at - 24), Math.max(0, at)))?.[0] ?? ''
  const word = /^[^\s,;|\t"]*/.exec(text.slice(Math.max(0, at), at + 24))?.[0] ?? ''
  return at < 0 ? '' : (before + word).slice(0, 24)
}
