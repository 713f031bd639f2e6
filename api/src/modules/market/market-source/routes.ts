import { lineOf, newId } from '@sluice/contract'
import { refuse, refuseStale } from '../../../http/refuse.ts'
import { FileAnswer, type Handlers, type RouteContext } from '../../../http/route-handler.ts'
import { requireOperator } from '../../../http/runs-installation.ts'
import type { Throttle } from '../../../http/throttle.ts'
import { fingerprintOf, openIndex, sayPackage } from '../../../packaging/index.ts'
import type { UploadStore } from '../../connect/file/index.ts'
import { renewSource } from '../market-review/index.ts'
import type { marketSource } from './contract.ts'
import { describeSource } from './describe-source.ts'
import { describeFeed, exportMarket, type FeedDeps, readFeed, readFeedPackage, renewKey, setFeed } from './feed.ts'
import { type FollowDeps, fetchIndex, lookInto, toFeedAddress } from './follow.ts'
import { importMarket } from './import-market.ts'
import {
  claimSource,
  deleteSource,
  findSource,
  insertSource,
  listSources,
  type SourceWrite,
  updateSource,
} from './store.ts'

interface SourceDeps extends FeedDeps, FollowDeps {
  readonly uploads: UploadStore
  readonly throttle: Pick<Throttle, 'take'>
}

/** A first look of an installation asks for an index and 200 packages, and some installations share an address. */
const PER_ADDRESS = { burst: 600, everyMs: 200 }
/** What the console waits for; the rest is fetched by and by. */
const PRESS_MS = 40_000
const MOST_SOURCES = 20
const TITLES = 12

export function createMarketSourceRoutes(deps: SourceDeps): Handlers<typeof marketSource> {
  const isOperator =
    <I, R>(work: (input: I, ctx: RouteContext) => Promise<R>) =>
    async (input: I, ctx: RouteContext): Promise<R> => {
      await requireOperator(ctx)
      return work(input, ctx)
    }
  return {
    async index(_input, ctx) {
      await deps.throttle.take(`market-feed/${lineOf(ctx.ip)}`, PER_ADDRESS)
      return new FileAnswer('index', 'application/json', oneText(await readFeed(deps)))
    },
    async package({ params: { digest } }, ctx) {
      await deps.throttle.take(`market-feed/${lineOf(ctx.ip)}`, PER_ADDRESS)
      return new FileAnswer(digest, 'application/json', oneText(await readFeedPackage(deps, digest)))
    },
    feed: isOperator((_input, ctx) => describeFeed(ctx)),
    switch: isOperator(({ body }, ctx) => setFeed(deps, body.is_on, ctx)),
    renewKey: isOperator((_input, ctx) => renewKey(deps, ctx)),
    export: isOperator(async (_input, ctx) => {
      const { name, lines } = await exportMarket(deps, ctx)
      return new FileAnswer(name, 'application/x-ndjson', lines)
    }),
    list: isOperator(async (_input, ctx) =>
      (await ctx.tenant(listSources)).map(row => describeSource(row, deps.now(), ctx)),
    ),
    peek: isOperator(({ body }, ctx) => peek(deps, body, ctx)),
    add: isOperator(({ body }, ctx) => add(deps, body, ctx)),
    save: isOperator(({ params: { id }, body: { lock, ...body } }, ctx) =>
      ctx.tenant(async tx => {
        const before = requireSource(await findSource(tx, id))
        await requireFreeKey(tx, id, body.key)
        if ((await updateSource(tx, { id, ...body }, lock)) === 0) throw refuseStale()
        if (before.title !== body.title) await renewSource(tx, id)
        await ctx.audit(tx, { ...auditOf(before), before: told(before), after: told(body) })
        return describeSource(requireSource(await findSource(tx, id)), deps.now(), ctx)
      }),
    ),
    look: isOperator(async ({ params: { id } }, ctx) => {
      const source = requireSource(await ctx.tenant(tx => findSource(tx, id)))
      if (!source.is_on) throw refuse('conflict.marketOff')
      if (source.address === '') throw refuse('conflict.marketNoAddress')
      const { tenantId, userId, username } = ctx.principal
      const looker = { userId, username, action: 'marketSource.look', operation: 'update', ip: ctx.ip }
      await lookInto(deps, { tenantId, id }, { ...looker, userAgent: ctx.userAgent }, { budgetMs: PRESS_MS })
      return describeSource(requireSource(await ctx.tenant(tx => findSource(tx, id))), deps.now(), ctx)
    }),
    import: isOperator(async ({ params: { id }, file }, ctx) => {
      requireSource(await ctx.tenant(tx => findSource(tx, id)))
      const source = await ctx.tenant(tx => claimSource(tx, id))
      if (!source) throw refuse('conflict.marketBusy')
      await importMarket(deps, source, file, ctx)
      return describeSource(requireSource(await ctx.tenant(tx => findSource(tx, id))), deps.now(), ctx)
    }),
    remove: isOperator(({ params: { id } }, ctx) =>
      ctx.tenant(async tx => {
        const before = requireSource(await findSource(tx, id))
        await deleteSource(tx, id)
        await ctx.audit(tx, { ...auditOf(before), before: told(before) })
        return []
      }),
    ),
  }
}

type Tx = Parameters<typeof findSource>[0]

const auditOf = ({ id, title }: { readonly id: string; readonly title: string }) => ({
  ...{ objectType: 'marketSource', objectId: id, objectName: title },
})

/** A public key is no secret, but its name sounds like one. */
const told = ({ title, address, key, every_minutes, takes }: Omit<SourceWrite, 'id'>) => ({
  ...{ title, address, every_minutes, takes, fingerprint: fingerprintOf(key) },
})

function requireSource<T>(row: T | undefined): T {
  if (row === undefined) throw refuse('notFound.marketSource')
  return row
}

/** One market is followed once, whatever ways lead to it. */
async function requireFreeKey(tx: Tx, id: string | null, key: string): Promise<void> {
  const other = (await listSources(tx)).find(each => each.key === key && each.id !== id)
  if (other) throw refuse('conflict.marketSourceKey', { field: 'key', value: other.title })
}

async function add(deps: SourceDeps, body: Omit<SourceWrite, 'id'>, ctx: RouteContext) {
  const id = newId(deps.now())
  return ctx.tenant(async tx => {
    if ((await listSources(tx)).length >= MOST_SOURCES)
      throw refuse('conflict.tooManySources', { value: String(MOST_SOURCES) })
    await requireFreeKey(tx, null, body.key)
    await insertSource(tx, { ...body, id }, ctx.principal.userId)
    await ctx.audit(tx, { ...auditOf({ id, title: body.title }), after: told(body) })
    return describeSource(requireSource(await findSource(tx, id)), deps.now(), ctx)
  })
}

async function peek(
  deps: SourceDeps,
  body: { readonly address: string } | { readonly head: string },
  ctx: RouteContext,
) {
  const { key, index } = 'address' in body ? await fetchIndex(deps, body.address, null) : openIndex(body.head, null)
  const known = (await ctx.tenant(listSources)).find(each => each.key === key)
  return {
    address: 'address' in body ? toFeedAddress(body.address) : '',
    ...{ key, fingerprint: fingerprintOf(key), serial: index.serial, signed_at: index.signed_at },
    packages: index.packages.length,
    titles: [...new Set(index.packages.map(each => sayPackage(each.title, ctx.language)))].slice(0, TITLES),
    source_id: known?.id ?? null,
  }
}

async function* oneText(text: string): AsyncIterable<string> {
  yield text
}
