import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { readPage, toPattern } from '../../../http/paging.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Handlers, Page, type RouteContext } from '../../../http/route-handler.ts'
import type { IgnoreRule, ignoreRule } from './contract.ts'
import {
  deleteRule,
  findRule,
  findStrategyName,
  insertRule,
  type RuleRow,
  type RuleSettings,
  searchRules,
  updateRule,
} from './store.ts'

export const createIgnoreRuleRoutes = ({ now }: { readonly now: () => number }): Handlers<typeof ignoreRule> => ({
  async search({ query }, ctx) {
    const filter = { pattern: query.keyword ? toPattern(query.keyword) : null, strategyId: query.strategy_id ?? null }
    const { rows, total } = await ctx.tenant(tx =>
      readPage(query, (limit, offset) => searchRules(tx, filter, limit, offset)),
    )
    return new Page(rows.map(describeRule), total)
  },
  create: ({ body }, ctx) =>
    ctx.tenant(async tx => {
      const name = await requireScope(tx, body.strategy_id, ctx)
      const id = newId(now())
      await insertRule(tx, id, body, ctx.principal.userId)
      await ctx.audit(tx, {
        objectType: 'ignoreRule',
        objectId: id,
        objectName: body.contains,
        after: { ...body, strategy: name },
      })
      return describeRule(await requireRule(tx, id))
    }),
  update: ({ params, body: { version, ...body } }, ctx) =>
    ctx.tenant(async tx => {
      const before = await requireRule(tx, params.id)
      await requireScope(tx, before.strategy_id, ctx)
      await requireScope(tx, body.strategy_id, ctx)
      if ((await updateRule(tx, params.id, body, version)) === 0) throw refuse('conflict.version', { field: 'version' })
      await ctx.audit(tx, {
        objectType: 'ignoreRule',
        objectId: params.id,
        objectName: body.contains,
        before: settingsOf(before),
        after: body,
      })
      return describeRule(await requireRule(tx, params.id))
    }),
  delete: ({ params }, ctx) =>
    ctx.tenant(async tx => {
      const before = await requireRule(tx, params.id)
      await requireScope(tx, before.strategy_id, ctx)
      await deleteRule(tx, params.id)
      await ctx.audit(tx, {
        objectType: 'ignoreRule',
        objectId: params.id,
        objectName: before.contains,
        before: settingsOf(before),
      })
      return null
    }),
})

/** The strategy's name. A rule for all belongs to who sees all. */
async function requireScope(tx: Tx, strategyId: string | null, { principal }: RouteContext): Promise<string | null> {
  if (strategyId === null) {
    if (principal.groups !== null) throw refuse('invalid.ruleScope', { field: 'strategy_id' })
    return null
  }
  const name = await findStrategyName(tx, strategyId)
  if (name === undefined) throw refuse('notFound.strategy', { field: 'strategy_id' })
  return name
}

async function requireRule(tx: Tx, id: string): Promise<RuleRow> {
  const row = await findRule(tx, id)
  if (!row) throw refuse('notFound.ignoreRule')
  return row
}

const settingsOf = ({ strategy_id, contains, outcome, enabled, remark }: RuleRow): RuleSettings => ({
  strategy_id,
  contains,
  outcome,
  enabled,
  remark,
})

const describeRule = ({ strategy_id, strategy_name, ...row }: RuleRow): IgnoreRule => ({
  id: row.id,
  strategy: strategy_id === null ? null : { id: strategy_id, name: strategy_name ?? '' },
  contains: row.contains,
  outcome: row.outcome,
  enabled: row.enabled,
  remark: row.remark,
  hit_count: row.hit_count,
  last_hit_at: row.last_hit_at,
  version: row.version,
  created_by: row.created_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
