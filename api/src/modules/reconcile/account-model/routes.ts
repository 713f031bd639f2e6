import type { Tx } from '@sluice/db'
import { mayConfirm, provenPrecision } from '@sluice/matcher'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import {
  defaultConfig,
  type FlowConfig,
  hashRule,
  listFlows,
  readHistory,
  type StoredFlow,
  setRules,
  toRuleSet,
  withdrawProposals,
} from '../flow/index.ts'
import { findAccount } from '../recon-account/index.ts'
import { BENCH_CHUNK, type BenchLine, readBenchLines } from './bench-rows.ts'
import type { AccountModel, accountModel, ModelConfig } from './contract.ts'
import { auditOf, createProposalRoutes } from './proposal-routes.ts'
import type { TryRules } from './propose.ts'
import { RuleBenches } from './rule-bench.ts'
import { discardDraft, findConfig, listVersions, publishDraft, saveDraft } from './store.ts'

/** Lines that rules are tried on, of both sides together. */
const MOST_LINES = 100_000
const DAY_MS = 86_400_000

export function createAccountModelRoutes({ now }: { readonly now: () => number }): Handlers<typeof accountModel> {
  const benches = new RuleBenches()
  /** Tries rules on the newest lines of these flows; the lines are read once for several. */
  const openTrial =
    (ctx: RouteContext, accountId: string, flows: readonly string[], { in_transit_days }: ModelConfig): TryRules =>
    ruleSet =>
      benches.run(
        { tenantId: ctx.principal.tenantId, key: `${ctx.principal.userId}/${accountId}` },
        async take => ({
          isCut: (await readSide(ctx, flows, 'a', take)) || (await readSide(ctx, flows, 'b', take)),
        }),
        { ruleSet, asOfMs: now(), inTransitMs: in_transit_days * DAY_MS },
      )
  return {
    get: ({ params }, ctx) => ctx.tenant(tx => describe(tx, params.id)),
    version: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        await requireAccount(tx, params.id)
        const config = await findConfig(tx, params.id, { version: params.version })
        if (!config) throw refuse('notFound.modelVersion', { value: String(params.version) })
        return config
      }),
    saveDraft: ({ params, body }, ctx) =>
      ctx.tenant(async tx => {
        const account = await requireAccount(tx, params.id)
        await saveDraft(tx, params.id, body.config, ctx.principal.userId)
        await ctx.audit(tx, { ...auditOf(account), after: body.config })
        return describe(tx, params.id)
      }),
    discardDraft: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const account = await requireAccount(tx, params.id)
        if ((await discardDraft(tx, params.id)) === 0) throw refuse('conflict.noModelDraft')
        await ctx.audit(tx, auditOf(account))
        return describe(tx, params.id)
      }),
    publish: ({ params, body }, ctx) => publish(params.id, body.note, ctx),
    async test({ params, body }, ctx) {
      const flows = await ctx.tenant(async tx => {
        const { name } = await requireAccount(tx, params.id)
        const flows = (await flowsOf(tx, params.id)).map(({ id }) => id)
        if (flows.length === 0) throw refuse('invalid.modelFlow', { value: name })
        return flows
      })
      const beganMs = now()
      const ruleSet = toRuleSet(toFlowConfig(body.config).rules, () => ({ right: 0, wrong: 0 }))
      const found = await openTrial(ctx, params.id, flows, body.config)(ruleSet)
      return { ...found, elapsed_ms: now() - beganMs }
    },
    ...createProposalRoutes({ openTrial, requireAccount, readModel: describe, publish: publishIn }),
  }
}

async function requireAccount(tx: Tx, id: string) {
  const account = await findAccount(tx, id)
  if (!account) throw refuse('notFound.reconAccount')
  return account
}

const flowsOf = async (tx: Tx, accountId: string): Promise<StoredFlow[]> =>
  (await listFlows(tx)).filter(({ accounts }) => accounts.some(({ id }) => id === accountId))

const toFlowConfig = ({ rules, in_transit_days }: Pick<ModelConfig, 'rules' | 'in_transit_days'>): FlowConfig => ({
  rules: rules.filter(({ is_on }) => is_on).map(({ rule }) => rule),
  in_transit_days,
})

