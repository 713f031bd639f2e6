import { newId, type Parsed } from '@sluice/contract'
import { isUniqueViolation, type Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers, RouteContext } from '../../../http/route-handler.ts'
import type { Exception, Flow, FlowConfig, flow, Group, Line, MatchRule, ReconRun } from './contract.ts'
import { confirmGroup, matchByHand, requireGroup, revokeGroup } from './decide.ts'
import { defaultConfig } from './default-rules.ts'
import { describeCards, describeFlow, describeGroup, describeRun } from './describe.ts'
import { explainOpen } from './explain-open.ts'
import {
  archiveFlow,
  countAccounts,
  deleteUnused,
  type FlowForm,
  hasLiveRun,
  insertFlow,
  listFlows,
  readHistory,
  type StoredFlow,
  updateFlow,
} from './flow-store.ts'
import { listExceptions, listGroups, listItems } from './group-store.ts'
import { createHandlingRoutes } from './handle.ts'
import { listLines } from './line-rows.ts'
import { requireFlow } from './require-flow.ts'
import { cancelRun, findRun, findRunRule, listRuns, queueRun, type StoredRun } from './run-store.ts'
import { sumBooked, sumLines } from './sum-rows.ts'
import { hashRule } from './to-rule-set.ts'

export interface FlowDeps {
  readonly now: () => number
}

const auditOf = ({ id, name }: Pick<StoredFlow, 'id' | 'name'>) => ({
  objectType: 'reconFlow',
  objectId: id,
  objectName: name,
})

export function createFlowRoutes({ now }: FlowDeps): Handlers<typeof flow> {
  return {
    list: async (_input, ctx) => (await ctx.tenant(listFlows)).map(describeFlow),
    create: ({ body }, ctx) => createFlow(body, ctx, now()),
    get: ({ params }, ctx) => ctx.tenant(async tx => describeFlow(await requireFlow(tx, params.id))),
    update: ({ params, body }, ctx) => changeFlow(params.id, body, ctx),
    cards: ({ params, query }, ctx) =>
      ctx.tenant(async tx => {
        await requireFlow(tx, params.id)
        const { account_id: accountId = null, from = null, to = null } = query
        const search = { flowId: params.id, accountId, from, to }
        return describeCards(await sumLines(tx, search), await sumBooked(tx, search))
      }, SUM_WITHIN),
    run: ({ params, body }, ctx) => startRun(params.id, body, ctx, now()),
    runs: ({ params, query }, ctx) =>
      ctx.tenant(async tx => {
        await requireFlow(tx, params.id)
        return (await listRuns(tx, params.id, query)).map(row => describeRun(row, ctx))
      }),
    getRun: ({ params }, ctx) => ctx.tenant(async tx => describeRun(await requireRun(tx, params.id), ctx)),
    cancelRun: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const before = await requireRun(tx, params.id)
        if ((await cancelRun(tx, params.id)) === 0) throw refuse('conflict.state', { value: before.state })
        const { name } = await requireFlow(tx, before.flow_id)
        await ctx.audit(tx, {
          ...auditOf({ id: before.flow_id, name }),
          before: { run: before.id, state: before.state },
        })
        return describeRun(await requireRun(tx, params.id), ctx)
      }),
    groups: ({ params, query }, ctx) =>
      ctx.tenant(async tx => {
        await requireFlow(tx, params.id)
        const { state = null, before = null, pageSize: limit } = query
        return (await listGroups(tx, { flowId: params.id, state, before, limit })).map(describeGroup)
      }),
    group: ({ params }, ctx) => ctx.tenant(tx => showGroup(tx, params.id)),
    confirm: ({ params }, ctx) => confirmGroup(params.id, ctx),
    revoke: ({ params, body }, ctx) => revokeGroup(params.id, body.reason, ctx),
    match: ({ params, body }, ctx) => matchByHand(params.id, body, ctx),
    exceptions: ({ params, query }, ctx) => ctx.tenant(tx => showExceptions(tx, params.id, query)),
    explain: ({ params }, ctx) =>
      ctx.tenant(async tx => explainOpen(tx, await requireFlow(tx, params.id), params.side, params.line)),
    ...createHandlingRoutes(),
  }
}

/** As the sums of the bills: a flow of ten million lines costs this much, and no more. */
const SUM_WITHIN = { statementTimeoutMs: 20_000, readOnly: true } as const

async function requireRun(tx: Tx, id: string): Promise<StoredRun> {
  const found = await findRun(tx, id)
  if (!found) throw refuse('notFound.reconRun')
  return found
}

type Body<K extends 'create' | 'update' | 'run'> = Parsed<(typeof flow)[K]>['body']

const createFlow = ({ name, account_ids, config = defaultConfig }: Body<'create'>, ctx: RouteContext, nowMs: number) =>
  keepFlow(
    { id: newId(nowMs), name, config, accountIds: account_ids, userId: ctx.principal.userId },
    ctx,
    async (tx, form) => {
      await insertFlow(tx, form)
      await ctx.audit(tx, { ...auditOf(form), after: { name, account_ids, config } })
    },
  )

