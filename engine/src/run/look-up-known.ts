import type { Tx } from '@sluice/db'
import { findKnown, findKnownBetween, type KnownRecord } from '../sql/record-rows.ts'
import type { Session } from './session.ts'

// Pages looked up key by key after the keys of one lay scattered among those of other pages.
const SCATTERED_PAGES = 50

/** What is stored of these keys: by one scan where they lie together in key order, else key by key. */
export async function lookUpKnown(
  tx: Tx,
  session: Pick<Session, 'claim' | 'scatteredPages'>,
  keys: readonly string[],
): Promise<readonly KnownRecord[]> {
  const [head] = keys
  if (head === undefined) return []
  if (session.scatteredPages > 0) {
    session.scatteredPages -= 1
    return findKnown(tx, session.claim, keys)
  }
  const [first, last] = findBounds(keys, head)
  if (isOrderedAsBytes(first) && isOrderedAsBytes(last)) {
    const found = await findKnownBetween(tx, session.claim, first, last, keys.length + 1)
    // As many rows as there are keys may be these very keys; one more means that others lie between them.
    if (found.length <= keys.length) return found
  }
  session.scatteredPages = SCATTERED_PAGES
  return findKnown(tx, session.claim, keys)
}

function findBounds(keys: readonly string[], head: string): readonly [string, string] {
  let [first, last] = [head, head]
  for (const key of keys) {
    if (key < first) first = key
    if (key > last) last = key
  }
  return [first, last]
}

/**
 * The database sorts by UTF-8 bytes, JavaScript by UTF-16 units. They differ only where a unit from U+D800 on is met,
 * so a bound without one is the bound in both.
 */
const isOrderedAsBytes = (key: string): boolean => !/[\ud800-\uffff]/.test(key)