/** What matches now: the flow's rules, and those that the published version keeps switched off, in their places. */
function readCurrent({ rules, in_transit_days }: FlowConfig, published: ModelConfig | undefined): ModelConfig {
  const on = rules.map(rule => ({ is_on: true, rule }))
  const off = (published?.rules ?? []).filter(({ is_on, rule }) => !is_on && !rules.some(({ id }) => id === rule.id))
  // Versions of before have no rates.
  return { rules: [...on, ...off].slice(0, 20), in_transit_days, rates: published?.rates ?? [] }
}

async function describe(tx: Tx, accountId: string): Promise<AccountModel> {
  const account = await requireAccount(tx, accountId)
  const flows = await flowsOf(tx, accountId)
  const published = await findConfig(tx, accountId, { status: 'published' })
  const current = readCurrent(flows[0]?.config ?? defaultConfig, published)
  const draft = (await findConfig(tx, accountId, { status: 'draft' })) ?? null
  const versions = await listVersions(tx, accountId)
  return {
    ...{ account_id: account.id, account_name: account.name, currency: account.currency },
    flows: flows.map(({ id, name, accounts }) => ({ id, name, accounts: accounts.map(each => each.name) })),
    ...{ current, draft },
    versions: versions.map(row => ({ ...row, created_by: row.created_by ?? '', published_by: row.published_by ?? '' })),
    earned: await readEarned(tx, flows, draft ?? current),
  }
}

/** Of each rule, over all flows that it matches in. */
async function readEarned(
  tx: Tx,
  flows: readonly StoredFlow[],
  { rules }: ModelConfig,
): Promise<AccountModel['earned']> {
  const earned: AccountModel['earned'] = []
  for (const { rule } of rules) {
    const history = { right: 0, wrong: 0 }
    for (const { id } of flows) {
      const { right, wrong } = await readHistory(tx, id, hashRule(rule))
      history.right += right
      history.wrong += wrong
    }
    const [known] = toRuleSet([rule], () => history).rules
    earned.push({
      ...{ rule: rule.id, ...history, proven: Math.floor(provenPrecision(history) * 10_000) },
      may_confirm: known !== undefined && mayConfirm(known),
    })
  }
  return earned
}

/** All flows of the account match by the draft from now on, and nothing is left that the rules before proposed. */
const publish = (accountId: string, note: string, ctx: RouteContext) =>
  ctx.tenant(tx => publishIn(tx, ctx, accountId, note))

async function publishIn(tx: Tx, ctx: RouteContext, accountId: string, note: string) {
  const account = await requireAccount(tx, accountId)
  const { userId } = ctx.principal
  const before = (await findConfig(tx, accountId, { status: 'published' })) ?? null
  const draft = await findConfig(tx, accountId, { status: 'draft' })
  if (!draft || (await publishDraft(tx, accountId, note, userId)) === 0) throw refuse('conflict.noModelDraft')
  const config = toFlowConfig(draft)
  let withdrawn = 0
  for (const flow of await flowsOf(tx, accountId)) {
    await setRules(tx, flow.id, config, userId)
    withdrawn += await withdrawProposals(tx, flow.id, config.rules.map(hashRule))
  }
  await ctx.audit(tx, { ...auditOf(account), before, after: { config: draft, note, withdrawn } })
  return { ...(await describe(tx, accountId)), withdrawn }
}

type Take = (side: 'a' | 'b', rows: readonly BenchLine[]) => void

/** Each piece in a transaction of its own. @returns whether there are more lines than are taken */
async function readSide(ctx: RouteContext, flows: readonly string[], side: 'a' | 'b', take: Take): Promise<boolean> {
  let last: BenchLine | undefined
  for (let read = 0; read < MOST_LINES / 2; ) {
    const rows = await ctx.tenant(tx => readBenchLines(tx, flows, side, last), { readOnly: true })
    take(side, rows)
    read += rows.length
    if (rows.length < BENCH_CHUNK) return false
    last = rows.at(-1)
  }
  return true
}
