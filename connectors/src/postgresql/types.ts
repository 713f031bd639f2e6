import { type ColumnKind, type Encoded, integerKind, Refusal } from '@sluice/connector-kit/sql'
import { Bytes, parseJson, toNumber, type Value } from '@sluice/contract'

export interface TypeRow {
  /** Base type of a domain, element type of an array. */
  readonly name: string
  readonly modifier: number
  readonly isList: boolean
}

/** What a column of this type holds. Types without an entry go as the database's own text. */
export function toKind(type: TypeRow): ColumnKind {
  const element = toElementKind(type.name, type.modifier)
  return type.isList ? { is: 'list', element } : element
}

function toElementKind(name: string, modifier: number): ColumnKind {
  const fixed = fixedKinds[name]
  if (fixed) return fixed
  const digits = modifier < 0 ? 6 : modifier
  if (name === 'numeric') return { is: 'decimal', allowsSpecial: true, ...readNumeric(modifier) }
  if (name === 'timestamp' || name === 'timestamptz') return { is: 'datetime', zoned: name === 'timestamptz', digits }
  if (name === 'time') return { is: 'time', digits }
  if (name === 'varchar' || name === 'bpchar')
    return { is: 'text', refuses: 'nul', ...(modifier < 5 ? {} : { maxChars: modifier - 4 }) }
  return { is: 'other' }
}

const fixedKinds: Readonly<Record<string, ColumnKind>> = {
  int2: integerKind(16),
  int4: integerKind(32),
  int8: integerKind(64),
  oid: integerKind(32, true),
  float4: { is: 'float', bits: 32, allowsSpecial: true },
  float8: { is: 'float', bits: 64, allowsSpecial: true },
  bool: { is: 'boolean' },
  date: { is: 'date' },
  json: { is: 'json' },
  jsonb: { is: 'json', refuses: 'nul' },
  bytea: { is: 'bytes' },
  text: { is: 'text', refuses: 'nul' },
  citext: { is: 'text', refuses: 'nul' },
  name: { is: 'text', refuses: 'nul', maxBytes: 63 },
}

/** Precision and scale as the catalogue packs them; scale has 11 bits with a sign. */
function readNumeric(modifier: number): { precision?: number; scale?: number } {
  if (modifier < 4) return {}
  const packed = modifier - 4
  return { precision: (packed >> 16) & 0xffff, scale: ((packed & 0x7ff) ^ 1024) - 1024 }
}

export type Decoder = (text: string) => Value

/** Turns the server's text into the value it means. */
export function makeDecoder(kind: ColumnKind): Decoder {
  if (kind.is === 'integer') return kind.max <= 0xffffffffn ? Number : toNumber
  if (kind.is === 'decimal' || kind.is === 'float') return decodeNumber
  if (kind.is === 'boolean') return text => text === 't'
  if (kind.is === 'json') return parseJson
  if (kind.is === 'bytes') return text => Bytes.from(Buffer.from(text.slice(2), 'hex'))
  if (kind.is === 'list') return makeListDecoder(makeDecoder(kind.element))
  return text => text
}

/** NaN and ±Infinity stay text: JSON has no numeral for them. */
function decodeNumber(text: string): Value {
  const last = text.charCodeAt(text.length - 1)
  return last >= 48 && last <= 57 ? toNumber(text) : text
}

/** `{1,NULL,"a b"}` as a list; a form with other bounds than 1 stays text. */
function makeListDecoder(decode: Decoder): Decoder {
  return text => {
    if (!text.startsWith('{')) return text
    const reader = { text, at: 0 }
    return readList(reader, decode)
  }
}

function readList(reader: { readonly text: string; at: number }, decode: Decoder): readonly Value[] {
  const items: Value[] = []
  reader.at += 1
  while (reader.at < reader.text.length && reader.text[reader.at] !== '}') {
    const first = reader.text[reader.at]
    if (first === ',') reader.at += 1
    else if (first === '{') items.push(readList(reader, decode))
    else if (first === '"') items.push(decode(readQuoted(reader)))
    else items.push(readBare(reader, decode))
  }
  reader.at += 1
  return items
}

function readQuoted(reader: { readonly text: string; at: number }): string {
  const { text } = reader
  let item = ''
  for (reader.at += 1; text[reader.at] !== '"' && reader.at < text.length; reader.at += 1) {
    if (text[reader.at] === '\\') reader.at += 1
    item += text[reader.at]
  }
  reader.at += 1
  return item
}

function readBare(reader: { readonly text: string; at: number }, decode: Decoder): Value {
  const start = reader.at
  while (reader.at < reader.text.length && !/[,}]/.test(reader.text[reader.at] ?? '')) reader.at += 1
  const item = reader.text.slice(start, reader.at)
  return item === 'NULL' ? null : decode(item)
}

/** A list in the server's own form. Nested lists arrive already formatted. */
export function formatList(items: readonly (Encoded | Refusal)[], isNested: readonly boolean[]): string | Refusal {
  const refused = items.find(item => item instanceof Refusal)
  if (refused instanceof Refusal) return new Refusal(`holds an item that ${refused.reason}`)
  const texts = items.map((item, index) => {
    if (item === null) return 'NULL'
    if (isNested[index] && typeof item === 'string') return item
    const text = typeof item === 'string' ? item : `\\x${Buffer.from(item as Uint8Array).toString('hex')}` // refusals are sorted out above
    return `"${text.replace(/["\\]/g, '\\$&')}"`
  })
  return `{${texts.join(',')}}`
}