const changeFlow = (id: string, { name, account_ids, config, version }: Body<'update'>, ctx: RouteContext) =>
  keepFlow({ id, name, config, accountIds: account_ids, userId: ctx.principal.userId }, ctx, async (tx, form) => {
    const before = await requireFlow(tx, id)
    if ((await updateFlow(tx, form, version)) === 0) throw refuse('conflict.version')
    await ctx.audit(tx, {
      ...auditOf(form),
      before: { name: before.name, account_ids: before.accounts.map(account => account.id), config: before.config },
      after: { name, account_ids, config },
    })
  })

/** Rules alone: a new flow has no accounts and matches nothing, one that is there keeps its own. @throws Failure */
export async function changeRules(
  { id, name, config }: { readonly id: string | null; readonly name: string; readonly config: FlowConfig },
  nowMs: number,
  ctx: RouteContext,
): Promise<void> {
  if (id === null) await createFlow({ name, account_ids: [], config }, ctx, nowMs)
  else {
    const { accounts, version } = await ctx.tenant(tx => requireFlow(tx, id))
    await changeFlow(id, { name, account_ids: accounts.map(each => each.id), config, version }, ctx)
  }
}

/** One that ever matched anything is kept out of sight, for its matches are evidence. @throws Failure while it matches */
export const putAway = (id: string, ctx: RouteContext): Promise<void> =>
  ctx.tenant(async tx => {
    const { name, config } = await requireFlow(tx, id)
    if (await hasLiveRun(tx, id)) throw refuse('conflict.reconRunning')
    if ((await deleteUnused(tx, id)) === 0) await archiveFlow(tx, id, ctx.principal.userId)
    await ctx.audit(tx, { ...auditOf({ id, name }), before: { config } })
  })

async function keepFlow(
  given: FlowForm,
  ctx: RouteContext,
  write: (tx: Tx, form: FlowForm) => Promise<void>,
): Promise<Flow> {
  const form = { ...given, accountIds: [...new Set(given.accountIds)] }
  try {
    return await ctx.tenant(async tx => {
      if ((await countAccounts(tx, form.accountIds)) < form.accountIds.length) throw refuse('notFound.reconAccount')
      await write(tx, form)
      return describeFlow(await requireFlow(tx, form.id))
    })
  } catch (error) {
    throw isUniqueViolation(error, 'recon_flow_name')
      ? refuse('conflict.name', { field: 'name', value: form.name })
      : error
  }
}

/** The rules are those of now, each with what it has earned until now: a run that begins later does not see others. */
const startRun = (id: string, { mode, period_from, period_to }: Body<'run'>, ctx: RouteContext, nowMs: number) =>
  ctx.tenant(async (tx): Promise<ReconRun> => {
    const { name, config, accounts } = await requireFlow(tx, id)
    if (accounts.length === 0) throw refuse('conflict.reconNoAccounts', { value: name })
    const list = []
    for (const rule of config.rules) {
      const hash = hashRule(rule)
      list.push({ rule, hash, ...(await readHistory(tx, id, hash)) })
    }
    const rules = { list, in_transit_days: config.in_transit_days, as_of: new Date(nowMs).toISOString() }
    const run = {
      id: newId(nowMs),
      flow_id: id,
      mode,
      period_from,
      period_to,
      rules,
      requested_by: ctx.principal.userId,
    }
    if ((await queueRun(tx, run)) === 0) throw refuse('conflict.reconRunning')
    await ctx.audit(tx, { ...auditOf({ id, name }), after: { run: run.id, mode, period_from, period_to } })
    return describeRun(await requireRun(tx, run.id), ctx)
  })

async function showGroup(tx: Tx, id: string): Promise<Group & { lines: Line[]; how: MatchRule | null }> {
  const group = await requireGroup(tx, id)
  const how = group.run_id === null ? null : await findRunRule(tx, group.run_id, group.rule)
  const lines: Line[] = []
  for (const side of ['a', 'b'] as const) lines.push(...(await listLines(tx, side, await listItems(tx, id, side))))
  return { ...describeGroup(group), lines, how }
}

async function showExceptions(
  tx: Tx,
  flowId: string,
  query: Parsed<(typeof flow)['exceptions']>['query'],
): Promise<Exception[]> {
  await requireFlow(tx, flowId)
  const { kind = null, side = null, after, pageSize: limit } = query
  const from =
    after === undefined ? null : { side: after.startsWith('a') ? ('a' as const) : ('b' as const), id: after.slice(1) }
  const rows = await listExceptions(tx, { flowId, kind, side, after: from, limit })
  const lines = new Map<string, Line>()
  for (const name of ['a', 'b'] as const) {
    const ids = rows.filter(row => row.side === name).map(row => row.line_id)
    for (const line of await listLines(tx, name, ids)) lines.set(`${name}${line.id}`, line)
  }
  return rows.flatMap(({ kind, rule, candidates, since, ...row }) => {
    const line = lines.get(`${row.side}${row.line_id}`)
    return line === undefined ? [] : [{ kind, rule, candidates, since, line }]
  })
}
