import { badFile } from '../failure.ts'
import { decodeEscapes } from './cell-value.ts'
import { XmlScanner } from './xml-scanner.ts'
import type { Zip } from './zip.ts'

/** Characters all texts may have together; 256 MB at worst. */
const MAX_LENGTH = 128 * 1024 * 1024

/** The texts that cells point to. Kept in memory, because cells point anywhere. @throws Failure */
export async function readSharedStrings(zip: Zip, part: string, name: string): Promise<string[]> {
  const strings: string[] = []
  const text = new RichText()
  let length = 0
  const scanner = new XmlScanner({
    open: element => text.open(element),
    text: piece => {
      length += piece.length
      if (length + strings.length * 8 > MAX_LENGTH)
        throw badFile(`${name} is refused: it has too many different texts.`, 'Save it as CSV.')
      text.add(piece)
    },
    close: element => {
      text.close(element)
      if (element === 'si') strings.push(decodeEscapes(text.take()))
    },
  })
  for await (const piece of zip.read(part)) scanner.push(piece)
  scanner.end()
  return strings
}

/** Gathers the text of all runs and leaves out phonetic hints. */
export class RichText {
  #parts: string[] = []
  #isText = false
  #phonetic = 0

  open(element: string): void {
    if (element === 'rPh') this.#phonetic += 1
    if (element === 't') this.#isText = this.#phonetic === 0
  }

  add(text: string): void {
    if (this.#isText) this.#parts.push(text)
  }

  close(element: string): void {
    if (element === 'rPh') this.#phonetic -= 1
    if (element === 't') this.#isText = false
  }

  take(): string {
    const text = this.#parts.length === 1 ? this.#parts[0]! : this.#parts.join('') // the length is 1
    this.#parts = []
    return text
  }
}
