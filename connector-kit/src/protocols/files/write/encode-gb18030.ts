/**
 * Text to GB18030, which Node decodes but does not encode. The table is made from the decoder once, in about 20 ms.
 * Every Unicode character has a place; null for halves of surrogate pairs.
 */
export function encodeGb18030(text: string): Buffer | null {
  table ??= makeTable()
  const bytes = Buffer.allocUnsafe(text.length * 4)
  let length = 0
  for (const character of text) {
    const code = character.codePointAt(0)! // an iterated character has a code
    const place = code < 0x80 ? code : code > 0xffff ? placeOf(code - 0x10000 + FIRST_ASTRAL) : table.get(code)
    if (place === undefined) return null
    length = place > 0xffff ? bytes.writeUInt32BE(place, length) : writeShort(bytes, place, length)
  }
  return bytes.subarray(0, length)
}

let table: ReadonlyMap<number, number> | undefined

/** Number of the four-byte place of U+10000, counted from 81 30 81 30. */
const FIRST_ASTRAL = 189_000
/** Four-byte places of the basic plane. */
const BASIC_PLACES = 39_420

const writeShort = (bytes: Buffer, place: number, at: number): number =>
  place > 0xff ? bytes.writeUInt16BE(place, at) : bytes.writeUInt8(place, at)

/** Bytes of the n-th four-byte place, as one number: 126 × 10 × 126 × 10. */
const placeOf = (index: number): number =>
  (0x81 + Math.floor(index / 12_600)) * 0x1000000 +
  (0x30 + (Math.floor(index / 1260) % 10)) * 0x10000 +
  (0x81 + (Math.floor(index / 10) % 126)) * 0x100 +
  (0x30 + (index % 10))

function makeTable(): Map<number, number> {
  const decoder = new TextDecoder('gb18030')
  const places = new Map<number, number>()
  const add = (bytes: Buffer, place: number): void => {
    const text = decoder.decode(bytes)
    const code = text.charCodeAt(0)
    if (text.length === 1 && code >= 0x80 && code !== 0xfffd && !places.has(code)) places.set(code, place)
  }
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1)
      if (trail !== 0x7f) add(Buffer.from([lead, trail]), lead * 256 + trail)
  const bytes = Buffer.alloc(4)
  for (let index = 0; index < BASIC_PLACES; index += 1) {
    bytes.writeUInt32BE(placeOf(index))
    add(bytes, placeOf(index))
  }
  // U+FFFD itself stands in the table of four bytes, but is what the decoder says of errors.
  places.set(0xfffd, 0x8431a437)
  return places
}
