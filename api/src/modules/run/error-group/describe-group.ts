import type { Parsed, Translate } from '@sluice/contract'
import { normaliseMessage } from '@sluice/engine'
import { toPattern } from '../../../http/paging.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import type { ErrorGroup, ErrorRecord, errorGroup } from './contract.ts'
import { findRepair } from './find-repair.ts'
import type { GroupFilter, GroupRow, MemberRow, NewestRow } from './store.ts'

/** What list, summary and export filter by. */
export type FilterBody = Omit<Parsed<(typeof errorGroup)['summary']>['body'], 'range'>

export const readFilter = (body: FilterBody, ctx: Pick<RouteContext, 'principal'>): GroupFilter => ({
  strategyId: body.strategy_id ?? null,
  strategyGroup: body.strategy_group ?? null,
  platformId: body.platform_id ?? null,
  categories: body.category && body.category.length > 0 ? body.category : null,
  statuses: body.status && body.status.length > 0 ? body.status : null,
  owner: body.owner === 'me' ? ctx.principal.userId : (body.owner ?? null),
  pattern: body.keyword ? toPattern(body.keyword) : null,
  from: body.from ?? null,
  to: body.to ?? null,
})

export const describeGroup = (row: GroupRow, newest: NewestRow | undefined, tell: Translate): ErrorGroup => ({
  id: row.id,
  strategy: { id: row.strategy_id, name: row.strategy_name, group: row.strategy_group },
  category: row.category,
  code: row.code,
  field: row.field,
  message: tell(row.sample),
  pattern: row.pattern,
  // Sentences are known with their values in them: translated first, then bared.
  cause: normaliseMessage(tell(row.sample)),
  status: row.status,
  owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name ?? '' },
  open_count: row.open_count,
  ignored_count: row.ignored_count,
  seen_count: row.seen_count,
  first_at: row.first_at,
  last_at: row.last_at,
  status_at: row.status_at,
  status_by: row.status_by,
  repair: findRepair(row),
  system: row.system ?? '',
  newest: newest ? { id: newest.id, key: newest.key, number: newest.number } : null,
})

export const describeMember = (row: MemberRow, tell: Translate): ErrorRecord => ({
  id: row.id,
  key: row.key,
  number: row.number,
  status: row.status,
  attempts: row.attempts,
  message: tell(row.error_message ?? ''),
  retry_at: row.retry_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
