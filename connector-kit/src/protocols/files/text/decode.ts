import { Failure } from '@sluice/contract'
import { type Encoding, encodingNames } from './encodings.ts'
import { type Damage, findDamage } from './find-damage.ts'
import { readChunks } from './read-chunks.ts'

/** What the first bytes say; null where there is no mark. */
export function readMark(head: Buffer): Encoding | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return null
}

/**
 * The text in pieces. Bytes are decoded before anything is cut out of them: in GBK the second byte of a character may
 * be `|` or `\`. @throws Failure naming the place of a byte that is not of the encoding
 */
export async function* decodeFile(path: string, name: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of readChunks(path, name)) {
      const text = decoder.decode(chunk, { stream: true })
      if (text !== '') yield text
    }
    const rest = decoder.decode()
    if (rest !== '') yield rest
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const advice = 'Choose the right encoding in the source options, or save the file as UTF-8.'
    throw damaged(name, encoding, await findDamage(path, name, encoding), advice)
  }
}

/** @param damage null where the file was mended meanwhile */
export const damaged = (name: string, encoding: Encoding, damage: Damage | null, advice: string): Failure =>
  new Failure({
    code: 'file.encoding',
    message: `${name} is not ${encodingNames[encoding]} text throughout: byte ${damage?.byte ?? 0} in line ${damage?.line ?? 0} (${damage?.found ?? 'the end of the file'}) does not belong to it.`,
    advice,
    field: 'encoding',
  })
