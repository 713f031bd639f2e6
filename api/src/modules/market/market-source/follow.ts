import { toFailure } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Outgoing } from '../../../http/outgoing.ts'
import { refuse } from '../../../http/refuse.ts'
import { actFor, writeAudit } from '../../../http/write-audit.ts'
import { type IndexEntry, MAX_INDEX_BYTES, type OpenedIndex, openIndex } from '../../../packaging/index.ts'
import { FEED_PATH } from './feed.ts'
import { claimSource, type Problem, type SourceRow, writeFailed } from './store.ts'
import {
  compareIndex,
  examineEntry,
  finishLook,
  insertReady,
  type Looker,
  requireClaim,
  requireNext,
  type TakeDeps,
  toProblem,
  toStored,
} from './take-in.ts'

export interface FollowDeps extends TakeDeps {
  /** Absent: nothing leaves this installation. */
  readonly outgoing?: Outgoing | undefined
}

const INDEX_TIMEOUT_MS = 30_000
const PACKAGE_TIMEOUT_MS = 30_000
/** Of one look; the rest comes with the next, a minute later. */
const MOST_PACKAGES = 200

/** `https://host` alone is the address of an installation; with a path it is where an index lies, be it on a plain disk. */
export function toFeedAddress(address: string): string {
  const { origin, pathname } = new URL(address)
  const path = pathname.replace(/\/+$/, '').replace(/\/index$/, '')
  return `${origin}${path === '' ? FEED_PATH : path}`
}

/** @throws Failure of the way out, `unavailable.marketAnswer` */
async function fetchText(
  { outgoing }: FollowDeps,
  url: string,
  limits: { readonly timeoutMs: number; readonly maxBytes: number },
): Promise<string> {
  if (!outgoing) throw refuse('unavailable.marketOutgoing')
  const answer = await outgoing.fetch(url, limits)
  if (answer.status !== 200)
    throw refuse('unavailable.marketAnswer', { field: 'address', value: String(answer.status) })
  return Buffer.from(answer.bytes).toString('utf8')
}

export const fetchIndex = async (deps: FollowDeps, address: string, believed: string | null): Promise<OpenedIndex> =>
  openIndex(
    await fetchText(deps, `${toFeedAddress(address)}/index`, {
      timeoutMs: INDEX_TIMEOUT_MS,
      maxBytes: 2 * MAX_INDEX_BYTES,
    }),
    believed,
  )

const fetchPackage = (deps: FollowDeps, address: string, { digest, bytes }: IndexEntry): Promise<string> =>
  fetchText(deps, `${toFeedAddress(address)}/package/${digest}`, { timeoutMs: PACKAGE_TIMEOUT_MS, maxBytes: bytes })

/** In a transaction of the source's tenant that also reaches what belongs to all. */
const within = <T>({ database }: TakeDeps, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.withTenant(tenantId, work)

/**
 * Looks once into a market, and takes what is new: each package by itself, whole, so that whoever ends in between has taken
 * some of them, and the next look goes on. What went wrong is written beside the source.
 * @throws Failure `conflict.marketBusy` where somebody else is at it
 */
export async function lookInto(
  deps: FollowDeps,
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
  looker: Looker,
  { budgetMs }: { readonly budgetMs: number },
): Promise<void> {
  const source = await within(deps, tenantId, tx => claimSource(tx, id))
  if (!source) throw refuse('conflict.marketBusy')
  try {
    const opened = await fetchIndex(deps, source.address, source.key)
    requireNext(source, opened, deps.now())
    await takeAll(deps, source, opened, looker, budgetMs)
  } catch (error) {
    const nowMs = deps.now()
    const failure = toStored(error)
    await within(deps, tenantId, async tx => {
      await writeFailed(tx, id, new Date(nowMs).toISOString(), failure)
      const about = { objectType: 'marketSource', objectId: id, objectName: source.title }
      if (looker.userId !== null)
        await writeAudit(tx, { ...looker, nowMs }, { ...about, after: failure, result: 'failed', code: failure.code })
    })
    if (failure.code === 'internal') throw error
  }
}

async function takeAll(
  deps: FollowDeps,
  source: SourceRow,
  opened: OpenedIndex,
  looker: Looker,
  budgetMs: number,
): Promise<void> {
  const { tenant_id: tenantId } = source
  const comparison = await within(deps, tenantId, tx => compareIndex(tx, source, opened.index))
  const problems: Problem[] = [...comparison.problems]
  const signal = AbortSignal.timeout(budgetMs)
  let [tried, taken] = [0, 0]
  for (const entry of comparison.wanted.slice(0, MOST_PACKAGES)) {
    if (signal.aborted) break
    try {
      const text = await fetchPackage(deps, source.address, entry)
      const ready = await examineEntry(source, entry, text, { nowMs: deps.now(), signal: AbortSignal.timeout(60_000) })
      await within(deps, tenantId, async tx => {
        await requireClaim(tx, source)
        await insertReady(tx, ready, text, deps.now())
      })
      taken += 1
    } catch (error) {
      const failure = toFailure(error)
      if (isOver(failure.code)) throw error
      problems.push(toProblem(entry, failure))
    }
    tried += 1
  }
  await deps.database.withSystem(async tx => {
    await actFor(tx, source.tenant_id)
    const remaining = comparison.wanted.length - tried
    const told = await finishLook(tx, source, opened, { comparison, problems, taken, remaining, nowMs: deps.now() })
    if (looker.userId !== null || told.isNews) await writeAudit(tx, { ...looker, nowMs: deps.now() }, told.entry)
  })
}

/** Nobody answers any more, or we are at fault: that says nothing of this package, and the next one fares no better. */
const isOver = (code: string): boolean =>
  code === 'internal' || code === 'conflict.marketChanged' || (code.startsWith('egress.') && code !== 'egress.tooLarge')
