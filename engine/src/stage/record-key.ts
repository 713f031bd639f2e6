import { type Data, Failure, toText } from '@sluice/contract'
import { readPath } from './read-path.ts'

/**
 * The text that identifies a record: of one key field its text, of several the JSON list of their texts, so that
 * separators inside values never make two keys collide. A key that is null, missing or "" is a Failure, not thrown:
 * it concerns this record only.
 */
export function recordKey(data: Data, keyFields: readonly string[]): string | Failure {
  const texts: string[] = []
  for (const field of keyFields) {
    const value = readPath(data, field)
    const text = toText(value)
    if (text === '') return noKey(field, value === undefined ? 'missing' : value === null ? 'null' : 'empty')
    texts.push(text)
  }
  const [only] = texts
  if (only === undefined) return noKey('key', 'not configured')
  return texts.length === 1 ? only : JSON.stringify(texts)
}

function noKey(field: string, state: string): Failure {
  return new Failure({
    code: 'record.noKey',
    message: `The key field "${field}" of this record is ${state}, so the record cannot be told from others.`,
    retry: 'skip',
    field,
    advice: 'Fill the field in the source or choose other key fields in the strategy.',
  })
}
