import {
  type ColumnKind,
  type Encoded,
  integerKind,
  makeTextDecoder,
  Refusal,
  type TextDecoder,
  type TextType,
} from '@sluice/connector-kit/sql'

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

/** How the server's text of such a column is read. */
export function toTextType(kind: ColumnKind): TextType {
  if (kind.is === 'integer') return kind.max <= 0xffffffffn ? 'integer' : 'whole'
  if (kind.is === 'decimal' || kind.is === 'float') return 'numeral'
  if (kind.is === 'boolean' || kind.is === 'json' || kind.is === 'bytes') return kind.is
  if (kind.is === 'list') return `${toTextType(kind.element)}[]`
  return 'text'
}

export type Decoder = TextDecoder

/** Turns the server's text into the value it means. */
export const makeDecoder = (kind: ColumnKind): Decoder => makeTextDecoder(toTextType(kind))

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
