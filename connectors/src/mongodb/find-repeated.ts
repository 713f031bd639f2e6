import type { BSON } from 'mongodb'

const DOCUMENT = 3
const LIST = 4

/**
 * The dotted path of a name that stands twice in a document; a driver keeps its last value only. null: there is none.
 * The document is walked twice only where two names of one object have the same hash: names are not made into texts.
 */
export function findRepeated(bytes: Buffer, bson: typeof BSON): string | null {
  return hasTwins(bytes, 0, false) ? findPath(bytes, bson, 0) : null
}

function findPath(bytes: Buffer, bson: typeof BSON, start: number): string | null {
  const names = new Set<string>()
  for (const [type, nameAt, nameLength, at] of bson.onDemand.parseToElements(bytes, start)) {
    const name = bytes.toString('utf8', nameAt, nameAt + nameLength)
    if (names.has(name)) return name
    names.add(name)
    const inner = type === DOCUMENT || type === LIST ? findPath(bytes, bson, at) : null
    if (inner !== null) return `${name}.${inner}`
  }
  return null
}

/** Whether two names of one object may be the same. What is no BSON the driver refuses. */
function hasTwins(bytes: Buffer, start: number, isList: boolean): boolean {
  const end = start + bytes.readInt32LE(start) - 1
  const seen = new Set<number>()
  let count = 0
  for (let at = start + 4; at < end; ) {
    const type = bytes[at]
    let hash = 0
    for (at += 1; bytes[at] !== 0 && at < end; at += 1) hash = (Math.imul(hash, 31) + bytes[at]!) | 0 // before the end
    at += 1
    if (!isList) seen.add(hash)
    count += 1
    if ((type === DOCUMENT || type === LIST) && hasTwins(bytes, at, type === LIST)) return true
    at += sizeOf(type, bytes, at)
  }
  return !isList && seen.size < count
}

/** Bytes of a value by its type. */
function sizeOf(type: number | undefined, bytes: Buffer, at: number): number {
  const fixed = FIXED[type ?? -1]
  if (fixed !== undefined) return fixed
  if (type === 11) return bytes.indexOf(0, bytes.indexOf(0, at) + 1) + 1 - at
  // A server that lies must not send the walk back.
  const length = Math.max(0, bytes.readInt32LE(at))
  if (type === DOCUMENT || type === LIST || type === 15) return length
  return length + (type === 5 ? 5 : type === 12 ? 16 : 4)
}

const FIXED: Readonly<Record<number, number>> = {
  1: 8,
  6: 0,
  7: 12,
  8: 1,
  9: 8,
  10: 0,
  16: 4,
  17: 8,
  18: 8,
  19: 16,
  127: 0,
  255: 0,
}
