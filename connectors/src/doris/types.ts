import { type ColumnKind, formatSingle, integerKind } from '@sluice/connector-kit/sql'
import { parseJson, toNumber, type Value } from '@sluice/contract'
import type { Cell } from './session.ts'

const integerBits: Readonly<Record<string, number>> = {
  tinyint: 8,
  smallint: 16,
  int: 32,
  integer: 32,
  bigint: 64,
  largeint: 128,
}

/** A type as the catalogue writes it: `decimalv3(30, 6)`, `varchar(50)`, `datetimev2(3)`. */
export function toKind(full: string): ColumnKind {
  const [, name = '', first, second] = /^(\w+)(?:\((\d+)(?:,\s*(\d+))?\))?/.exec(full.toLowerCase()) ?? []
  // LARGEINT calls itself an unsigned bigint to clients that know MySQL only.
  if (name === 'bigint' && /unsigned/i.test(full)) return integerKind(128)
  if (name === 'boolean' || (name === 'tinyint' && first === '1')) return { is: 'boolean' }
  const bits = integerBits[name]
  if (bits !== undefined) return integerKind(bits)
  if (/^decimal/.test(name))
    return first === undefined
      ? { is: 'decimal', precision: 38, scale: 9 }
      : { is: 'decimal', precision: Number(first), scale: Number(second ?? 0) }
  if (/^datetime/.test(name)) return { is: 'datetime', zoned: false, digits: Number(first ?? 0) }
  if (/^date/.test(name)) return { is: 'date' }
  // Lengths are bytes of UTF-8.
  if (name === 'varchar' || name === 'char') return { is: 'text', ...(first ? { maxBytes: Number(first) } : {}) }
  if (/^(?:string|text|longtext|mediumtext)$/.test(name)) return { is: 'text' }
  if (name === 'float') return { is: 'float', bits: 32 }
  if (name === 'double') return { is: 'float', bits: 64 }
  if (/^json/.test(name) || name === 'variant') return { is: 'json', refuses: 'long numbers' }
  if (name === 'array') return { is: 'json' }
  return { is: 'other' }
}

/** Sketches, whose content is no value. */
export const isSketch = (nativeType: string): boolean => /^(?:bitmap|hll|quantile_state|agg_state)/i.test(nativeType)

export function makeDecoder(kind: ColumnKind): (cell: NonNullable<Cell>) => Value {
  if (kind.is === 'boolean') return cell => String(cell) === '1'
  if (kind.is === 'integer') return cell => (typeof cell === 'number' ? cell : toNumber(String(cell)))
  if (kind.is === 'float' && kind.bits === 32) return cell => toNumber(formatSingle(Number(cell)))
  if (kind.is === 'decimal' || kind.is === 'float') return cell => toNumber(String(cell))
  if (kind.is === 'json') return cell => parseJson(String(cell))
  return String
}
