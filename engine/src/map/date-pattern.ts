import { pad, writeDatePart } from './format-date.ts'
import { type DateParts, daysInMonth } from './parse-date.ts'

/** One piece of a pattern: something of a date, or text as it stands. */
type Piece = { readonly token: Token } | { readonly text: string }
type Token =
  | 'YYYY'
  | 'YY'
  | 'MM'
  | 'M'
  | 'DD'
  | 'D'
  | 'HH'
  | 'H'
  | 'hh'
  | 'h'
  | 'mm'
  | 'm'
  | 'ss'
  | 's'
  | 'A'
  | 'Z'
  | 'ZZ'
  | `S${string}`

/** As Java, Unicode and others write them. */
const ALIASES: Readonly<Record<string, Token>> = {
  ...{ yyyy: 'YYYY', uuuu: 'YYYY', yy: 'YY', dd: 'DD', d: 'D', a: 'A', aa: 'A' },
  ...{ XXX: 'Z', xxx: 'Z', XX: 'ZZ', xx: 'ZZ', ZZZ: 'ZZ', ZZZZZ: 'Z' },
}
const TOKENS: ReadonlySet<string> = new Set('YYYY YY MM M DD D HH H hh h mm m ss s A Z ZZ S SS SSS SSSSSS'.split(' '))
const KNOWN = 'YYYY YY MM M DD D HH H hh h mm m ss s SSS A Z ZZ'

const known = new Map<string, readonly Piece[]>()

/**
 * A pattern as its pieces. Texts stand in [brackets] or 'quotes'; `T` and all that is no Latin letter stand for themselves.
 * @throws RangeError naming what is not understood, with the nearest right form
 */
export function readPattern(pattern: string): readonly Piece[] {
  const found = known.get(pattern)
  if (found) return found
  const pieces = splitPattern(pattern)
  requireMeaning(pattern, pieces)
  if (known.size >= 500) known.clear()
  known.set(pattern, pieces)
  return pieces
}

function splitPattern(pattern: string): readonly Piece[] {
  const pieces: Piece[] = []
  for (const [piece] of pattern.matchAll(/\[[^\]]*\]|'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z]/g)) {
    const token = TOKENS.has(piece) ? (piece as Token) : Object.hasOwn(ALIASES, piece) ? ALIASES[piece] : undefined // a known word
    if (token) pieces.push({ token })
    else if (piece === "''") pieces.push({ text: "'" })
    else if (/^\[.*\]$|^'.+'$/s.test(piece)) pieces.push({ text: piece.slice(1, -1).replaceAll("''", "'") })
    else if (piece === 'T' || !/[A-Za-z]/.test(piece)) pieces.push({ text: piece })
    else
      throw new RangeError(
        `The date pattern "${pattern}" has "${piece}", which is not understood. Known are ${KNOWN}; a text stands in brackets: [${piece}]. Nearest: ${nearestPattern(pattern) ?? nearest(piece)}.`,
      )
  }
  return pieces
}

/** MySQL's and C's, whole. */
function nearestPattern(pattern: string): string | undefined {
  if (!/%[A-Za-z]/.test(pattern)) return undefined
  const meant = pattern.replace(/%([A-Za-z])/g, (all, letter: string) => PERCENT[letter] ?? all)
  return meant.includes('%') ? undefined : meant
}

const PERCENT: Readonly<Record<string, string>> = {
  ...{
    Y: 'YYYY',
    y: 'YY',
    m: 'MM',
    c: 'M',
    d: 'DD',
    e: 'D',
    H: 'HH',
    k: 'H',
    I: 'hh',
    h: 'hh',
    l: 'h',
    M: 'mm',
    i: 'mm',
  },
  ...{ S: 'ss', s: 'ss', f: 'SSSSSS', p: 'A', T: 'HH:mm:ss', F: 'YYYY-MM-DD', z: 'ZZ' },
}

function nearest(piece: string): string {
  const letter = piece[0] ?? ''
  if (/[yu]/i.test(letter)) return 'YYYY'
  if (/s/i.test(letter)) return letter === 'S' ? 'SSS' : 'ss'
  if (/[kh]/i.test(letter)) return 'HH'
  if (/[zxvo]/i.test(letter)) return 'Z'
  if (/[mdla]/i.test(letter)) return letter === 'm' ? 'mm' : /m|l/i.test(letter) ? 'MM' : /d/i.test(letter) ? 'DD' : 'A'
  return `[${piece}]`
}

