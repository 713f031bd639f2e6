import { tidyCalls } from '../account/call-book.ts'
import { noticeCredentials } from '../account/notice-credentials.ts'
import { requestDaily } from '../discovery/discovery-rows.ts'
import { tidyNotices } from '../sql/notice-rows.ts'
import { type ArchiveWorld, archivePages } from './archive/archive-pages.ts'
import { countExpired, countPages, deleteExpired, findExpired, type PageRule } from './expired-pages.ts'
import { deleteRows, type RowKind } from './expired-rows.ts'
import type { Holding } from './holding.ts'
import { measureUse, readStoreBytes } from './measure-use.ts'
import { addComingDays, dropDay, isClosed, listSpans, type PageSpan, rewriteDay, unlessBusy } from './page-days.ts'
import { toCutoffs } from './policy.ts'
import { listScopes, type Scope } from './scope-rows.ts'

/** What one clean-up did. */
export interface Tidied {
  pages: number
  archivedPages: number
  days: number
  rewrittenDays: number
  logs: number
  runs: number
  rejected: number
  attempts: number
  /** Size of the tables before minus after. Deleted rows of a table that stays leave room inside it. */
  freedBytes: number
  /** A table of pages was in use: no further day was made, written anew or dropped, until the next turn. */
  busy: number
}

export const nothingTidied = (): Tidied => ({
  pages: 0,
  archivedPages: 0,
  days: 0,
  rewrittenDays: 0,
  logs: 0,
  runs: 0,
  rejected: 0,
  attempts: 0,
  freedBytes: 0,
  busy: 0,
})

// A batch is one short transaction: 200 pages of 60 kB are deleted in 10 to 20 ms.
const PAGE_BATCH = 200
const ROW_BATCH = 2000
// A day is written anew when so much of it has gone.
const REWRITE_SHARE = 0.3

/** Everything that has expired by the rules, a small batch at a time. */
export async function tidy(holding: Holding): Promise<Tidied> {
  const { world } = holding
  const done = nothingTidied()
  const bytesBefore = await world.withSystem(readStoreBytes)
  await holding.note('days', done)
  if (!(await addComingDays(world.withSystem, world.now()))) done.busy += 1
  const scopes = await world.withSystem(tx => listScopes(tx))
  for (const span of await world.withSystem(listSpans)) {
    await holding.note('pages', done)
    await tidySpan(holding, span, scopes, done)
  }
  for (const scope of scopes) await tidyRows(holding, scope, done)
  await world.withSystem(tidyNotices)
  await world.withSystem(requestDaily)
  await world.withSystem(tx => noticeCredentials(tx, world.now()))
  await world.withSystem(tidyCalls)
  await holding.note('measuring', done)
  await world.withSystem(measureUse)
  done.freedBytes = Math.max(0, bytesBefore - (await world.withSystem(readStoreBytes)))
  return done
}

async function tidySpan(holding: Holding, span: PageSpan, scopes: readonly Scope[], done: Tidied): Promise<void> {
  const { world } = holding
  const counts = await world.withSystem(tx => countPages(tx, span))
  const pages = counts.reduce((sum, row) => sum + Number(row.pages), 0)
  if (pages === 0) return dropWhenOver(holding, span, done)
  const present = new Map(counts.map(row => [`${row.tenant_id}/${row.strategy_id}`, Number(row.pages)]))
  const rules = scopes.flatMap(scope =>
    present.has(`${scope.tenantId}/${scope.strategyId}`) && (world.files || !scope.retention.archive)
      ? rulesOf(scope, span, world.now())
      : [],
  )
  if (await isWhollyExpired(holding, rules, pages)) {
    const days = done.days
    await dropWhenOver(holding, span, done)
    if (done.days > days) done.pages += pages
    return
  }
  let gone = 0
  for (const { rule, archive } of rules) gone += await expirePages(holding, rule, archive, done)
  if (gone === pages) return dropWhenOver(holding, span, done)
  if (span.day === null || !isClosed(span, world.now()) || gone < pages * REWRITE_SHARE || done.busy > 0) return
  const day = span.day
  const freed = await unlessBusy(world.withSystem(tx => rewriteDay(tx, day)))
  if (freed === null) done.busy += 1
  else done.rewrittenDays += 1
}

