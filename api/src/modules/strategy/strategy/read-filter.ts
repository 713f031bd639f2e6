import type { Parsed } from '@sluice/contract'
import { toPattern } from '../../../http/paging.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import type { strategy } from './contract.ts'
import type { StrategyFilter } from './store.ts'

export type FilterBody = Omit<Parsed<(typeof strategy)['export']>['body'], 'format'>

/** What the list and its export are narrowed to. */
export const readFilter = (
  body: FilterBody,
  { principal }: RouteContext,
): Omit<StrategyFilter, 'sort' | 'limit' | 'offset'> => ({
  pattern: body.keyword ? toPattern(body.keyword) : null,
  status: body.status ?? null,
  group: body.group ?? null,
  connectorId: body.connector_id ?? null,
  sourcePlatform: body.source_platform ?? null,
  targetPlatform: body.target_platform ?? null,
  tags: body.tags?.length ? body.tags : null,
  hasErrors: body.hasErrors ?? null,
  ownerId: body.mine ? principal.userId : null,
})