/** What is understood and yet cannot be meant. */
function requireMeaning(pattern: string, pieces: readonly Piece[]): void {
  const tokens = pieces.flatMap(piece => ('token' in piece ? [piece.token] : []))
  const has = (test: RegExp): boolean => tokens.some(token => test.test(token))
  const wrong = (text: string, right: string): RangeError =>
    new RangeError(`The date pattern "${pattern}" ${text}. Nearest: ${right}.`)
  if (has(/^h/) && !has(/^A/))
    throw wrong('counts hours to 12 without saying AM or PM', `${pattern.replace(/h+/, 'HH')}, ${pattern} A`)
  if (has(/^m/) && !has(/^[hH]/) && has(/^[YD]/) && !has(/^M/))
    throw wrong('has minutes (mm) where a month (MM) is meant', pattern.replace(/m+/, 'MM'))
  if (/[hH]{1,2}[^A-Za-z]MM/.test(pattern) || /[hH]{2}MM/.test(pattern))
    throw wrong(
      'has a month (MM) where minutes (mm) are meant',
      pattern.replace(/(?<![hH])([hH]+[^A-Za-z]?)MM/, '$1mm'),
    )
  if (/m[^A-Za-z]?S{1,2}(?!S)/.test(pattern))
    throw wrong('has fractions (S) where seconds (ss) are meant', pattern.replace(/(m[^A-Za-z]?)S+/, '$1ss'))
}

/** @throws RangeError as `readPattern`, and for a zone that the date does not name */
export const writeDate = (parts: DateParts, pattern: string): string =>
  readPattern(pattern)
    .map(piece => ('text' in piece ? piece.text : writeToken(parts, piece.token)))
    .join('')

/** As edition 1 wrote it; fractions of any length are new, and a zone that is not named is refused. */
function writeToken(parts: DateParts, token: Token): string {
  if (token.startsWith('S')) return parts.fraction.slice(0, token.length).padEnd(token.length, '0')
  if (token.startsWith('Z') && parts.offsetSeconds === undefined)
    throw new RangeError('names no time zone, which the pattern writes; name one')
  return writeDatePart(parts, token)
}

/** The ISO text of a date that is written in a pattern, or why it is none: nothing is guessed. @throws RangeError */
export function readByPattern(text: string, pattern: string): string | { readonly iso: string } {
  const pieces = readPattern(pattern)
  const tokens = pieces.flatMap(piece => ('token' in piece ? [piece.token] : []))
  if (![/^Y/, /^M/, /^D/].every(part => tokens.some(token => part.test(token))))
    throw new RangeError(`The date pattern "${pattern}" names no year, month and day, which a date has.`)
  const found = text.length <= 100 ? matcherOf(pieces).exec(text) : null
  if (!found) return `is not written as ${pattern}`
  const given = new Map(tokens.map((token, index) => [token.replace(/^S+$/, 'S'), found[index + 1] ?? '']))
  const take = (...names: string[]): string | undefined =>
    names.map(name => given.get(name)).find(each => each !== undefined)
  const short = take('YY')
  const year = take('YYYY') ?? (short === undefined ? undefined : `${Number(short) < 70 ? '20' : '19'}${short}`)
  const [month, day] = [take('MM', 'M'), take('DD', 'D')]
  const half = take('hh', 'h')
  const hour =
    half === undefined ? Number(take('HH', 'H') ?? 0) : (Number(half) % 12) + (/^p/i.test(take('A') ?? '') ? 12 : 0)
  const [minute, second] = [Number(take('mm', 'm') ?? 0), Number(take('ss', 's') ?? 0)]
  if (Number(month) < 1 || Number(day) < 1) return 'has a year, month or day of 0, which is no date'
  if (Number(month) > 12) return 'has a month above 12'
  if (Number(day) > daysInMonth(Number(year), Number(month))) return 'names a day that its month does not have'
  if (Number(half ?? 1) < 1 || Number(half ?? 1) > 12) return 'has an hour of 12 that is none'
  if (hour > 23) return 'has an hour above 23; write midnight as 00:00 of the next day'
  if (minute > 59 || second > 59) return 'has a minute or a second above 59'
  const date = `${year}-${pad(Number(month), 2)}-${pad(Number(day), 2)}`
  if (!tokens.some(token => /^[hH]/.test(token))) return { iso: date }
  const fraction = take('S')
  return {
    iso: `${date}T${pad(hour, 2)}:${pad(minute, 2)}:${pad(second, 2)}${fraction ? `.${fraction}` : ''}${take('Z', 'ZZ') ?? ''}`,
  }
}

const READS: Readonly<Record<string, string>> = {
  ...{ YYYY: '(\\d{4})', YY: '(\\d{2})', A: '([AaPp][Mm])', Z: '(Z|[+-]\\d{2}:\\d{2})', ZZ: '(Z|[+-]\\d{4})' },
}

const matcherOf = (pieces: readonly Piece[]): RegExp =>
  new RegExp(
    `^${pieces
      .map(piece => {
        if ('text' in piece) return piece.text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
        const { token } = piece
        if (token.startsWith('S')) return `(\\d{${token.length}})`
        return READS[token] ?? (token.length === 2 ? '(\\d{2})' : '(\\d{1,2})')
      })
      .join('')}$`,
  )
