import { exponentOf, sayMinor } from '@sluice/bills'
import type { Tx } from '@sluice/db'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { findItem } from '../accounting-item/index.ts'
import type { LineRows, ListPlace, SumRow } from './line-rows.ts'

/** What people do with chosen lines of a side: all of them or none. */
export function createLineActions(rows: LineRows<object>, objectType: 'billLine' | 'supplyLine') {
  /** What somebody decided meanwhile is told, not overwritten. */
  const lockIn = async (tx: Tx, ids: readonly string[], allowed: readonly string[]): Promise<void> => {
    const found = await rows.lock(tx, ids)
    if (found.length < new Set(ids).size) throw refuse('notFound.billLine')
    const other = found.find(({ status }) => !allowed.includes(status))
    if (other) throw refuse('conflict.lineState', { value: other.status })
  }
  return {
    reclassify: ({ body: { ids, item_id } }: { body: { ids: string[]; item_id: string | null } }, ctx: RouteContext) =>
      ctx.tenant(async tx => {
        if (item_id !== null && !(await findItem(tx, item_id))) throw refuse('notFound.accountingItem')
        await lockIn(tx, ids, ['open', 'proposed', 'ignored', 'duplicate'])
        const changed = await rows.setItem(tx, ids, item_id)
        await ctx.audit(tx, { objectType, after: { ids, item_id } })
        return { changed }
      }),
    ignore: ({ body: { ids, reason } }: { body: { ids: string[]; reason: string } }, ctx: RouteContext) =>
      ctx.tenant(async tx => {
        await lockIn(tx, ids, ['open'])
        const changed = await rows.setState(tx, ids, 'ignored', reason)
        await ctx.audit(tx, { objectType, after: { ids, reason } })
        return { changed }
      }),
    restore: ({ body: { ids } }: { body: { ids: string[] } }, ctx: RouteContext) =>
      ctx.tenant(async tx => {
        await lockIn(tx, ids, ['ignored'])
        const changed = await rows.setState(tx, ids, 'open', null)
        await ctx.audit(tx, { objectType, after: { ids } })
        return { changed }
      }),
  }
}

export function readPlace(after: string | undefined): ListPlace | null {
  if (after === undefined) return null
  const [, at, id] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)\|(\d{1,19})$/.exec(after) ?? []
  if (at === undefined || id === undefined) throw refuse('invalid.place', { field: 'after', value: after })
  return { at, id }
}

/** A page of one more row than is shown, and the place of the next one. */
export function cutPage<Row extends { readonly occurred_at: string; readonly id: string }>(
  rows: readonly Row[],
  limit: number,
) {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { shown: rows.slice(0, limit), next: last === undefined ? null : `${last.occurred_at}|${last.id}` }
}

export const sayAmount = (minor: string, currency: string): string => sayMinor(BigInt(minor), exponentOf(currency))

export const describeSum = ({ currency, count, in_minor, out_minor }: SumRow) => ({
  currency,
  count,
  in: sayAmount(in_minor, currency),
  out: sayAmount(out_minor, currency),
  net: sayAmount((BigInt(in_minor) + BigInt(out_minor)).toString(), currency),
})

/** A filter that finds most of ten million lines costs this much, and no more. */
export const SUM_WITHIN = { statementTimeoutMs: 20_000, readOnly: true } as const
