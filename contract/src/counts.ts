import { z } from 'zod'

const count = z.int().min(0).default(0)

/**
 * The books of a run. Two equations must hold at every checkpoint and at the end:
 * read = fresh + duplicate + filtered + rejected, and staged = written + skipped + failed + dead + unknown + pending,
 * where staged = fresh + carried (records of earlier runs that this run tries again). A run that groups stored rows has a
 * third once everything is read: stored = grouped. Until then fewer are grouped.
 */
export const Counts = z.object({
  /** Records the source answered with. */
  read: count,
  /** New or changed records, staged for writing. */
  fresh: count,
  /** Same key and same content as already stored. */
  duplicate: count,
  /** Left out because the strategy wants it so: by its row filter, or a deletion that it leaves alone. */
  filtered: count,
  /** Refused before staging: no key, a broken row, a filter that cannot tell; each with a reason. */
  rejected: count,
  /**
   * Rows that another, different row of the same read and key was written over: `fresh` counts both, and the target holds
   * one. No part of the equations.
   */
  conflicts: count,
  /** Records of earlier runs taken up again. */
  carried: count,
  /** fresh + carried. */
  staged: count,
  written: count,
  /** The target or a rule said there is nothing to do. */
  skipped: count,
  /** Failed, and a later try may heal it. */
  failed: count,
  /** Failed for good; error data. */
  dead: count,
  /** Sent, answer lost. */
  unknown: count,
  /** Staged, not yet settled. */
  pending: count,
  /** Stored rows that are there to be grouped: those that are not deleted. 0 where nothing is grouped. */
  stored: count,
  /** Of these, those that lie in the groups that were read. */
  grouped: count,
})
export type Counts = z.output<typeof Counts>

export const zeroCounts = (): Counts => Counts.parse({})

/**
 * null when the books balance, else the sentence that says by how much they do not. `isRead`: the source was read to its
 * end; default true.
 */
export function findImbalance(c: Counts, isRead = true): string | null {
  const readSide = c.fresh + c.duplicate + c.filtered + c.rejected
  if (c.read !== readSide)
    return `read ${c.read} ≠ new ${c.fresh} + duplicate ${c.duplicate} + filtered ${c.filtered} + rejected ${c.rejected} = ${readSide}`
  if (c.staged !== c.fresh + c.carried) return `staged ${c.staged} ≠ new ${c.fresh} + carried over ${c.carried}`
  const writeSide = c.written + c.skipped + c.failed + c.dead + c.unknown + c.pending
  if (c.staged !== writeSide)
    return `staged ${c.staged} ≠ written ${c.written} + skipped ${c.skipped} + failed ${c.failed} + dead ${c.dead} + unknown ${c.unknown} + pending ${c.pending} = ${writeSide}`
  if (isRead ? c.stored !== c.grouped : c.stored < c.grouped)
    return `stored rows ${c.stored} ≠ rows in the groups that were read ${c.grouped}`
  return null
}
