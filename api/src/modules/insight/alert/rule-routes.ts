import { newId, type Parsed } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { orNameTaken } from '../../../http/name-taken.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Handlers } from '../../../http/route-handler.ts'
import { listChannels } from './channel-store.ts'
import { type alert, ruleTraits } from './contract.ts'
import { settleRule } from './notice-store.ts'
import {
  countStrategies,
  deleteRule,
  findRule,
  insertRule,
  listRules,
  type RuleRow,
  type RuleWrite,
  updateRule,
} from './rule-store.ts'

type Routes = Handlers<typeof alert>
type Form = Parsed<(typeof alert)['createRule']>['body']
type Names = 'rules' | 'createRule' | 'updateRule' | 'deleteRule'

const MAX_RULES = 200

export function createRuleRoutes({ now }: { readonly now: () => number }): Pick<Routes, Names> {
  return {
    rules: (_input, ctx) => ctx.tenant(listRules),
    createRule({ body }, ctx) {
      const { kind, ...form } = body
      const row = toRow(newId(now()), kind, form)
      return orNameTaken(row.name, () =>
        ctx.tenant(async tx => {
          if ((await listRules(tx)).length >= MAX_RULES) throw refuse('conflict.quota', { value: String(MAX_RULES) })
          await requireParts(tx, row)
          await insertRule(tx, row, kind, ctx.principal.userId)
          await ctx.audit(tx, { ...auditOf(row), after: { kind, ...row } })
          return requireRule(tx, row.id)
        }),
      )
    },
    updateRule({ params, body: { version, ...form } }, ctx) {
      return orNameTaken(form.name, () =>
        ctx.tenant(async tx => {
          const before = await requireRule(tx, params.id)
          const row = toRow(before.id, before.kind, form)
          await requireParts(tx, row)
          if ((await updateRule(tx, row, version)) === 0) throw refuse('conflict.version')
          await ctx.audit(tx, { ...auditOf(row), before, after: row })
          return requireRule(tx, row.id)
        }),
      )
    },
    deleteRule({ params }, ctx) {
      return ctx.tenant(async tx => {
        const before = await requireRule(tx, params.id)
        await deleteRule(tx, before.id)
        await settleRule(tx, before.id)
        await ctx.audit(tx, { ...auditOf(before), before })
        return null
      })
    },
  }
}

const auditOf = ({ id, name }: Pick<RuleRow, 'id' | 'name'>) => ({
  objectType: 'alert-rule',
  objectId: id,
  objectName: name,
})

async function requireRule(tx: Tx, id: string): Promise<RuleRow> {
  const row = await findRule(tx, id)
  if (!row) throw refuse('notFound.alertRule')
  return row
}

/** What the kind has no use for is not kept, and what it needs takes its default. */
function toRow(id: string, kind: RuleRow['kind'], form: Omit<Form, 'kind'>): RuleWrite {
  const { threshold, min, max, hasWindow } = ruleTraits[kind]
  const value = threshold === null ? null : (form.threshold ?? threshold)
  if (value !== null && (value < min || value > max))
    throw refuse('invalid.alertThreshold', { field: 'threshold', value: `${min} – ${max}` })
  if (form.scope !== 'all' && form.scope_values.length === 0)
    throw refuse('invalid.alertScope', { field: 'scope_values' })
  if (form.escalate_after !== null && form.escalate_channel_ids.length === 0)
    throw refuse('invalid.alertEscalation', { field: 'escalate_channel_ids' })
  return {
    id,
    name: form.name,
    threshold: value,
    window_minutes: hasWindow ? (form.window_minutes ?? DEFAULT_WINDOW) : null,
    scope: form.scope,
    scope_values: form.scope === 'all' ? [] : [...new Set(form.scope_values)],
    channel_ids: [...new Set(form.channel_ids)],
    repeat_minutes: form.repeat_minutes,
    // What is told once is never told often enough.
    escalate_after: form.repeat_minutes === null ? null : form.escalate_after,
    escalate_channel_ids:
      form.escalate_after === null || form.repeat_minutes === null ? [] : [...new Set(form.escalate_channel_ids)],
    tells_recovery: form.tells_recovery,
    is_urgent: form.is_urgent,
    is_enabled: form.is_enabled,
  }
}

const DEFAULT_WINDOW = 60
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Channels and strategies that there are, and that the caller may see. */
async function requireParts(tx: Tx, row: RuleWrite): Promise<void> {
  const known = new Set((await listChannels(tx)).map(channel => channel.id))
  const missing = (field: 'channel_ids' | 'escalate_channel_ids'): boolean => row[field].some(id => !known.has(id))
  for (const field of ['channel_ids', 'escalate_channel_ids'] as const)
    if (missing(field)) throw refuse('notFound.alertChannel', { field })
  if (row.scope !== 'strategy') return
  const ids = row.scope_values.filter(id => UUID.test(id))
  if ((await countStrategies(tx, ids)) < row.scope_values.length)
    throw refuse('notFound.strategy', { field: 'scope_values' })
}
