import { route, troubleKinds } from '@sluice/contract'
import { z } from 'zod'
import { PackageProblem, releaseStates } from '../solution-package/contract.ts'

/** What the operator is asked about, what is in the market, and what was kept out of it. */
export const reviewStates = ['waiting', 'released', 'refused'] as const

const head = {
  id: z.uuid(),
  name: z.string(),
  title: z.string(),
  summary: z.string(),
  version: z.string(),
  publisher: z.string(),
  publisher_key: z.string(),
  /** Name of the tenant that offers it; empty: it came from another market. */
  tenant: z.string(),
  /** Name of the followed market that it came from; empty: of none. */
  source: z.string(),
  state: z.enum(releaseStates),
  /** What its author was told. */
  reason: z.string(),
  created_at: z.string(),
}
const ReviewRow = z.object(head)

const ReviewDetail = z.object({
  ...head,
  licence: z.string(),
  readme: z.string(),
  changes: z.string(),
  /** What was looked at by itself; kinds without a finding were looked at and are clean. */
  findings: z.array(PackageProblem.extend({ kind: z.enum(troubleKinds) })),
  samples: z.int(),
  /** Everything in it that is text, as whoever installs it gets it. */
  files: z.array(z.object({ path: z.string(), text: z.string() })),
  pictures: z.array(z.object({ path: z.string(), data: z.string() })),
})
export type ReviewDetail = z.output<typeof ReviewDetail>

const id = z.object({ id: z.uuid() })

export const marketReview = {
  list: route({
    method: 'POST',
    path: '/api/dh/lessee/market-review/searchv2',
    summary: 'Releases that tenants want in the market; for the tenant that runs the installation',
    permission: 'review:query',
    audit: 'query',
    body: z.strictObject({
      state: z.enum(reviewStates).default('waiting'),
      page: z.int().min(1).default(1),
      pageSize: z.int().min(1).max(100).default(20),
    }),
    content: z.array(ReviewRow),
  }),
  detail: route({
    method: 'GET',
    path: '/api/dh/lessee/market-review/{id}',
    summary: 'One of them with all that is in it, and what was found by itself',
    permission: 'review:query',
    audit: 'query',
    params: id,
    content: ReviewDetail,
  }),
  approve: route({
    method: 'POST',
    path: '/api/dh/lessee/market-review/{id}/approve',
    summary: 'Let a release that waits, or was refused, into the market',
    permission: 'review:update',
    audit: 'update',
    params: id,
    content: ReviewRow,
  }),
  refuse: route({
    method: 'POST',
    path: '/api/dh/lessee/market-review/{id}/refuse',
    summary: 'Keep a release out of the market, or take it out again, with a reason that its author reads',
    permission: 'review:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ reason: z.string().trim().min(1).max(1000) }),
    content: ReviewRow,
  }),
}
