import type { Encoding } from './encodings.ts'
import { readChunks } from './read-chunks.ts'

/** Where bytes stop being text of an encoding: the byte as hex viewers count, from 0, the line from 1. */
export interface Damage {
  readonly byte: number
  readonly line: number
  /** `0xFF`; null where the file ends within a character. */
  readonly found: string | null
}

/** The first byte that is not of the encoding; null where all are. Reads the file anew, and twice. */
export async function findDamage(path: string, name: string, encoding: Encoding): Promise<Damage | null> {
  const whole = await countWholeChunks(path, name, encoding)
  const walk = new Walk(encoding)
  let index = 0
  for await (const chunk of readChunks(path, name)) {
    // A character may lie across the border of two chunks: where it begins is known by going byte by byte there.
    const damage = walk.take(chunk, index < whole ? Math.max(0, chunk.length - LONGEST) : 0)
    if (damage) return damage
    index += 1
  }
  return walk.end()
}

/** Bytes of the longest character of any encoding. */
const LONGEST = 4

async function countWholeChunks(path: string, name: string, encoding: Encoding): Promise<number> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let count = 0
  try {
    for await (const chunk of readChunks(path, name)) {
      decoder.decode(chunk, { stream: true })
      count += 1
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  return count
}

/** Decodes on and remembers where the character under way begins. */
class Walk {
  readonly #decoder: InstanceType<typeof TextDecoder>
  #bytes = 0
  #line = 1
  #isReturn = false
  /** The bytes of a character that is not whole yet. */
  #open: number[] = []

  constructor(encoding: Encoding) {
    this.#decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  }

  /** @param slowFrom from here on byte by byte */
  take(chunk: Buffer, slowFrom: number): Damage | null {
    if (slowFrom > 0) {
      this.#countLines(this.#decoder.decode(chunk.subarray(0, slowFrom), { stream: true }))
      this.#bytes += slowFrom
      this.#open = []
    }
    for (const byte of chunk.subarray(slowFrom)) {
      this.#open.push(byte)
      try {
        const text = this.#decoder.decode(Uint8Array.of(byte), { stream: true })
        this.#bytes += 1
        if (text === '') continue
        this.#countLines(text)
        this.#open = []
      } catch {
        return this.#tell(this.#bytes + 1 - this.#open.length)
      }
    }
    return null
  }

  end(): Damage | null {
    try {
      this.#decoder.decode()
      return null
    } catch {
      return { ...this.#tell(this.#bytes - this.#open.length), found: null }
    }
  }

  #tell(byte: number): Damage {
    const found = `0x${(this.#open[0] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`
    return { byte, line: this.#line, found }
  }

  /** A return and a line feed after it are one line break. */
  #countLines(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === 13 || (code === 10 && !this.#isReturn)) this.#line += 1
      this.#isReturn = code === 13
    }
  }
}
