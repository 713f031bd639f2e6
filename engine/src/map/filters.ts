import { Bytes, type Edition, isData, NEWEST_EDITION, toJson, toNumber, toText, type Value } from '@sluice/contract'
import { readByPattern, readPattern, writeDate } from './date-pattern.ts'
import { toDecimal } from './decimal.ts'
import { formatDate, formatIso, instantOf, partsInZone } from './format-date.ts'
import { type DateParts, partsAt } from './parse-date.ts'
import { readMarks, readNumber } from './read-number.ts'
import { Refusal } from './refusal.ts'
import { isKnownZone } from './time-zone.ts'

/** One step after `|` in a template. Missing and null pass every filter but `default`. */
export type Filter = (value: Value | undefined) => Value | undefined | Refusal

/** Texts that a filter makes may have at most this many characters. */
const MAX_FILTER_TEXT = 16_777_216
const MAX_FILTER_LIST = 1_000_000

interface FilterKind {
  /** How it is written, for messages. */
  readonly usage: string
  readonly minArguments: number
  readonly maxArguments: number
  /** @throws RangeError with the broken rule when an argument cannot be */
  make(args: readonly string[], timeZone: string | undefined, edition: Edition): Filter
}

/**
 * The filter of a name with its arguments.
 * @throws RangeError with a sentence for the user: unknown name (with the known ones), wrong arguments
 */
export function makeFilter(
  name: string,
  args: readonly string[],
  timeZone: string | undefined,
  edition: Edition = NEWEST_EDITION,
): Filter {
  const known = older.get(name) ?? name
  const kind = Object.hasOwn(kinds, known) ? kinds[known] : undefined
  if (!kind) throw new RangeError(`There is no filter "${name}". Known filters: ${Object.keys(kinds).join(', ')}.`)
  if (args.length < kind.minArguments || args.length > kind.maxArguments)
    throw new RangeError(`The filter "${name}" is written as ${kind.usage}.`)
  return kind.make(args, timeZone, edition)
}

const onText =
  (change: (text: string) => Value | Refusal): Filter =>
  value => {
    if (value === undefined || value === null) return value
    if (typeof value === 'string') return change(value)
    if (Array.isArray(value) || isData(value) || value instanceof Bytes)
      return new Refusal('mapping.filter', 'is not a text, which this filter needs', value)
    return change(toText(value))
  }

const plain = (usage: string, change: (text: string) => Value | Refusal): FilterKind => ({
  usage,
  minArguments: 0,
  maxArguments: 0,
  make: () => onText(change),
})

const refuse = (rule: string, value: Value): Refusal => new Refusal('mapping.filter', rule, value)

/** Writings of templates from elsewhere. */
const older: ReadonlyMap<string, string> = new Map([['dateTime', 'datetime']])

const kinds: Record<string, FilterKind> = {
  trim: plain('trim', text => text.trim()),
  upper: plain('upper', text => text.toUpperCase()),
  lower: plain('lower', text => text.toLowerCase()),
  date: dateKind('date', 'YYYY-MM-DD'),
  datetime: dateKind('datetime', 'YYYY-MM-DD HH:mm:ss'),
  read_number: { usage: "read_number:','", minArguments: 1, maxArguments: 2, make: makeReadNumber },
  read_date: { usage: "read_date:'DD/MM/YYYY'", minArguments: 1, maxArguments: 1, make: makeReadDate },
  timestamp: epochKind('timestamp', instant => instant.seconds),
  timestamp_ms: epochKind(
    'timestamp_ms',
    instant => instant.seconds * 1000 + Number(instant.fraction.slice(0, 3).padEnd(3, '0')),
  ),
  from_timestamp: fromEpochKind('from_timestamp', 1000),
  from_timestamp_ms: fromEpochKind('from_timestamp_ms', 1),
  number: { usage: 'number:2', minArguments: 1, maxArguments: 1, make: makeNumber },
  default: {
    usage: "default:'x'",
    minArguments: 1,
    maxArguments: 1,
    make:
      ([text = '']) =>
      value =>
        value === undefined || value === null || value === '' ? text : value,
  },
  json: {
    usage: 'json',
    minArguments: 0,
    maxArguments: 0,
    make: () => value => (value === undefined ? undefined : toJson(value)),
  },
  join: { usage: "join:','", minArguments: 0, maxArguments: 1, make: makeJoin },
  split: {
    usage: "split:','",
    minArguments: 1,
    maxArguments: 1,
    make: ([separator = '']) => {
      needText(separator, 'split')
      return onText(text => splitText(text, separator))
    },
  },
  pad: { usage: "pad:8,'0' or pad:8,' ','right'", minArguments: 1, maxArguments: 3, make: makePad },
  substring: { usage: 'substring:0,4', minArguments: 1, maxArguments: 2, make: makeSubstring },
  replace: {
    usage: "replace:'a','b'",
    minArguments: 2,
    maxArguments: 2,
    make: ([from = '', to = '']) => {
      needText(from, 'replace')
      return onText(text => replaceAll(text, from, to))
    },
  },
}

