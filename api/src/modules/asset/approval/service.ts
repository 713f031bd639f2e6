import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { raiseNotice, settleNotices } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import type { ApprovalRow } from './contract.ts'
import { findAsked, handleApproval, insertApproval, isRequired, listApprovers, type StoredApproval } from './store.ts'

export interface Wish {
  readonly kind: ApprovalRow['kind']
  readonly targetId: string
  readonly version: number
  readonly title: string
  readonly nowMs: number
}

/** Whether publishing waits for somebody in this tenant. */
export { isRequired as isApprovalRequired } from './store.ts'

/** true: it may be published at once. false: the approvers have been asked. @throws Failure when they were before */
export async function mayPublish(tx: Tx, { nowMs, ...wish }: Wish, ctx: RouteContext): Promise<boolean> {
  if (!(await isRequired(tx))) return true
  const id = newId(nowMs)
  if ((await insertApproval(tx, { id, ...wish }, ctx.principal)) === 0) throw refuse('conflict.approvalAsked')
  const approvers = await listApprovers(tx)
  const others = approvers.filter(userId => userId !== ctx.principal.userId)
  for (const userId of others.length > 0 ? others : approvers)
    await raiseNotice(tx, {
      tenantId: ctx.principal.tenantId,
      kind: 'approval.asked',
      objectId: id,
      objectName: wish.title,
      userId,
      text: 'Somebody waits for your approval.',
    })
  return false
}

/** Nobody approves their own while another may do it. */
export async function mayDecide(tx: Tx, applicantId: string, { principal }: RouteContext): Promise<boolean> {
  if (applicantId !== principal.userId) return true
  return (await listApprovers(tx)).every(userId => userId === principal.userId)
}

export async function settle(tx: Tx, handled: Parameters<typeof handleApproval>[1], ctx: RouteContext): Promise<void> {
  if ((await handleApproval(tx, handled, ctx.principal)) === 0) throw refuse('conflict.approvalHandled')
  await settleNotices(tx, ctx.principal.tenantId, handled.id, ['approval.asked'])
}

export interface Decision {
  readonly kind: 'approval.approved' | 'approval.refused'
  readonly opinion: string
}

/** Whoever asked hears of the decision, in the words of the one who made it; nobody is told of their own. */
export async function tellApplicant(
  tx: Tx,
  { id, title, applicant_id }: StoredApproval,
  { kind, opinion }: Decision,
  { principal }: RouteContext,
): Promise<void> {
  if (applicant_id === principal.userId) return
  const { tenantId } = principal
  await raiseNotice(tx, { tenantId, kind, objectId: id, objectName: title, userId: applicant_id, text: opinion })
}

/** What was to be published is gone. */
export async function withdrawWish(tx: Tx, targetId: string, ctx: RouteContext): Promise<void> {
  const id = await findAsked(tx, targetId)
  if (id !== undefined) await settle(tx, { id, status: 'withdrawn', opinion: '' }, ctx)
}
