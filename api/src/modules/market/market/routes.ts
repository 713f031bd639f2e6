import { newId, type SolutionPackage } from '@sluice/contract'
import type { Engine } from '@sluice/engine'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, isAllowed, Page, type RouteContext } from '../../../http/route-handler.ts'
import { runsInstallation } from '../../../http/runs-installation.ts'
import {
  hashPackage,
  listPlatforms,
  listWords,
  makeCard,
  readObjects,
  readPackage,
  requireSigned,
} from '../../../packaging/index.ts'
import { withOwnPlatforms } from '../../connect/platform/index.ts'
import { describePlatform } from '../solution-package/index.ts'
import { createCollectionRoutes } from './collections.ts'
import type { market } from './contract.ts'
import { describeDelivered } from './delivered.ts'
import { describeCard, describeDetail } from './describe-market.ts'
import { locatePackage } from './locate-package.ts'
import {
  countUploads,
  deleteUpload,
  findCard,
  findPublisher,
  findShared,
  findUpload,
  insertUpload,
  isInstalled,
  listFacets,
  listReviews,
  listSimilar,
  listVersions,
  searchMarket,
  writeReview,
} from './store.ts'

export interface MarketDeps {
  readonly engine: Engine
  readonly now: () => number
  /** What comes with the product. Default none. */
  readonly packages?: readonly SolutionPackage[]
}

const MOST_UPLOADS = 200

export function createMarketRoutes(deps: MarketDeps): Handlers<typeof market> {
  const packages = deps.packages ?? []
  const delivered = JSON.stringify(packages.map(describeDelivered))
  return {
    ...createCollectionRoutes(deps, delivered),
    search: ({ body }, ctx) =>
      ctx.tenant(async tx => {
        const {
          keyword,
          platforms = [],
          industry = null,
          origin = null,
          publisher = null,
          collection = null,
          sort,
        } = body
        const pattern = keyword === undefined ? null : toPattern(keyword.toLowerCase())
        const publisherKey = body.publisher_id === undefined ? null : keyOf(body.publisher_id)
        const filter = { pattern, platforms, industry, origin, publisher, publisherKey, collection, sort }
        const { rows, total } = await readPage(body, (limit, offset) =>
          searchMarket(tx, delivered, filter, limit, offset),
        )
        const engine = await withOwnPlatforms(deps.engine, tx)
        return new Page(
          rows.map(row => describeCard(engine, row, ctx.language)),
          total,
        )
      }),
    facets: (_input, ctx) => readFacets(deps, delivered, ctx),
    publisher: ({ params: { id } }, ctx) => readPublisher(deps, delivered, keyOf(id), ctx),
    async detail({ params: { ref } }, ctx) {
      const found = await ctx.tenant(tx => locatePackage(tx, packages, ref))
      // Read apart, beside no transaction.
      const objects = await readObjects(found.document, () => undefined, ctx)
      return ctx.tenant(async tx => {
        const { candidate } = found
        const row = await findCard(tx, candidate)
        if (!row) throw refuse('notFound.release', { field: 'ref' })
        const engine = await withOwnPlatforms(deps.engine, tx)
        const [name, key] = [candidate.name, candidate.publisher_key]
        const around = {
          ...{ row, objects },
          versions: key === '' ? [] : await listVersions(tx, name, key),
          reviews: await listReviews(tx, name, key),
          similar: await listSimilar(tx, delivered, candidate),
        }
        return describeDetail(engine, found, around, ctx.language)
      })
    },
    open: ({ body: { code } }, ctx) => openShared(deps, code, ctx),
    upload: ({ body: { text } }, ctx) => upload(deps, text, ctx),
    discard: ({ params: { id } }, ctx) => discard(id, ctx),
    say: ({ params: { ref }, body }, ctx) =>
      ctx.tenant(async tx => {
        const { candidate } = await locatePackage(tx, packages, ref)
        const { name, publisher_key, version } = candidate
        if (!(await isInstalled(tx, name, publisher_key))) throw refuse('conflict.notInstalled')
        await writeReview(tx, { name, publisher_key, version, ...body })
        await ctx.audit(tx, { objectType: 'package', objectName: name, after: body })
        return []
      }),
  }
}

/** What comes with the product is signed by nobody. */
const keyOf = (publisherId: string): string => (publisherId === 'product' ? '' : publisherId)

const readFacets = (deps: MarketDeps, delivered: string, ctx: RouteContext) =>
  ctx.tenant(async tx => {
    const rows = await listFacets(tx, delivered)
    const engine = await withOwnPlatforms(deps.engine, tx)
    return {
      platforms: rows.flatMap(({ kind, value, packages: count }) =>
        kind === 'platform' ? [{ ...describePlatform(engine, value, ctx.language), packages: count }] : [],
      ),
      industries: rows.flatMap(each => (each.kind === 'industry' ? [each.value] : [])),
      publishers: rows.flatMap(({ kind, value, packages: count }) =>
        kind === 'publisher' ? [{ name: value, packages: count }] : [],
      ),
      may_review: isAllowed(ctx.principal, 'review:query') && (await runsInstallation(tx)),
    }
  })

const readPublisher = (deps: MarketDeps, delivered: string, key: string, ctx: RouteContext) =>
  ctx.tenant(async tx => {
    const row = await findPublisher(tx, delivered, key)
    if (!row) throw refuse('notFound.publisher')
    const engine = await withOwnPlatforms(deps.engine, tx)
    const platforms = row.platforms.map(each => describePlatform(engine, each, ctx.language))
    return { ...row, key: key || null, platforms }
  })

async function upload(deps: MarketDeps, text: string, ctx: RouteContext): Promise<{ ref: string }> {
  const document = readPackage(text)
  const signature = requireSigned(document)
  const { name, version, industry } = document.manifest
  return ctx.tenant(async tx => {
    if ((await countUploads(tx)) >= MOST_UPLOADS)
      throw refuse('conflict.tooManyPackages', { value: String(MOST_UPLOADS) })
    const id = await insertUpload(tx, {
      ...{ id: newId(deps.now()), name, version, industry, share_code: null, userId: ctx.principal.userId },
      ...{ document: JSON.stringify(document), sha256: hashPackage(document) },
      ...{ publisher: signature.publisher, publisher_key: signature.key },
      ...{ words: listWords(document), platforms: listPlatforms(document), card: makeCard(document) },
    })
    await ctx.audit(tx, {
      objectType: 'package',
      objectId: id,
      objectName: name,
      after: { version, key: signature.key },
    })
    return { ref: `upload:${id}` }
  })
}

/** What is shared by a code is kept here like a file, and newer versions of it are found by the code. */
const openShared = (deps: MarketDeps, code: string, ctx: RouteContext) =>
  ctx.tenant(async tx => {
    const found = await findShared(tx, code)
    if (!found) throw refuse('notFound.release', { field: 'code' })
    const id = await insertUpload(tx, { ...found, id: newId(deps.now()), userId: ctx.principal.userId })
    const { name, version } = found
    await ctx.audit(tx, { objectType: 'package', objectId: id, objectName: name, after: { version } })
    return { ref: `upload:${id}` }
  })

const discard = (id: string, ctx: RouteContext) =>
  ctx.tenant(async tx => {
    const row = await findUpload(tx, id)
    if (!row) throw refuse('notFound.release')
    await deleteUpload(tx, id)
    const { name, version } = row
    await ctx.audit(tx, { objectType: 'package', objectId: id, objectName: name, before: { version } })
    return []
  })
