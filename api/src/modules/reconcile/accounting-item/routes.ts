import { exponentOf, sayMinor } from '@sluice/bills'
import { newId } from '@sluice/contract'
import { refuse, refuseStale } from '../../../http/refuse.ts'
import type { Handlers } from '../../../http/route-handler.ts'
import type { accountingItem } from './contract.ts'
import { standardItems } from './standard-items.ts'
import {
  classifyLines,
  deleteItem,
  findItem,
  type GroupRow,
  type ItemRow,
  insertItem,
  listItems,
  listUnclassified,
  lockItem,
  updateItem,
} from './store.ts'

export function createAccountingItemRoutes({ now }: { readonly now: () => number }): Handlers<typeof accountingItem> {
  return {
    list: (_input, ctx) => ctx.tenant(listItems),
    create: ({ body: { code, ...settings } }, ctx) =>
      ctx.tenant(async tx => {
        const id = newId(now())
        if (!(await insertItem(tx, id, code, settings, ctx.principal.userId)))
          throw refuse('conflict.code', { field: 'code', value: code })
        const row = orRefuse(await findItem(tx, id))
        await ctx.audit(tx, { ...auditOf(row), after: row })
        return row
      }),
    update: ({ params, body: { version, ...settings } }, ctx) =>
      ctx.tenant(async tx => {
        const before = orRefuse(await lockItem(tx, params.id))
        if (before.version !== version) throw refuseStale()
        await updateItem(tx, params.id, settings, ctx.principal.userId)
        const row = orRefuse(await findItem(tx, params.id))
        await ctx.audit(tx, { ...auditOf(row), before, after: row })
        return row
      }),
    delete: ({ params }, ctx) =>
      ctx.tenant(async tx => {
        const row = orRefuse(await lockItem(tx, params.id))
        if (row.is_used) throw refuse('conflict.itemUsed', { value: row.name })
        await deleteItem(tx, row.id)
        await ctx.audit(tx, { ...auditOf(row), before: row })
        return null
      }),
    addStandard: (_input, ctx) =>
      ctx.tenant(async tx => {
        let added = 0
        for (const { code, ...item } of standardItems) {
          const settings = { ...item, debit_account: '', credit_account: '', is_active: true }
          if (await insertItem(tx, newId(now()), code, settings, ctx.principal.userId)) added += 1
        }
        await ctx.audit(tx, { objectType: 'accountingItem', after: { added } })
        return { added }
      }),
    unclassified: async (_input, ctx) => (await ctx.tenant(listUnclassified)).map(describeGroup),
    classify: (_input, ctx) =>
      ctx.tenant(async tx => {
        const changed = await classifyLines(tx)
        await ctx.audit(tx, { objectType: 'accountingItem', after: { changed } })
        return { changed }
      }),
  }
}

function orRefuse(row: ItemRow | undefined): ItemRow {
  if (!row) throw refuse('notFound.accountingItem')
  return row
}

const auditOf = (row: ItemRow) => ({ objectType: 'accountingItem', objectId: row.id, objectName: row.name })

const describeGroup = ({ amount_minor, ...group }: GroupRow) => ({
  ...group,
  amount: sayMinor(BigInt(amount_minor), exponentOf(group.currency)),
})
