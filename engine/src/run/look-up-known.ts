import { RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { BlockKeys } from '../sql/block-rows.ts'
import { findKnown, findKnownBetween, type KeySpan, type KnownRecord } from '../sql/record-rows.ts'
import type { Session } from './session.ts'

// Pages looked up key by key after the keys of one lay scattered among those of other pages.
const SCATTERED_PAGES = 50
// A page of keys that follow each other lies in two blocks, in one more where pages were smaller.
const BLOCKS = 4
// What every record that lies in a block is.
const FINISHED = { status: RecordState.finished, attempts: 1, generation: 0, tried_by: null } as const

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
  const span = findSpan(keys, head)
  if (isOrderedAsBytes(span.first) && isOrderedAsBytes(span.last)) {
    const limits = { rows: keys.length + 1, blocks: BLOCKS + 1 }
    const { rows, blocks } = await findKnownBetween(tx, session.claim, span, limits)
    // As many rows as there are keys may be these very keys; one more means that others lie between them.
    if (rows.length <= keys.length && blocks.length <= BLOCKS)
      return blocks.length === 0 ? rows : [...rows, ...searchBlocks(blocks, new Set(keys))]
  }
  session.scatteredPages = SCATTERED_PAGES
  return findKnown(tx, session.claim, keys)
}

function* searchBlocks(blocks: readonly BlockKeys[], wanted: ReadonlySet<string>): Generator<KnownRecord> {
  for (const { first_id, keys, hashes, run_id } of blocks) {
    const firstId = BigInt(first_id)
    let at = 0
    for (const key of keys.split('\n')) {
      if (wanted.has(key)) {
        const hash = hashes.subarray(16 * at, 16 * at + 16)
        const id = `${firstId + BigInt(at)}`
        yield { key, id, hash, ...FINISHED, run_id }
      }
      at += 1
    }
  }
}

function findSpan(keys: readonly string[], head: string): KeySpan {
  let [first, last, length] = [head, head, head.length]
  const lengths = new Set([length])
  for (const key of keys) {
    if (key < first) first = key
    if (key > last) last = key
    if (key.length !== length) {
      length = key.length
      lengths.add(length)
    }
  }
  return { first, last, lengths: [...lengths] }
}

/**
 * The database sorts by UTF-8 bytes, JavaScript by UTF-16 units. They differ only where a unit from U+D800 on is met,
 * so a bound without one is the bound in both.
 */
const isOrderedAsBytes = (key: string): boolean => !/[\ud800-\uffff]/.test(key)
