import type { Tx } from '@sluice/db'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, isAllowed, Page, type RouteContext } from '../../../http/route-handler.ts'
import type { ApprovalRow, approval } from './contract.ts'
import { mayDecide, settle, tellApplicant } from './service.ts'
import {
  findApproval,
  isRequired,
  listApprovers,
  readDocs,
  type StoredApproval,
  saveRequired,
  searchApprovals,
} from './store.ts'

/** How each kind of thing is published; what publishes stands in the modules of these things. */
export type Publishers = Readonly<Record<ApprovalRow['kind'], (tx: Tx, id: string, version: number) => Promise<void>>>

export function createApprovalRoutes({ publishers }: { readonly publishers: Publishers }): Handlers<typeof approval> {
  return {
    list: ({ query }, ctx) =>
      ctx.tenant(async tx => {
        const filter = {
          tab: query.tab,
          kind: query.kind ?? null,
          pattern: query.keyword ? toPattern(query.keyword) : null,
        }
        const { rows, total } = await readPage(query, (limit, offset) =>
          searchApprovals(tx, ctx.principal.userId, filter, limit, offset),
        )
        const isAlone = await mayDecide(tx, ctx.principal.userId, ctx)
        return new Page(
          rows.map(({ total: _, ...row }) => describe(row, isAlone, ctx)),
          total,
        )
      }),
    get: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const row = await requireApproval(tx, params.id)
        const docs = await readDocs(tx, row)
        // Written by this product; the answer's schema reads it.
        return { ...describe(row, await mayDecide(tx, ctx.principal.userId, ctx), ctx), ...docs } as never
      }),
    approve: ({ params, body }, ctx) =>
      decide(params.id, ctx, async (tx, row) => {
        if (!(await mayDecide(tx, row.applicant_id, ctx))) throw refuse('conflict.ownApproval')
        await settle(tx, { id: row.id, status: 'approved', ...body }, ctx)
        await tellApplicant(tx, row, { kind: 'approval.approved', ...body }, ctx)
        await publishers[row.kind](tx, row.target_id, row.target_version)
      }),
    refuse: ({ params, body }, ctx) =>
      decide(params.id, ctx, async (tx, row) => {
        if (!(await mayDecide(tx, row.applicant_id, ctx))) throw refuse('conflict.ownApproval')
        await settle(tx, { id: row.id, status: 'refused', ...body }, ctx)
        await tellApplicant(tx, row, { kind: 'approval.refused', ...body }, ctx)
      }),
    withdraw: ({ params }, ctx) =>
      decide(params.id, ctx, async (tx, row) => {
        if (row.applicant_id !== ctx.principal.userId) throw refuse('conflict.notOwnApproval')
        await settle(tx, { id: row.id, status: 'withdrawn', opinion: '' }, ctx)
      }),
    policy: (_input, ctx) =>
      ctx.tenant(async tx => ({
        is_required: await isRequired(tx),
        approver_count: (await listApprovers(tx)).length,
      })),
    savePolicy: ({ body }, ctx) =>
      ctx.tenant(async tx => {
        const before = await isRequired(tx)
        await saveRequired(tx, body.is_required)
        await ctx.audit(tx, {
          objectType: 'approval',
          objectId: '',
          objectName: '',
          before: { is_required: before },
          after: body,
        })
        return null
      }),
  }
}

function decide(
  id: string,
  ctx: RouteContext,
  work: (tx: Tx, row: StoredApproval) => Promise<void>,
): Promise<ApprovalRow> {
  return ctx.tenant(async tx => {
    const before = await requireApproval(tx, id, true)
    if (before.status !== 'asked') throw refuse('conflict.approvalHandled')
    await work(tx, before)
    const row = await requireApproval(tx, id)
    await ctx.audit(tx, {
      objectType: 'approval',
      objectId: id,
      objectName: row.title,
      before: { status: before.status },
      after: { status: row.status, opinion: row.opinion, kind: row.kind, version: row.target_version },
    })
    return describe(row, false, ctx)
  })
}

async function requireApproval(tx: Tx, id: string, lock = false): Promise<StoredApproval> {
  const row = await findApproval(tx, id, lock)
  if (!row) throw refuse('notFound.approval')
  return row
}

/** `isAlone`: whoever looks may decide their own as well. */
function describe(
  { applicant_id, ...row }: StoredApproval,
  isAlone: boolean,
  { principal }: RouteContext,
): ApprovalRow {
  const is_own = applicant_id === principal.userId
  const can_decide = row.status === 'asked' && isAllowed(principal, 'asset:approve') && (!is_own || isAlone)
  return { ...row, is_own, can_decide }
}
