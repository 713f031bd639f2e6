import { type Translate, translateTold } from '@sluice/contract'
import type { Engine, RecordDetail } from '@sluice/engine'

type Preview = Awaited<ReturnType<Engine['strategies']['preview']>>

/** What a mapping makes of a record, in the caller's language. */
export const describePreview = (
  { record, mapped, problems, unread, explanation, lookups, finds, scripted }: Preview,
  tell: Translate,
) => ({
  record,
  mapped,
  problems: problems.map(problem => translateTold(problem, tell)),
  unread: [...unread],
  explanation: explanation.map(({ steps, ...note }) => ({
    ...note,
    steps: steps.map(({ refusal, ...step }) => (refusal === undefined ? step : { ...step, refusal: tell(refusal) })),
  })),
  lookups: describeLookups(lookups),
  finds: describeFinds(finds),
  scripted: [...scripted],
})

export const describeLookups = (lookups: RecordDetail['lookups']) =>
  lookups.map(({ mapId, mapName, mapVersion, ...rest }) => ({
    ...rest,
    map_id: mapId,
    map_name: mapName,
    map_version: mapVersion,
  }))

export const describeFinds = (finds: RecordDetail['finds']) =>
  finds.map(({ strategyId, strategyName, ...rest }) => ({
    ...rest,
    where: [...rest.where],
    strategy_id: strategyId,
    strategy_name: strategyName,
  }))