export const filterNames: readonly string[] = Object.keys(kinds)

function needText(text: string, filter: string): string {
  if (text === '') throw new RangeError(`The first argument of the filter "${filter}" must not be empty.`)
  return text
}

function needCount(text: string | undefined, max: number, filter: string): number {
  const count = Number(text)
  if (text === undefined || !/^\d+$/.test(text) || count > max)
    throw new RangeError(`The filter "${filter}" takes whole numbers from 0 to ${max}.`)
  return count
}

function needZone(timeZone: string | undefined): string | undefined {
  if (timeZone !== undefined && !isKnownZone(timeZone)) throw new RangeError(`"${timeZone}" is no known time zone.`)
  return timeZone
}

/** `date:'YYYY/MM/DD','Asia/Shanghai'`: with a zone (or the field's) an instant is shown by that zone's clocks. */
function dateKind(name: string, standard: string): FilterKind {
  return {
    usage: `${name}, ${name}:'${standard}' or ${name}:'${standard}','Asia/Shanghai'`,
    minArguments: 0,
    maxArguments: 2,
    make: ([pattern = standard, zone], fieldZone, edition) => {
      const timeZone = needZone(zone ?? fieldZone)
      if (edition > 1) readPattern(pattern)
      return onText(text => {
        const parts = partsInZone(text, timeZone)
        if (typeof parts === 'string') return refuse(parts, text)
        return edition > 1 ? writeKnown(parts, pattern, text) : formatDate(parts, pattern)
      })
    },
  }
}

function writeKnown(parts: DateParts, pattern: string, text: string): Value | Refusal {
  if (
    parts.offsetSeconds === undefined &&
    readPattern(pattern).some(piece => 'token' in piece && /^Z/.test(piece.token))
  )
    return refuse('names no time zone, which the pattern writes; name one', text)
  return writeDate(parts, pattern)
}

/** `read_number:','`: the number that a text is with this decimal mark; another mark may follow for what parts thousands. */
function makeReadNumber([decimal = '.', group]: readonly string[]): Filter {
  readMarks(decimal, group)
  return value => {
    if (typeof value !== 'string') return value
    const read = readNumber(value, decimal, group)
    return typeof read === 'string' ? refuse(read, value) : toNumber(read.digits)
  }
}

/** `read_date:'DD/MM/YYYY HH:mm'`: the date that a text is in this pattern, as ISO writes it. */
function makeReadDate([pattern = '']: readonly string[]): Filter {
  readByPattern('', pattern)
  return onText(text => {
    const read = readByPattern(text, pattern)
    return typeof read === 'string' ? refuse(read, text) : read.iso
  })
}

/** Count since 1970 of a date text; what is finer than the unit is cut, as counting whole units says. */
function epochKind(name: string, count: (instant: { seconds: number; fraction: string }) => number): FilterKind {
  return {
    usage: `${name} or ${name}:'Asia/Shanghai'`,
    minArguments: 0,
    maxArguments: 1,
    make: ([zone], fieldZone) => {
      const timeZone = needZone(zone ?? fieldZone)
      return onText(text => {
        const instant = instantOf(text, timeZone)
        return typeof instant === 'string' ? refuse(instant, text) : count(instant)
      })
    },
  }
}

