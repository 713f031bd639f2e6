import { Day, route } from '@sluice/contract'
import { z } from 'zod'
import { MatchRule } from '../flow/contract.ts'

const id = z.object({ id: z.uuid() })
const BASE = '/api/dh/lessee/reconciliation/account/{id}/model'
const query = { permission: 'reconciliation:query', audit: 'query' } as const
const update = { permission: 'reconciliation:update', audit: 'update' } as const

/** What a platform may take of an amount, by contract, from a day on. */
export const ContractRate = z.strictObject({
  /** Code of the accounting item that the fee is booked to. */
  item: z.string().min(1).max(40),
  /** Codes of the items whose amounts the fee is a share of. */
  base: z.array(z.string().min(1).max(40)).min(1).max(20),
  /** In percent: `0.6`. */
  percent: z.string().regex(/^\d{1,2}(\.\d{1,6})?$/),
  valid_from: Day,
  /** How half a minor unit is rounded: once for each line of the base. */
  rounding: z.enum(['half_up', 'half_even']).default('half_up'),
})
export type ContractRate = z.output<typeof ContractRate>

/** The rules of an account in their order; one that is off keeps its settings. */
export const ModelConfig = z.strictObject({
  rules: z
    .array(z.strictObject({ is_on: z.boolean(), rule: MatchRule }))
    .min(1)
    .max(20)
    .refine(rules => new Set(rules.map(({ rule }) => rule.id)).size === rules.length, {
      message: 'two rules have one name',
    })
    .refine(rules => rules.some(({ is_on }) => is_on), { message: 'every rule is off' }),
  in_transit_days: z.int().min(0).max(90),
  /** Of an item the latest that has begun counts. */
  rates: z
    .array(ContractRate)
    .max(100)
    .refine(rates => new Set(rates.map(({ item, valid_from }) => `${item}|${valid_from}`)).size === rates.length, {
      message: 'two rates of one item begin on the same day',
    })
    .default([]),
})
export type ModelConfig = z.output<typeof ModelConfig>

const Version = z.object({
  version: z.int(),
  status: z.enum(['draft', 'published', 'retired']),
  note: z.string(),
  created_by: z.string(),
  created_at: z.string(),
  published_by: z.string(),
  published_at: z.string().nullable(),
})

/** What people said of a rule's matches so far. */
const Earned = z.object({
  rule: z.string(),
  right: z.int(),
  wrong: z.int(),
  /** The precision that it proves at 95 %, in hundredths of a percent. */
  proven: z.int(),
  may_confirm: z.boolean(),
})

export const AccountModel = z.object({
  account_id: z.uuid(),
  account_name: z.string(),
  currency: z.string(),
  /** Flows that match the account by these rules, with everything else that they match. */
  flows: z.array(z.object({ id: z.uuid(), name: z.string(), accounts: z.array(z.string()) })),
  /** The rules as they match now. */
  current: ModelConfig,
  draft: ModelConfig.nullable(),
  versions: z.array(Version),
  earned: z.array(Earned),
})
export type AccountModel = z.output<typeof AccountModel>

const Sample = z.object({
  kind: z.enum(['gained', 'lost', 'changed']),
  rule: z.string().nullable(),
  a: z.array(z.string()),
  b: z.array(z.string()),
  difference_minor: z.string(),
  currency: z.string(),
})

export const RuleTest = z.object({
  /** Lines that it was tried on, the newest; `is_cut`: there are more. */
  lines: z.int(),
  is_cut: z.boolean(),
  /** Of these lines: tolerances count in the one of the lines that they compare. */
  currencies: z.array(z.string()),
  elapsed_ms: z.int(),
  /** Confirmed matches that come out the same, otherwise, or not at all. */
  kept: z.int(),
  changed: z.int(),
  lost: z.int(),
  /** Matches of lines that nothing has matched yet. */
  gained: z.int(),
  rules: z.array(
    z.object({
      rule: z.string(),
      groups: z.int(),
      gained: z.int(),
      /** Against confirmed matches. */
      right: z.int(),
      wrong: z.int(),
      proven: z.int(),
    }),
  ),
  /** The first of each kind. */
  samples: z.array(Sample),
})
export type RuleTest = z.output<typeof RuleTest>

