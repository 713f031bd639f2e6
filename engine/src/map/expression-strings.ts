import type { ExpressionFunction } from './expression-money.ts'
import { joinTexts, splitText } from './expression-text.ts'
import { boundText, MAX_TEXT, textOf } from './expression-value.ts'
import { sliceCharacters } from './filters.ts'

/** Texts as SQL and spreadsheets have them. Positions count from 1, lengths in characters. */
export const stringFunctions: readonly ExpressionFunction[] = [
  ['lpad(dyn, int): string', (text: unknown, length: bigint) => fit(textOf(text), length, ' ', 'left')],
  [
    'lpad(dyn, int, dyn): string',
    (text: unknown, length: bigint, fill: unknown) => fit(textOf(text), length, textOf(fill), 'left'),
  ],
  ['rpad(dyn, int): string', (text: unknown, length: bigint) => fit(textOf(text), length, ' ', 'right')],
  [
    'rpad(dyn, int, dyn): string',
    (text: unknown, length: bigint, fill: unknown) => fit(textOf(text), length, textOf(fill), 'right'),
  ],
  ['trim(dyn, string): string', (text: unknown, set: string) => trimOf(textOf(text), set, true, true)],
  ['ltrim(dyn): string', (text: unknown) => textOf(text).trimStart()],
  ['ltrim(dyn, string): string', (text: unknown, set: string) => trimOf(textOf(text), set, true, false)],
  ['rtrim(dyn): string', (text: unknown) => textOf(text).trimEnd()],
  ['rtrim(dyn, string): string', (text: unknown, set: string) => trimOf(textOf(text), set, false, true)],
  ['repeat(dyn, int): string', (text: unknown, count: bigint) => repeat(textOf(text), count)],
  ['reverse(dyn): dyn', (value: unknown) => (Array.isArray(value) ? value.toReversed() : reverseText(textOf(value)))],
  ['initcap(dyn): string', (text: unknown) => initcap(boundText(textOf(text)))],
  ['split_part(dyn, string, int): string', (text: unknown, by: string, at: bigint) => splitPart(textOf(text), by, at)],
  [
    'substring_index(dyn, string, int): string',
    (text: unknown, by: string, count: bigint) => upTo(textOf(text), by, count),
  ],
  ['instr(dyn, string): int', (text: unknown, part: string) => placeOf(part, textOf(text), 1n)],
  ['locate(string, dyn, int): int', (part: string, text: unknown, from: bigint) => placeOf(part, textOf(text), from)],
  ...Array.from(
    { length: 15 },
    (_, index): ExpressionFunction => [
      `concat_ws(string, ${Array(index + 1)
        .fill('dyn')
        .join(', ')}): string`,
      (by: string, ...parts: unknown[]) =>
        joinTexts(
          parts.filter(part => part !== null),
          by,
        ),
    ],
  ),
]

const lengthOf = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/** As SQL has it: what is longer is cut at its end. */
function fit(text: string, length: bigint, fill: string, side: 'left' | 'right'): string {
  if (length < 0n || length > 10_000n) throw new RangeError('a length to pad to is a whole number from 0 to 10000')
  const missing = Number(length) - lengthOf(text)
  if (missing <= 0) return sliceCharacters(text, 0, Number(length))
  if (fill === '') throw new RangeError('padding needs a text to fill with')
  const more = sliceCharacters(fill.repeat(Math.ceil(missing / lengthOf(fill))), 0, missing)
  return side === 'left' ? more + text : text + more
}

/** Takes off characters that are among those of `set`. */
function trimOf(text: string, set: string, isStart: boolean, isEnd: boolean): string {
  const all = new Set(set)
  let [from, to] = [0, text.length]
  while (isStart && from < to) {
    const character = String.fromCodePoint(text.codePointAt(from)!) // within the text
    if (!all.has(character)) break
    from += character.length
  }
  while (isEnd && to > from) {
    const isPair = /[\udc00-\udfff]/.test(text.charAt(to - 1)) && to - 2 >= from
    const character = text.slice(isPair ? to - 2 : to - 1, to)
    if (!all.has(character)) break
    to -= character.length
  }
  return text.slice(from, to)
}

function repeat(text: string, count: bigint): string {
  if (count < 0n) throw new RangeError('repeat counts from 0')
  if (BigInt(text.length) * count > BigInt(MAX_TEXT)) throw new RangeError(`a text grows beyond ${MAX_TEXT} characters`)
  return text.repeat(text === '' ? 0 : Number(count))
}

const reverseText = (text: string): string => {
  boundText(text)
  const characters: string[] = []
  for (const character of text) characters.push(character)
  return characters.reverse().join('')
}

/** Words are what letters and digits make together. */
const initcap = (text: string): string =>
  text.toLowerCase().replace(/[\p{L}\p{N}]+/gu, word => {
    const first = String.fromCodePoint(word.codePointAt(0)!) // a word has a letter
    return first.toUpperCase() + word.slice(first.length)
  })

function splitPart(text: string, by: string, at: bigint): string {
  if (at === 0n) throw new RangeError('split_part counts from 1, or from the end from -1')
  if (by === '') throw new RangeError('split_part needs a separator')
  const pieces = splitText(text, by)
  return pieces.at(Number(at > 0n ? at - 1n : at)) ?? ''
}

/** What stands before the count-th separator; below zero, what stands after the count-th from the end. */
function upTo(text: string, by: string, count: bigint): string {
  if (by === '') throw new RangeError('substring_index needs a separator')
  if (count === 0n) return ''
  const pieces = splitText(text, by)
  return (count > 0n ? pieces.slice(0, Number(count)) : pieces.slice(Number(count))).join(by)
}

/** Where a part begins, in characters from 1; 0: nowhere. */
function placeOf(part: string, text: string, from: bigint): bigint {
  if (from < 1n) throw new RangeError('positions count from 1')
  const head = sliceCharacters(text, 0, Number(from) - 1)
  if (lengthOf(head) < Number(from) - 1) return 0n
  const at = text.indexOf(part, head.length)
  return at < 0 ? 0n : BigInt(lengthOf(text.slice(0, at)) + 1)
}