/** 9999-12-31T23:59:59.999Z */
const MAX_EPOCH_MS = 253_402_300_799_999

function fromEpochKind(name: string, unitMs: number): FilterKind {
  return plain(name, text => {
    const epochMs = Number(text) * unitMs
    if (!/^-?\d{1,15}$/.test(text) || epochMs > MAX_EPOCH_MS || epochMs < -62_135_596_800_000)
      return refuse(
        `is not a whole count of ${unitMs === 1 ? 'milliseconds' : 'seconds'} between the years 1 and 9999`,
        text,
      )
    const seconds = Math.floor(epochMs / 1000)
    const fraction = unitMs === 1 ? String(epochMs - seconds * 1000).padStart(3, '0') : ''
    return formatIso(partsAt(seconds, fraction, 0)).replace('+00:00', 'Z')
  })
}

function splitText(text: string, separator: string): Value | Refusal {
  const pieces = text.split(separator, MAX_FILTER_LIST + 1)
  return pieces.length > MAX_FILTER_LIST ? refuse('splits into more than a million pieces', text) : pieces
}

/** Rounds half away from zero to a fixed number of decimals: 2.345 with number:2 is 2.35, 1 is 1.00. */
function makeNumber([scaleText]: readonly string[], _zone: string | undefined, edition: Edition): Filter {
  const scale = needCount(scaleText, 100, 'number')
  return value => {
    if (value === undefined || value === null) return value
    const decimal = toDecimal(value)
    if (decimal === undefined) return refuse('is not a number', value)
    const text = decimal.toFixed(scale)
    return toNumber(edition > 1 && /^-0(?:\.0*)?$/.test(text) ? text.slice(1) : text)
  }
}

function makeJoin([separator = ',']: readonly string[]): Filter {
  return value => {
    if (value === undefined || value === null) return value
    if (!Array.isArray(value)) return refuse('is not a list, which join needs', value)
    const texts = value.map(toText)
    const length = texts.reduce((sum, text) => sum + text.length + separator.length, 0)
    return length > MAX_FILTER_TEXT ? refuse('would be too long a text', value) : texts.join(separator)
  }
}

function makePad([lengthText, fill = ' ', side = 'left']: readonly string[]): Filter {
  const length = needCount(lengthText, 10_000, 'pad')
  needText(fill, 'pad')
  if (side !== 'left' && side !== 'right') throw new RangeError('The filter "pad" knows the sides left and right.')
  return onText(text => (side === 'left' ? text.padStart(length, fill) : text.padEnd(length, fill)))
}

/** By characters, so that no character beyond the basic plane (emoji, rare Chinese) is cut in half. */
function makeSubstring([startText, lengthText]: readonly string[]): Filter {
  const start = needCount(startText, MAX_FILTER_TEXT, 'substring')
  const length = lengthText === undefined ? undefined : needCount(lengthText, MAX_FILTER_TEXT, 'substring')
  return onText(text => sliceCharacters(text, start, length))
}

export function sliceCharacters(text: string, start: number, length: number | undefined): string {
  if (!/[\ud800-\udfff]/.test(text)) return text.slice(start, length === undefined ? undefined : start + length)
  const from = skipCharacters(text, 0, start)
  return text.slice(from, length === undefined ? undefined : skipCharacters(text, from, length))
}

/** Where the character `count` further on begins. Without a list of all characters, which large texts cannot afford. */
function skipCharacters(text: string, from: number, count: number): number {
  let at = from
  for (let left = count; left > 0 && at < text.length; left--) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return at
}

function replaceAll(text: string, from: string, to: string): string | Refusal {
  const growth = to.length - from.length
  let length = text.length
  for (let at = growth > 0 ? text.indexOf(from) : -1; at >= 0; at = text.indexOf(from, at + from.length))
    length += growth
  if (length > MAX_FILTER_TEXT && length > text.length) return refuse('would become too long a text', text)
  // A function, because a text may hold `$&`, which replaceAll would read as a command.
  return text.replaceAll(from, () => to)
}
