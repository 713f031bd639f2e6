import type { ContentOut } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { RouteContext } from '../../../http/route-handler.ts'
import type { system } from './contract.ts'
import {
  type ChainRow,
  findFalseTombstone,
  hasUnchained,
  listChain,
  listTombstones,
  readHead,
  readStart,
} from './log-store.ts'
import { type ChainProblem, checkLink } from './verify-chain.ts'

type Verdict = ContentOut<(typeof system)['verifyLog']>

/** Rows of one call: a second's work, so that the caller sees progress and can stop. */
const STRETCH = 20_000
const PAGE = 2000

/** Recomputes the chain from a place on, out of the rows as they are stored now. */
export function verifyStretch(from: string, ctx: RouteContext): Promise<Verdict> {
  return ctx.tenant(
    async tx => {
      const head = await readHead(tx)
      const total = head?.seq ?? '0'
      const common = { total, head: head?.hash ?? null }
      let previous = await readPrevious(tx, BigInt(from) - 1n)
      if (previous === null) return { ...common, checked: 0, next: null, broken: { seq: from, problem: 'order' } }
      let checked = 0
      while (checked < STRETCH) {
        const rows = await listChain(tx, String(previous.seq), PAGE)
        const found = await checkRows(tx, rows, previous)
        if (found !== null) return { ...common, checked, next: null, broken: found }
        checked += rows.length
        const last = rows.at(-1)
        if (last) previous = { seq: BigInt(last.seq), hash: last.hash }
        if (rows.length < PAGE) return { ...common, checked, next: null, broken: await checkWhole(tx, previous, head) }
      }
      return { ...common, checked, next: String(previous.seq + 1n), broken: null }
    },
    // What is read is one moment of the log, however long it takes and whatever is written meanwhile.
    { isolation: 'repeatable read', readOnly: true },
  )
}

interface Place {
  readonly seq: bigint
  readonly hash: string
}

async function readPrevious(tx: Tx, seq: bigint): Promise<Place | null> {
  if (seq <= 0n) return { seq: 0n, hash: await readStart(tx) }
  const [row] = await listChain(tx, String(seq - 1n), 1)
  return row && BigInt(row.seq) === seq ? { seq, hash: row.hash } : null
}

type Broken = { readonly seq: string; readonly problem: ChainProblem }

async function checkRows(tx: Tx, rows: readonly ChainRow[], before: Place): Promise<Broken | null> {
  const named = [...new Set(rows.map(row => row.deleted_by).filter(id => id !== null))]
  const tombstones = named.length === 0 ? new Set<string>() : await listTombstones(tx, named)
  let previous = before
  for (const row of rows) {
    const problem = checkLink(row, previous)
    if (problem !== null) return { seq: row.seq, problem }
    if (row.deleted_by !== null && !tombstones.has(row.deleted_by)) return { seq: row.seq, problem: 'tombstone' }
    previous = { seq: BigInt(row.seq), hash: row.hash }
  }
  return null
}

/** What no single row shows: the head, rows past the chain, tombstones that say too little. */
async function checkWhole(
  tx: Tx,
  last: Place,
  head: { seq: string; hash: string } | undefined,
): Promise<Broken | null> {
  const seq = String(last.seq)
  if (head && (head.seq !== seq || head.hash !== last.hash)) return { seq, problem: 'head' }
  if (await hasUnchained(tx)) return { seq, problem: 'unchained' }
  const tombstone = await findFalseTombstone(tx)
  return tombstone === null ? null : { seq: tombstone, problem: 'tombstone' }
}