interface Ruled {
  readonly rule: PageRule
  readonly archive: boolean
}

function rulesOf({ tenantId, strategyId, retention, isGrouped }: Scope, span: PageSpan, nowMs: number): Ruled[] {
  const cutoffs = toCutoffs(retention, nowMs)
  const base = { tenantId, strategyId, span, errorBefore: cutoffs.error, isGrouped }
  const rules: Ruled[] = []
  const add = (kind: PageRule['kind'], before: string | null): void => {
    // A day younger than the cutoff has nothing to look for.
    if (before !== null && (span.day === null || Date.parse(before) > Date.parse(span.from)))
      rules.push({ rule: { ...base, kind, before }, archive: retention.archive })
  }
  add('aged', cutoffs.finished)
  add('replaced', cutoffs.replaced)
  return rules
}

/** Then the day goes in one step, without a row deleted. A strategy that archives has its pages taken out first. */
async function isWhollyExpired({ world }: Holding, rules: readonly Ruled[], pages: number): Promise<boolean> {
  const aged = rules.filter(({ rule, archive }) => rule.kind === 'aged' && !archive)
  if (aged.length === 0 || aged[0]!.rule.span.day === null) return false // checked: there is one
  let expired = 0
  for (const { rule } of aged) expired += (await world.inTenant(rule.tenantId, tx => countExpired(tx, rule))).pages
  return expired === pages
}

async function dropWhenOver({ world }: Holding, span: PageSpan, done: Tidied): Promise<void> {
  if (span.day === null || !isClosed(span, world.now()) || done.busy > 0) return
  const day = span.day
  if ((await unlessBusy(world.withSystem(tx => dropDay(tx, day)))) === null) done.busy += 1
  else done.days += 1
}

/** Batch by batch until none is left; archived first where the rule says so. */
export async function expirePages(
  holding: Holding,
  rule: PageRule,
  archive: boolean,
  done: Tidied,
  onBatch: (pages: number) => Promise<void> = () => holding.note('pages', done),
): Promise<number> {
  const { world } = holding
  let gone = 0
  for (;;) {
    const keys = await world.inTenant(rule.tenantId, tx => findExpired(tx, rule, PAGE_BATCH))
    if (keys.length === 0) return gone
    const count = archive
      ? await archivePages(requireFiles(world), rule, keys)
      : await world.inTenant(rule.tenantId, tx => deleteExpired(tx, rule, keys))
    // All of the batch are needed again: a person put their records back.
    if (count === 0) return gone
    gone += count
    done.pages += count
    if (archive) done.archivedPages += count
    await onBatch(count)
  }
}

export function requireFiles(world: Holding['world']): ArchiveWorld {
  const { files } = world
  if (!files) throw new Error('archiving pages: this process has no place for archives')
  return { ...world, files }
}

const COUNTERS = { log: 'logs', run: 'runs', rejected: 'rejected', attempt: 'attempts' } as const

async function tidyRows(holding: Holding, scope: Scope, done: Tidied): Promise<void> {
  const cutoffs = toCutoffs(scope.retention, holding.world.now())
  const steps: readonly (readonly [RowKind, string | null])[] = [
    ['log', cutoffs.log],
    ['rejected', cutoffs.error],
    ['attempt', cutoffs.error],
    ['run', cutoffs.run],
  ]
  for (const [kind, before] of steps) {
    if (before === null) continue
    await expireRows(holding, kind, scope, before, async count => {
      done[COUNTERS[kind]] += count
      await holding.note(kind, done)
    })
  }
}

export async function expireRows(
  { world }: Holding,
  kind: RowKind,
  owner: { readonly tenantId: string; readonly strategyId: string },
  before: string,
  onBatch: (rows: number) => Promise<void>,
): Promise<void> {
  for (;;) {
    const count = await world.inTenant(owner.tenantId, tx => deleteRows[kind](tx, owner, before, ROW_BATCH))
    if (count > 0) await onBatch(count)
    if (count < ROW_BATCH) return
  }
}
