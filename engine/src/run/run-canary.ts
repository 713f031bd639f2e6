import {
  type CanaryCounts,
  type CanarySide,
  type Counts,
  Failure,
  findSideImbalance,
  isLiveCanary,
  makeCanaryCounts as makeCounts,
} from '@sluice/contract'
import type { Tx } from '@sluice/db'
import {
  addCounts,
  type FoundCanary,
  findCanary,
  lockCanary,
  readMapping,
  readRunCounts,
} from '../canary/canary-rows.ts'
import { judgeByItself, moveCanary } from '../canary/move-canary.ts'
import { sideOfKey } from '../canary/side-of-key.ts'
import { compileMapping, readInTurns } from '../map/index.ts'
import { createFinder } from '../record/find-records.ts'
import { createRecordScripts } from '../script/record-scripts.ts'
import { bindMaps, pinMaps } from '../sql/value-map-rows.ts'
import type { Verdict } from '../stage/judge-result.ts'
import type { RunCanary } from './canary-watch.ts'
import type { Session } from './session.ts'

/** Takes up what was found; one that was opened before is used again. */
export async function takeCanary(session: Session, found: FoundCanary | null): Promise<void> {
  const { canary } = session
  canary.lookedMs = performance.now()
  if (found === null) {
    canary.live = null
    return
  }
  const known = canary.opened.get(found.id)
  if (known) {
    canary.live = known
    return
  }
  canary.live = await openCanary(session, found).catch(error => refuseCanary(session, found.id, error))
}

async function openCanary(session: Session, found: FoundCanary): Promise<RunCanary> {
  const { canary, claim } = session
  const mapping = await session.tenant(async tx => {
    const mapping = await readMapping(tx, claim, found.version)
    return bindMaps(tx, claim.tenantId, mapping, { versions: await pinMaps(tx, claim, mapping) })
  })
  const find = createFinder(session.tenant, claim.tenantId, mapping)
  await readInTurns(mapping)
  const opened: RunCanary = {
    id: found.id,
    version: found.version,
    mapping,
    mapper: compileMapping(mapping, {
      now: () => new Date(session.deps.now()),
      find,
      scripts: createRecordScripts(claim.tenantId),
    }),
    takes: sideOfKey(claim.strategyId, found.id, found.share),
  }
  canary.opened.set(opened.id, opened)
  return opened
}

/** A mapping that cannot be run ends the canary and not the run. */
async function refuseCanary({ tenant, claim }: Session, id: string, error: unknown): Promise<null> {
  if (!(error instanceof Failure) || error.code.startsWith('database.')) throw error
  return tenant(async tx => {
    const row = await lockCanary(tx, claim.tenantId, id)
    // One that is live already is the strategy's own by now.
    if (!row || (await moveCanary(tx, row, { event: 'cross', reason: 'broken', userId: null })) === null) throw error
    return null
  })
}

/** Before a page is mapped: one that began or ended meanwhile counts from here on. At most one question a beat. */
export async function freshenCanary(session: Session): Promise<void> {
  if (performance.now() - session.canary.lookedMs < session.limits.beatMs) return
  await takeCanary(session, await session.tenant(tx => findCanary(tx, session.claim)))
}

/** What the records of a page became, by side. */
export interface SideCounts {
  readonly canary: RunCanary
  readonly delta: CanaryCounts
  readonly records: number
}

/** null: no canary had a part in it. */
export function countSides({ canary }: Session, verdicts: readonly Verdict[]): SideCounts | null {
  const { live, opened } = canary
  if (opened.size === 0) return null
  const version = verdicts.find(verdict => verdict.version !== undefined)?.version
  const used = live ?? [...opened.values()].find(each => each.version === version)
  if (!used) return null
  const counted: { readonly [side in CanarySide]: { [book in keyof Counts]?: number } } = { old: {}, new: {} }
  for (const { counter, version } of verdicts) {
    const side = counted[version === used.version ? 'new' : 'old']
    side[counter] = (side[counter] ?? 0) + 1
  }
  return { canary: used, delta: makeCounts((side, book) => counted[side][book] ?? 0), records: verdicts.length }
}

/**
 * In the transaction that settles the records, after its checkpoint: whoever holds run and canary has the run first. A
 * threshold that is crossed ends the canary here. @returns whether it still has its share of the keys
 */
export async function noteSides(tx: Tx, { claim }: Session, sides: SideCounts, books: Counts): Promise<boolean> {
  const { tenantId, runId } = claim
  const isFirst = books.written + books.skipped + books.failed + books.dead + books.unknown === sides.records
  const row = await addCounts(tx, { tenantId, canaryId: sides.canary.id, runId }, sides.delta, isFirst)
  if (!row) return false
  // Limits are reached under the lock of the strategy: the worker's.
  const state = row.state
  if (!isLiveCanary(state)) return state === 'promoted'
  return (await judgeByItself(tx, row, 'thresholds')) !== 'rolledBack'
}

/** In the transaction that ends the run: books that do not balance, with or without the canary, end it. */
export async function endCanary(
  tx: Tx,
  { claim, canary, config }: Session,
  imbalance: string | null,
  books: Counts,
): Promise<void> {
  if (!canary.live) return
  const row = await lockCanary(tx, claim.tenantId, canary.live.id)
  if (!row || !isLiveCanary(row.state)) return
  const mine = await readRunCounts(tx, { tenantId: claim.tenantId, canaryId: row.id, runId: claim.runId })
  // What a set that was not exchanged had written is taken back from the books.
  const isCompared = mine?.isWhole === true && config.target.mode !== 'replace'
  const difference = isCompared ? findSideImbalance(books, mine.counts) : null
  if (imbalance !== null || difference !== null)
    await moveCanary(tx, row, { event: 'cross', reason: 'unbalanced', userId: null })
}
