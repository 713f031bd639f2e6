import {
  CanaryPlan,
  CheckLine,
  canaryReasons,
  canaryStates,
  DOCUMENT_BYTES,
  PublicFailure,
  recordStates,
  route,
  StrategyConfig,
} from '@sluice/contract'
import { z } from 'zod'
import { Strategy } from '../strategy/contract.ts'

const id = z.object({ id: z.uuid() })

export const comparisons = ['edition', 'change'] as const

export const rehearsalStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
/** What would become of a record; the engine's words. */
export const rehearsalKinds = ['same', 'changed', 'refused', 'accepted', 'stillRefused', 'filtered', 'unclear'] as const

/** JSON texts; null: the field is not there. */
const Example = z.object({
  record_id: z.string(),
  key: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

const Kinds = z.object(
  // every kind has its number
  Object.fromEntries(rehearsalKinds.map(kind => [kind, z.int()])) as {
    [kind in (typeof rehearsalKinds)[number]]: z.ZodInt
  },
)

export const Rehearsal = z.object({
  id: z.uuid(),
  strategy_id: z.uuid(),
  /** Published then, and the draft that was rehearsed over it. */
  base_version: z.int(),
  revision: z.int(),
  /** What the published version makes of the records today is compared, and with what; null: a draft with what was written. */
  compares: z.enum(comparisons).nullable(),
  days: z.int(),
  max_records: z.int(),
  state: z.enum(rehearsalStates),
  /** Asked to end. */
  cancelling: z.boolean(),
  /** null: not counted yet. */
  total: z.int().nullable(),
  /** What the kinds add up to. */
  examined: z.int(),
  kinds: Kinds,
  /** Fields that would change, the most frequent first; every line alike: `lines[].qty`. */
  fields: z.array(z.object({ field: z.string(), count: z.int(), examples: z.array(Example) })),
  /** Why records would be newly refused; `before` of an example is the offending value. */
  causes: z.array(
    z.object({
      field: z.string(),
      code: z.string(),
      message: z.string(),
      count: z.int(),
      examples: z.array(Example),
    }),
  ),
  /** Differences that are listed one by one. */
  kept: z.int(),
  /** There are more records in these days than were to be examined. */
  is_cut: z.boolean(),
  /** Settings that the draft changes and stored records cannot show: `source.flatten`. */
  beyond: z.array(z.string()),
  failure: PublicFailure.nullable(),
  requested_by: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** Of the draft as it is now, over what is published now. */
  is_current: z.boolean(),
  accepted: z.object({ by: z.string().nullable(), at: z.string(), note: z.string() }).nullable(),
  published_version: z.int().nullable(),
})
export type Rehearsal = z.output<typeof Rehearsal>

export const Difference = z.object({
  record_id: z.string(),
  key: z.string(),
  number: z.string().nullable(),
  status: z.literal(recordStates),
  /** That wrote it. */
  version: z.int(),
  kind: z.enum(rehearsalKinds),
  fields: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  problems: z.array(z.object({ field: z.string(), message: z.string(), value: z.string().nullable() })),
})
export type Difference = z.output<typeof Difference>

/** Records that a version has settled since the canary began, and those that did not arrive. */
const Side = z.object({ records: z.int(), failed: z.int() })

export const Canary = z.object({
  id: z.uuid(),
  strategy_id: z.uuid(),
  base_version: z.int(),
  /** That is tried. */
  version: z.int(),
  revision: z.int(),
  /** Percent of the keys. */
  share: z.int(),
  minutes: z.int().nullable(),
  records: z.int().nullable(),
  promotes: z.boolean(),
  max_failed: z.int().nullable(),
  /** Percentage points. */
  max_failed_share: z.number().nullable(),
  state: z.enum(canaryStates),
  /** null: it lives. */
  reason: z.enum(canaryReasons).nullable(),
  old: Side,
  new: Side,
  /** Of the records that the new version failed, those that are still in error or wait for a person. */
  open_failed: z.int(),
  started_by: z.string().nullable(),
  started_at: z.string(),
  ready_at: z.string().nullable(),
  /** null: by itself. */
  ended_by: z.string().nullable(),
  ended_at: z.string().nullable(),
})
export type Canary = z.output<typeof Canary>

export const canaryRoutes = {
  checkDraft: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy/{id}/draft/check-list',
    summary: 'The check-list of the draft; its errors stop the publication',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    content: z.array(CheckLine),
  }),
  startCanary: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/{id}/canary',
    summary: 'The accepted draft maps a share of the keys first; 409 where it differs in more than the mapping',
    permission: 'strategy:publish',
    audit: 'update',
    params: id,
    body: z.strictObject({
      /** As seen by who asks. */
      version: z.int(),
      revision: z.int(),
      plan: CanaryPlan,
    }),
    content: Canary,
  }),
  listCanaries: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy/{id}/canary',
    summary: 'The last 20 canaries of a strategy, newest first',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    content: z.array(Canary),
  }),
  promoteCanary: route({
    method: 'POST',
    path: '/api/dh/lessee/canary/{id}/promote',
    summary: 'The version that is tried goes live',
    permission: 'strategy:publish',
    audit: 'update',
    params: id,
    content: Canary,
  }),
  rollBackCanary: route({
    method: 'POST',
    path: '/api/dh/lessee/canary/{id}/roll-back',
    summary: 'The published version maps every key again; the draft stays',
    permission: 'strategy:publish',
    audit: 'update',
    params: id,
    content: Canary,
  }),
  replayCanary: route({
    method: 'POST',
    path: '/api/dh/lessee/canary/{id}/replay',
    summary: 'Map and write by the published version what the version that was rolled back failed',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    content: z.object({ job_id: z.uuid(), records: z.int() }),
  }),
}

