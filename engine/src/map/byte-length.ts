import { encodeGb18030 } from '@sluice/connector-kit/gb18030'

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
      return measure(text, 4)
    case 'gbk':
    case 'gb2312':
      return measure(text, 2)
    default:
      throw new RangeError(`"${encoding.slice(0, 40)}" is no encoding that is measured; these are ${NAMES}`)
  }
}

/** GBK is what GB18030 writes with two bytes at most. Half of a pair counts as the four of its place. */
function measure(text: string, most: 2 | 4): bigint {
  let length = 0n
  for (const character of text) {
    const bytes = encodeGb18030(character)?.length ?? 4
    if (bytes > most) throw new RangeError(`"${character}" is no character of GBK`)
    length += BigInt(bytes)
  }
  return length
}
