import { createHash } from 'node:crypto'

const PLACEHOLDER = /^\$\{secret:([A-Za-z_][A-Za-z0-9_]{0,199})\}$/

/** The name in `${secret:NAME}`; null: it is no placeholder. */
export const readPlaceholder = (value: unknown): string | null =>
  typeof value === 'string' ? (PLACEHOLDER.exec(value)?.[1] ?? null) : null

/** `${secret:PASSWORD}` */
export const writePlaceholder = (name: string): string => `\${secret:${toWord(name)}}`

/**
 * Names of placeholders that any shell can export: `${secret:CONNECTOR_MYSQL_ERP__PASSWORD}`. What cannot be written
 * so, and two that would share a name, are told apart by a hash of the key: the same in every tenant.
 */
export function createPlaceholders(keys: readonly string[]): (key: string, field: string) => string {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(toWord(key), (counts.get(toWord(key)) ?? 0) + 1)
  return (key, field) => {
    const word = toWord(key)
    const isPlain = /^[\x20-\x7e]*$/.test(key) && (counts.get(word) ?? 0) <= 1
    return `\${secret:${isPlain ? word : `${word}_${hash(key)}`}__${toWord(field)}}`
  }
}

const toWord = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase()
