import { PublicFailure, type Translate, translateTold } from '@sluice/contract'
import type { Engine, RecordAttempt, RecordDetail } from '@sluice/engine'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { describeBadge, withOwnPlatforms } from '../../connect/platform/index.ts'
import { readChanges } from '../../run/replay/index.ts'
import { describeFinds, describeLookups } from '../strategy/index.ts'
import type { Attempt, DataDetail, DataRow } from './contract.ts'
import { type ConnectorName, findConnectorNames, findStrategyName } from './store.ts'

/** Everything known about one record, in the words of the API. */
export async function readDetail(
  engine: Engine,
  strategyId: string,
  recordId: string,
  ctx: RouteContext,
): Promise<DataDetail> {
  const strategyName = await ctx.tenant(tx => findStrategyName(tx, strategyId))
  if (strategyName === undefined) throw refuse('notFound.strategy')
  const detail = await engine.records.readDetail(ctx.principal.tenantId, strategyId, recordId)
  if (!detail) throw refuse('notFound.record')
  const { names, known } = await ctx.tenant(async tx => ({
    names: await findConnectorNames(tx, [detail.source.connectorId, detail.target.connectorId]),
    known: await withOwnPlatforms(engine, tx),
  }))
  const side = (place: RecordDetail['source']) => describeSide(known, place, names, ctx)
  return {
    ...describeRecord(detail, ctx.tell),
    strategy_id: strategyId,
    strategy_name: strategyName,
    original: detail.original,
    mapped: detail.mapped,
    mapping_problems: detail.mappingProblems.map(problem => translateTold(problem, ctx.tell)),
    faults: detail.faults.map(({ target, sources }) => ({ target, sources: [...sources] })),
    response: detail.response,
    lookups: describeLookups(detail.lookups),
    finds: describeFinds(detail.finds),
    scripted: [...detail.scripted],
    write_back: [...detail.writeBack],
    source: {
      page_id: detail.page.id,
      ordinal: detail.page.ordinal,
      request: detail.page.request,
      read_at: detail.page.readAt,
      ...side(detail.source),
    },
    target: side(detail.target),
    error_group: detail.errorGroup,
    corrections: detail.corrections.map(({ changes, isCurrent, userName, at }) => ({
      changes: readChanges(changes),
      is_current: isCurrent,
      by: userName,
      at,
    })),
    attempt_list: detail.attemptList.map(attempt => describeAttempt(attempt, ctx.tell)),
  }
}

const describeRecord = (detail: RecordDetail, tell: Translate): DataRow => ({
  id: detail.id,
  key: detail.key,
  number: detail.number,
  status: detail.status,
  attempts: detail.attempts,
  version: detail.version,
  error_code: detail.errorCode,
  error_message: detail.errorMessage && tell(detail.errorMessage),
  target_key: detail.targetKey,
  retry_at: detail.retryAt,
  run_id: detail.runId,
  created_at: detail.createdAt,
  updated_at: detail.updatedAt,
})

function describeSide(
  engine: Engine,
  place: RecordDetail['source'],
  names: readonly ConnectorName[],
  { language }: RouteContext,
) {
  const found = names.find(connector => connector.id === place.connectorId)
  return {
    connector_name: found?.name ?? place.connectorId,
    platform_name: found ? describeBadge(engine, found.platform_id, language).platform_name : '',
    resource: place.resource,
  }
}

const describeAttempt = (attempt: RecordAttempt, tell: Translate): (typeof Attempt)['_zod']['output'] => ({
  attempt: attempt.attempt,
  run_id: attempt.runId,
  status: attempt.status,
  version: attempt.version,
  request: attempt.request,
  response: attempt.response,
  failure: attempt.failure && translateTold(PublicFailure.parse(attempt.failure), tell),
  at: attempt.at,
})
