import { refuse } from '../../../http/refuse.ts'
import { MOST_TAGS } from './contract.ts'

/** Each once, in order. */
export const tidyTags = (tags: readonly string[]): string[] => [...new Set(tags)].sort()

/** @throws Failure when there would be too many */
export function changeTags(tags: readonly string[], added: readonly string[], removed: readonly string[]): string[] {
  const next = tidyTags([...tags, ...added]).filter(tag => !removed.includes(tag))
  if (next.length > MOST_TAGS) throw refuse('conflict.tooManyTags', { field: 'add_tags', value: String(MOST_TAGS) })
  return next
}
