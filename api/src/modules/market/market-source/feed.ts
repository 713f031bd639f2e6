import type { Database, Vault } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import {
  createPublisherKey,
  fingerprintOf,
  type IndexEntry,
  MOST_INDEXED,
  signIndex,
} from '../../../packaging/index.ts'
import {
  type FeedRow,
  findFeed,
  findOfferedFile,
  insertFeed,
  keepIndex,
  listEntries,
  replaceKey,
  stampOffers,
  switchFeed,
} from './feed-store.ts'

export interface FeedDeps {
  readonly database: Database
  readonly vault: Vault
  readonly now: () => number
}

export const FEED_PATH = '/api/market-feed'
const PLACE = 'market-feed'
/** Signed anew after so long although nothing changed: an index that is old is one that somebody keeps back. */
const FRESH_MS = 24 * 3_600_000

export async function describeFeed(ctx: RouteContext) {
  const { row, total } = await ctx.tenant(async tx => ({
    row: await findFeed(tx),
    total: (await stampOffers(tx)).total,
  }))
  return {
    is_on: row?.is_on ?? false,
    key: row?.key ?? null,
    fingerprint: row ? fingerprintOf(row.key) : null,
    serial: Number(row?.serial ?? 0),
    signed_at: row?.signed_at ?? null,
    packages: Math.min(total, MOST_INDEXED),
    left_out: Math.max(0, total - MOST_INDEXED),
    path: FEED_PATH,
  }
}

const auditOf = (row: FeedRow) => ({ objectType: 'marketFeed', objectName: fingerprintOf(row.key).slice(0, 17) })

export async function setFeed(deps: FeedDeps, isOn: boolean, ctx: RouteContext) {
  const row = await ensureFeed(deps, ctx)
  await ctx.tenant(async tx => {
    await switchFeed(tx, isOn)
    await ctx.audit(tx, { ...auditOf(row), before: { is_on: row.is_on }, after: { is_on: isOn } })
  })
  return describeFeed(ctx)
}

/** A key that somebody else may have. Who follows this market sees that it is another one, and asks. */
export async function renewKey(deps: FeedDeps, ctx: RouteContext) {
  const row = await ensureFeed(deps, ctx)
  const { key, secret } = createPublisherKey()
  const sealed = await deps.vault.seal(ctx.principal.tenantId, PLACE, secret)
  await ctx.tenant(async tx => {
    await replaceKey(tx, key, sealed)
    const [before, after] = [row.key, key].map(each => ({ fingerprint: fingerprintOf(each) }))
    await ctx.audit(tx, { ...auditOf(row), before, after })
  })
  return describeFeed(ctx)
}

/** With its key, made when it is needed first. The vault opens transactions of its own. */
async function ensureFeed({ vault }: FeedDeps, ctx: RouteContext): Promise<FeedRow> {
  const known = await ctx.tenant(findFeed)
  if (known) return known
  const { key, secret } = createPublisherKey()
  const sealed = await vault.seal(ctx.principal.tenantId, PLACE, secret)
  const made = await ctx.tenant(async tx => {
    await insertFeed(tx, key, sealed)
    return findFeed(tx)
  })
  if (!made) throw refuse('notFound.marketFeed')
  return made
}

/** @throws Failure `notFound.marketFeed` where the operator has not opened it */
export async function readFeed(deps: FeedDeps): Promise<string> {
  const row = await deps.database.withSystem(findFeed)
  if (!row?.is_on) throw refuse('notFound.marketFeed')
  return (await signNow(deps, row)).document
}

/** @throws Failure `notFound.marketFeed`, `notFound.release` */
export async function readFeedPackage({ database }: FeedDeps, digest: string): Promise<string> {
  const { row, document } = await database.withSystem(async tx => ({
    row: await findFeed(tx),
    document: await findOfferedFile(tx, digest),
  }))
  if (!row?.is_on) throw refuse('notFound.marketFeed')
  if (document === undefined) throw refuse('notFound.release', { field: 'digest' })
  return document
}

/** What was signed last where it still says what is so; else it is signed anew. */
async function signNow(
  { database, vault, now }: FeedDeps,
  row: FeedRow,
): Promise<{ readonly document: string; readonly packages: readonly IndexEntry[] | null }> {
  const { stamp, total } = await database.withSystem(stampOffers)
  const isFresh = row.signed_at !== null && now() - Date.parse(row.signed_at) < FRESH_MS
  if (isFresh && row.stamp === stamp && row.document !== '') return { document: row.document, packages: null }
  const secret = await vault.open(row.tenant_id, PLACE, row.secret)
  const signedAt = new Date(now()).toISOString()
  // By the clock, so that a database that was restored from last week's backup does not tell numbers anew.
  const serial = Math.max(Number(row.serial) + 1, Math.floor(now() / 1000))
  return database.withSystem(async tx => {
    const packages = await listEntries(tx, MOST_INDEXED)
    const document = signIndex({ format: 1, serial, signed_at: signedAt, total, packages }, secret)
    const kept = { stamp, document, key: row.key, signedAt }
    if ((await keepIndex(tx, kept, { before: row.serial, now: serial })) > 0) return { document, packages }
    const other = await findFeed(tx)
    return { document: other?.document ?? document, packages: null }
  })
}

/** The index and all that it tells, a line for each. What leaves the market meanwhile ends the file before its end. */
export async function exportMarket(
  deps: FeedDeps,
  ctx: RouteContext,
): Promise<{ name: string; lines: AsyncIterable<string> }> {
  const row = await ensureFeed(deps, ctx)
  const { document } = await signNow(deps, row)
  const { packages, serial } = JSON.parse(JSON.parse(document).payload) as {
    packages: readonly IndexEntry[]
    serial: number
  } // written by us
  await ctx.tenant(tx => ctx.audit(tx, { ...auditOf(row), after: { serial, packages: packages.length } }))
  async function* lines() {
    yield `${document}\n`
    for (const { digest } of packages) {
      const text = await deps.database.withSystem(tx => findOfferedFile(tx, digest))
      if (text === undefined) throw refuse('notFound.release', { field: 'digest', value: digest })
      yield `${JSON.stringify({ digest, text })}\n`
    }
  }
  return { name: `market-${serial}.sluice-market.jsonl`, lines: lines() }
}
