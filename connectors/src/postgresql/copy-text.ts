import type { Readable } from 'node:stream'
import type { Column, Encoded } from '@sluice/connector-kit/sql'

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
const NEEDS_ESCAPE = /[\\\t\n\r]/
const written: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Lines of COPY text as they come, many at a time; holds one unfinished line at most. */
export async function* readLines(stream: Readable): AsyncIterable<readonly string[]> {
  let pending: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(10)
    if (end < 0) {
      pending.push(chunk)
      continue
    }
    const head = chunk.subarray(0, end)
    const text = pending.length === 0 ? head.toString('utf8') : Buffer.concat([...pending, head]).toString('utf8')
    pending = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : []
    yield text.split('\n')
  }
}

/** One field of a line; null for `\N`. */
export function unescapeField(field: string): string | null {
  if (!field.includes('\\')) return field
  if (field === '\\N') return null
  return field.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)
}

/** Rows as COPY text. `columns` spares looking at values whose type has nothing to escape. */
export function formatRows(
  rows: readonly { readonly values: readonly Encoded[] }[],
  columns: readonly Pick<Column, 'kind'>[] = [],
): string {
  const isBare = columns.map(({ kind }) => bareKinds.has(kind.is))
  let text = ''
  for (const { values } of rows) {
    for (let index = 0; index < values.length; index += 1) {
      if (index > 0) text += '\t'
      const value = values[index] ?? null
      text += value !== null && isBare[index] ? value : formatField(value)
    }
    text += '\n'
  }
  return text
}

/** Their encoders let only digits, letters and signs through. */
const bareKinds: ReadonlySet<Column['kind']['is']> = new Set(['integer', 'decimal', 'float', 'boolean'])

function formatField(value: Encoded): string {
  if (value === null) return '\\N'
  if (typeof value !== 'string')
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
  return NEEDS_ESCAPE.test(value) ? value.replace(/[\\\t\n\r]/g, letter => written[letter] ?? letter) : value
}