/** A rule that matches by hand speak for, and what it would do. */
export const RuleProposal = z.object({
  /** What the matches have alike; stays the same when another one joins them. */
  shape: z.string(),
  rule: MatchRule,
  /** Matches by hand that speak for it, and the latest of them. */
  count: z.int(),
  examples: z.array(z.object({ group: z.string(), a: z.array(z.string()), b: z.array(z.string()) })),
  /** Where among the rules it would stand, from 1. */
  place: z.int(),
  effect: z.object({
    lines: z.int(),
    is_cut: z.boolean(),
    currencies: z.array(z.string()),
    /** Matches of lines that nothing has matched yet. */
    gained: z.int(),
    /** Confirmed matches that other rules find now and would not any more. */
    lost: z.int(),
    /** Against confirmed matches: the same, and another one of their lines. */
    right: z.int(),
    contradicted: z.int(),
    /** The precision that this proves at 95 %, in hundredths of a percent. */
    proven: z.int(),
    samples: z.array(Sample),
  }),
})
export type RuleProposal = z.output<typeof RuleProposal>

const shapeOf = z.object({ id: z.uuid(), shape: z.string().regex(/^[0-9a-f]{16}$/) })

export const accountModel = {
  get: route({
    method: 'GET',
    path: BASE,
    summary:
      'The rules by which an account is matched: as they are, the draft, all versions, what each rule has earned',
    ...query,
    params: id,
    content: AccountModel,
  }),
  version: route({
    method: 'GET',
    path: `${BASE}/version/{version}`,
    summary: 'The rules of one version',
    ...query,
    params: z.object({ id: z.uuid(), version: z.coerce.number().int().min(1) }),
    content: ModelConfig,
  }),
  saveDraft: route({
    method: 'PUT',
    path: `${BASE}/draft`,
    summary: 'Keep changed rules as the draft; nothing is matched by them yet',
    ...update,
    params: id,
    body: z.strictObject({ config: ModelConfig }),
    content: AccountModel,
  }),
  discardDraft: route({
    method: 'DELETE',
    path: `${BASE}/draft`,
    summary: 'Drop the draft',
    ...update,
    params: id,
    content: AccountModel,
  }),
  publish: route({
    method: 'POST',
    path: `${BASE}/publish`,
    summary: 'Match by the draft from now on; proposals of rules that are no more are withdrawn',
    ...update,
    params: id,
    body: z.strictObject({ note: z.string().trim().max(500).default('') }),
    content: AccountModel.extend({ withdrawn: z.int() }),
  }),
  test: route({
    method: 'POST',
    path: `${BASE}/test`,
    summary: 'Try rules on the newest 100,000 lines: which matches they gain, lose or change against confirmed ones',
    ...query,
    params: id,
    body: z.strictObject({ config: ModelConfig }),
    content: RuleTest,
  }),
  proposals: route({
    method: 'GET',
    path: `${BASE}/proposal`,
    summary: 'Rules that three or more matches by hand speak for, each tried on the lines; at most three',
    ...query,
    params: id,
    content: z.array(RuleProposal),
  }),
  acceptProposal: route({
    method: 'POST',
    path: `${BASE}/proposal/{shape}/accept`,
    summary: 'Match by it too from now on, as a new version; it proposes until it has earned more',
    ...update,
    params: shapeOf,
    /** How many confirmed matches it contradicts, as it was told: another number is refused. */
    body: z.strictObject({ contradicted: z.int().min(0) }),
    content: AccountModel,
  }),
  rejectProposal: route({
    method: 'POST',
    path: `${BASE}/proposal/{shape}/reject`,
    summary: 'Never propose it again',
    ...update,
    params: shapeOf,
    body: z.strictObject({ reason: z.string().trim().max(500).default('') }),
    content: z.object({ shape: z.string() }),
  }),
}
