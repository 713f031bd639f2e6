const NAMES = 'utf8, gbk, gb18030, utf16'

/**
 * How many bytes a text takes in an encoding: columns of older systems are measured so.
 * @throws RangeError for another encoding, and for a character that GBK does not hold
 */
export function lengthInBytes(text: string, encoding: string): bigint {
  switch (encoding.toLowerCase().replaceAll(/[-_]/g, '')) {
    case 'utf8':
      return BigInt(Buffer.byteLength(text, 'utf8'))
    case 'utf16':
      return BigInt(text.length * 2)
    case 'gb18030':
      return measure(text, () => 4n)
    case 'gbk':
    case 'gb2312':
      return measure(text, character => {
        throw new RangeError(`"${character}" is no character of GBK`)
      })
    default:
      throw new RangeError(`"${encoding.slice(0, 40)}" is no encoding that is measured; these are ${NAMES}`)
  }
}

function measure(text: string, tell: (character: string) => bigint): bigint {
  pairs ??= listPairs()
  let length = 0n
  for (const character of text) length += character < '\u0080' ? 1n : pairs.has(character) ? 2n : tell(character)
  return length
}

let pairs: ReadonlySet<string> | undefined

/** What GBK writes with two bytes, as the platform's own decoder reads it; made once, in some milliseconds. */
function listPairs(): Set<string> {
  const decoder = new TextDecoder('gbk')
  const found = new Set<string>()
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const text = trail === 0x7f ? '' : decoder.decode(Uint8Array.of(lead, trail))
      if (text.length === 1 && text !== '\ufffd' && !isPrivate(text)) found.add(text)
    }
  return found
}

/** Places that the standard leaves to users. */
const isPrivate = (text: string): boolean => text >= '\ue000' && text <= '\uf8ff'
