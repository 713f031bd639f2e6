import type { Language } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { readPage } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page, type RouteContext } from '../../../http/route-handler.ts'
import { requireOperator } from '../../../http/runs-installation.ts'
import { actFor } from '../../../http/write-audit.ts'
import { readKept, sayPackage } from '../../../packaging/index.ts'
import { describeContents } from '../market/index.ts'
import type { marketReview } from './contract.ts'
import { auditOf, judgeRelease, operator, reviewPackage } from './review-releases.ts'
import { findOffered, listOfferedRows, type OfferedRow } from './store.ts'

interface ReviewDeps {
  readonly database: Database
  readonly now: () => number
}

export function createMarketReviewRoutes(deps: ReviewDeps): Handlers<typeof marketReview> {
  return {
    async list({ body }, ctx) {
      await requireOperator(ctx)
      const { rows, total } = await readPage(body, (limit, offset) =>
        deps.database.withSystem(tx => listOfferedRows(tx, body.state, limit, offset)),
      )
      return new Page(
        rows.map(row => describeRow(row, ctx.language)),
        total,
      )
    },
    async detail({ params: { id } }, ctx) {
      await requireOperator(ctx)
      const row = await deps.database.withSystem(tx => findOffered(tx, id))
      if (!row) throw refuse('notFound.release')
      const document = readKept(row.document)
      return {
        ...describeRow(row, ctx.language),
        ...describeContents(document, ctx.language),
        findings: await reviewPackage(document, {
          ...{ principal: ctx.principal, signal: ctx.signal, language: ctx.language, tell: ctx.tell },
        }),
        samples: document.manifest.samples.length,
        files: document.files,
      }
    },
    approve: ({ params: { id } }, ctx) => answer(deps, { id, reason: null }, ctx),
    refuse: ({ params: { id }, body: { reason } }, ctx) => answer(deps, { id, reason }, ctx),
  }
}

/** Told in both logs: that of who judged, and that of who waits. */
async function answer(deps: ReviewDeps, judging: { id: string; reason: string | null }, ctx: RouteContext) {
  await requireOperator(ctx)
  const row = await deps.database.withSystem(async tx => {
    const judged = await judgeRelease(tx, judging, operator(deps.now()))
    await actFor(tx, ctx.principal.tenantId)
    await ctx.audit(tx, auditOf(judged, judging.reason))
    return judged
  })
  return describeRow(row, ctx.language)
}

function describeRow({ card, tenant_id: _tenant, package_id: _package, ...row }: OfferedRow, language: Language) {
  return { ...row, title: sayPackage(card.title, language), summary: sayPackage(card.summary, language) }
}
