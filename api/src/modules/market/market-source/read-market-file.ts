import { z } from 'zod'
import { refuse } from '../../../http/refuse.ts'

/** A package of 8 MB with every letter of it escaped is not longer. */
const MAX_LINE_BYTES = 2 ** 25

const Line = z.strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/), text: z.string() })

type MarketFileLine = z.output<typeof Line>

/** The lines of a file, one in memory at a time. @throws Failure `invalid.marketFile` for one without an end */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let parts: Uint8Array[] = []
  let length = 0
  const add = (part: Uint8Array): void => {
    length += part.length
    if (length > MAX_LINE_BYTES)
      throw refuse('invalid.marketFile', { field: 'file', value: `> ${MAX_LINE_BYTES / 2 ** 20} MB` })
    parts.push(part)
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      add(chunk.subarray(from, at))
      yield Buffer.concat(parts).toString('utf8')
      parts = []
      length = 0
      from = at + 1
    }
    // A copy: the stream may use its piece again.
    if (from < chunk.length) add(Uint8Array.from(chunk.subarray(from)))
  }
  if (length > 0) yield Buffer.concat(parts).toString('utf8')
}

/** @throws Failure `invalid.marketFile` with the number of the line */
export function readLine(line: string, number: number): MarketFileLine {
  const parsed = Line.safeParse(parse(line))
  if (parsed.success) return parsed.data
  throw refuse('invalid.marketFile', { field: 'file', value: `${number}` })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