/** A strategy of which a part speaks an older edition of the mapping language. */
export const OldStrategy = z.object({
  id: z.uuid(),
  name: z.string(),
  code: z.string(),
  status: z.string(),
  version: z.int(),
  /** Stored records. */
  records: z.int(),
  /** Reports of it whose conditions speak it too. */
  reports: z.int(),
  has_draft: z.boolean(),
  /** The newest comparison of this version with the newest edition. */
  comparison: z
    .object({
      id: z.uuid(),
      state: z.enum(rehearsalStates),
      examined: z.int(),
      /** Records that would come out otherwise, and of these those that would be refused. */
      otherwise: z.int(),
      refused: z.int(),
      created_at: z.string(),
    })
    .nullable(),
})
export type OldStrategy = z.output<typeof OldStrategy>

const editionRoutes = {
  compare: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/{id}/comparison',
    summary:
      'Compare what the published version makes of its newest stored records with a change, or with the newest edition',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      version: z.int(),
      /** What would be saved; absent: the published version in the newest edition of the mapping language. */
      config: StrategyConfig.optional(),
      max_records: z.int().min(1).max(100_000).default(2000),
    }),
    content: Rehearsal,
  }),
  comparisons: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy/{id}/comparison',
    summary: 'The last comparisons of a strategy, newest first',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    content: z.array(Rehearsal),
  }),
  moveEdition: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/{id}/edition',
    summary: 'Save a version in the newest edition of the mapping language; behind a gate, a draft',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ version: z.int(), draft: z.int().optional() }),
    content: Strategy,
  }),
  listEditions: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy-edition',
    summary: 'Strategies that speak an older edition of the mapping language, and what the newest would change',
    permission: 'strategy:query',
    audit: 'query',
    query: z.object({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    content: z.array(OldStrategy),
  }),
}

const filter = {
  kind: z.enum(rehearsalKinds).optional(),
  field: z.string().max(400).optional(),
}

export const strategyPublish = {
  ...canaryRoutes,
  ...editionRoutes,
  setGate: route({
    method: 'PUT',
    path: '/api/dh/lessee/strategy/{id}/gate',
    summary: 'Whether a change of what is read or written waits for a rehearsal that somebody accepts',
    permission: 'strategy:publish',
    audit: 'update',
    params: id,
    body: z.strictObject({ required: z.boolean() }),
    content: Strategy,
  }),
  discard: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/{id}/draft/discard',
    summary: 'Give the draft up; what is published stays',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    body: z.strictObject({ revision: z.int() }),
    content: Strategy,
  }),
  publish: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/{id}/publish',
    summary: 'The draft goes live as a new version; 409 unless a rehearsal of just this draft has been accepted',
    permission: 'strategy:publish',
    audit: 'update',
    params: id,
    body: z.strictObject({
      /** As seen by who asks. */
      version: z.int(),
      revision: z.int(),
    }),
    content: Strategy,
  }),
  rehearse: route({
    method: 'POST',
    path: '/api/dh/lessee/strategy/{id}/rehearsal',
    summary: 'Map stored records by the draft and compare with what was written, in the background; nothing is written',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    body: z.strictObject({
      revision: z.int(),
      days: z.int().min(1).max(90).default(7),
      max_records: z.int().min(1).max(1_000_000).default(100_000),
    }),
    content: Rehearsal,
  }),
  list: route({
    method: 'GET',
    path: '/api/dh/lessee/strategy/{id}/rehearsal',
    summary: 'The last rehearsals of a strategy, newest first',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    content: z.array(Rehearsal),
  }),
  get: route({
    method: 'GET',
    path: '/api/dh/lessee/rehearsal/{id}',
    summary: 'One rehearsal and how far it is',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    content: Rehearsal,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/dh/lessee/rehearsal/{id}/cancel',
    summary: 'End a rehearsal after the records in hand',
    permission: 'strategy:update',
    audit: 'update',
    params: id,
    content: Rehearsal,
  }),
  accept: route({
    method: 'POST',
    path: '/api/dh/lessee/rehearsal/{id}/accept',
    summary: 'Accept what a finished rehearsal shows; any later save makes it void',
    permission: 'strategy:publish',
    audit: 'update',
    params: id,
    bodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({ note: z.string().trim().max(1000).default('') }),
    content: Rehearsal,
  }),
  differences: route({
    method: 'POST',
    path: '/api/dh/lessee/rehearsal/{id}/difference',
    summary: 'Records that would be written otherwise, or not at all',
    permission: 'strategy:query',
    audit: 'query',
    params: id,
    body: z.strictObject({
      ...filter,
      page: z.int().min(1).max(100_000).default(1),
      pageSize: z.int().min(1).max(100).default(20),
    }),
    content: z.array(Difference),
  }),
  export: route({
    method: 'POST',
    path: '/api/dh/lessee/rehearsal/{id}/export',
    summary: 'The same as CSV, a line per field',
    permission: 'strategy:export',
    audit: 'export',
    params: id,
    body: z.strictObject(filter),
    content: 'file',
  }),
}
