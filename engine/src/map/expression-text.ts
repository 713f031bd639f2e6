import type { Bytes } from '@sluice/contract'
import type { ExpressionFunction } from './expression-money.ts'
import { boundText, MAX_LIST, MAX_TEXT, textOf } from './expression-value.ts'
import { sliceCharacters } from './filters.ts'

/** concat takes up to 16 arguments; CEL has no open-ended lists of arguments. */
const concatFunctions: readonly ExpressionFunction[] = Array.from({ length: 16 }, (_, index) => [
  `concat(${Array(index + 1)
    .fill('dyn')
    .join(', ')}): string`,
  (...parts: unknown[]) => joinTexts(parts, ''),
])

/** Texts. Positions count from 1 as in MySQL, lengths in characters; numbers are taken by their text, null by "". */
export const textFunctions: readonly ExpressionFunction[] = [
  ...concatFunctions,
  ['toText(dyn): string', (value: unknown) => boundText(textOf(value))],
  ['left(dyn, int): string', (text: unknown, count: bigint) => sliceCharacters(textOf(text), 0, toCount(count))],
  ['right(dyn, int): string', (text: unknown, count: bigint) => takeRight(textOf(text), toCount(count))],
  ['substring(dyn, int): string', (text: unknown, start: bigint) => takeFrom(textOf(text), start)],
  [
    'substring(dyn, int, int): string',
    (text: unknown, start: bigint, count: bigint) => takeFrom(textOf(text), start, count),
  ],
  [
    'replace(dyn, string, string): string',
    (text: unknown, from: string, to: string) => replaceText(textOf(text), from, to),
  ],
  ['length(dyn): int', (text: unknown) => BigInt(countCharacters(textOf(text)))],
  ['locate(string, dyn): int', (part: string, text: unknown) => BigInt(textOf(text).indexOf(part) + 1)],
  ['lower(dyn): string', (text: unknown) => boundText(textOf(text).toLowerCase())],
  ['upper(dyn): string', (text: unknown) => boundText(textOf(text).toUpperCase())],
  ['trim(dyn): string', (text: unknown) => textOf(text).trim()],
  [
    'pad(dyn, int, string): string',
    (text: unknown, length: bigint, fill: string) => textOf(text).padStart(toLength(length), fill),
  ],
  [
    'padRight(dyn, int, string): string',
    (text: unknown, length: bigint, fill: string) => textOf(text).padEnd(toLength(length), fill),
  ],
  ['split(dyn, string): list<string>', (text: unknown, separator: string) => splitText(textOf(text), separator)],
  ['join(list, string): string', joinTexts],
  ['base64(binary): string', (bytes: Bytes) => bytes.base64],
]

const toCount = (count: bigint): number => Math.max(0, Number(count))

function toLength(length: bigint): number {
  if (length < 0n || length > 10_000n) throw new RangeError('a length to pad to is a whole number from 0 to 10000')
  return Number(length)
}

function takeRight(text: string, count: number): string {
  if (count === 0) return ''
  if (!/[\ud800-\udfff]/.test(text)) return text.slice(-count)
  return sliceCharacters(text, Math.max(0, countCharacters(text) - count), undefined)
}

/** Counted, not listed: a list of four million characters would be one allocation beyond V8's reserve. */
function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

function takeFrom(text: string, start: bigint, count?: bigint): string {
  if (start === 0n) throw new RangeError('substring counts positions from 1, or from the end from -1')
  const from = start > 0n ? Number(start) - 1 : countCharacters(text) + Number(start)
  if (from < 0) return ''
  return sliceCharacters(text, from, count === undefined ? undefined : toCount(count))
}

export function splitText(text: string, separator: string): string[] {
  const pieces = separator === '' ? charactersOf(text, MAX_LIST + 1) : text.split(separator, MAX_LIST + 1)
  if (pieces.length > MAX_LIST) throw new RangeError(`a list grows beyond ${MAX_LIST} elements`)
  return pieces
}

/** The first of them; whole ones, where `split` would break those beyond 16 bits into halves that no database keeps. */
function charactersOf(text: string, most: number): string[] {
  const characters: string[] = []
  for (const character of text) {
    if (characters.length === most) break
    characters.push(character)
  }
  return characters
}

export function joinTexts(parts: readonly unknown[], separator: string): string {
  const pieces: string[] = []
  let length = 0
  for (const part of parts) {
    const piece = textOf(part)
    length += piece.length + separator.length
    if (length > MAX_TEXT + separator.length) throw new RangeError(`a text grows beyond ${MAX_TEXT} characters`)
    pieces.push(piece)
  }
  return pieces.join(separator)
}

function replaceText(text: string, from: string, to: string): string {
  if (from === '') throw new RangeError('replace needs a text to look for')
  return joinTexts(splitText(text, from), to)
}
