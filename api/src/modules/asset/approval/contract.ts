import { route } from '@sluice/contract'
import { z } from 'zod'

const id = z.object({ id: z.uuid() })
export const approvalStates = ['asked', 'approved', 'refused', 'withdrawn'] as const
export const approvalKinds = ['api', 'adapter'] as const

export const ApprovalRow = z.object({
  id: z.uuid(),
  kind: z.enum(approvalKinds),
  target_id: z.uuid(),
  target_version: z.int(),
  title: z.string(),
  status: z.enum(approvalStates),
  applicant: z.string(),
  approver: z.string(),
  opinion: z.string(),
  /** Asked by whoever looks. */
  is_own: z.boolean(),
  /** Whoever looks may decide it now. */
  can_decide: z.boolean(),
  created_at: z.string(),
  handled_at: z.string().nullable(),
})
export type ApprovalRow = z.output<typeof ApprovalRow>

const Doc = z.record(z.string(), z.json())

const act = { method: 'POST', audit: 'update', params: id, content: ApprovalRow } as const

export const approval = {
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/approval',
    summary: 'Requests to publish: those waiting, those of mine, those handled',
    permission: 'asset:query',
    audit: 'query',
    query: z.strictObject({
      tab: z.enum(['todo', 'mine', 'done', 'all']).default('todo'),
      kind: z.enum(approvalKinds).optional(),
      keyword: z.string().max(100).optional(),
      page: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).default(20),
    }),
    content: z.array(ApprovalRow),
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/approval/{id}',
    summary: 'One request with what is at work now and what is to be',
    permission: 'asset:query',
    audit: 'query',
    params: id,
    content: ApprovalRow.extend({ before: Doc.nullable(), after: Doc.nullable() }),
  }),
  approve: route({
    ...act,
    path: '/api/dh/lessee/approval/{id}/approve',
    summary: 'Publish the version that was submitted; nobody approves their own while another may',
    permission: 'asset:approve',
    body: z.strictObject({ opinion: z.string().trim().max(500).default('') }),
  }),
  refuse: route({
    ...act,
    path: '/api/dh/lessee/approval/{id}/refuse',
    summary: 'Refuse it with a reason',
    permission: 'asset:approve',
    body: z.strictObject({ opinion: z.string().trim().min(1).max(500) }),
  }),
  withdraw: route({
    ...act,
    path: '/api/dh/lessee/approval/{id}/withdraw',
    summary: 'Take back one’s own request',
    permission: 'asset:update',
  }),
  policy: route({
    method: 'GET',
    path: '/api/dh/lessee/approval-policy',
    summary: 'Whether publishing needs approval',
    permission: 'asset:query',
    audit: 'query',
    content: z.object({ is_required: z.boolean(), approver_count: z.int() }),
  }),
  savePolicy: route({
    method: 'POST',
    path: '/api/dh/lessee/approval-policy',
    summary: 'Demand approval before something is published, or no longer',
    permission: 'asset:approve',
    audit: 'update',
    body: z.strictObject({ is_required: z.boolean() }),
    content: z.null(),
  }),
}
