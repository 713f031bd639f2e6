import type { Column, Encoded } from '@sluice/connector-kit/sql'

const NEEDS_ESCAPE = /[\\\t\n\r]/
const written: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

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
