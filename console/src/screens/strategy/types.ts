import type { ContentOut, FieldSpec, Mapping, ParamValues, RetryPolicy, Schedule } from '@sluice/contract'

type StrategyModule = typeof import('@sluice/api/modules/strategy/contract.ts')['strategy']
type RunModule = typeof import('@sluice/api/modules/run/contract.ts')['run']
type DataModule = typeof import('@sluice/api/modules/strategy-data/contract.ts')['strategyData']

export type StrategyRow = ContentOut<StrategyModule['search']>[number]
export type Strategy = ContentOut<StrategyModule['get']>
export type Counters = ContentOut<StrategyModule['counters']>
export type Run = ContentOut<RunModule['get']>
export type DataRow = ContentOut<DataModule['search']>['rows'][number]
export type DataDetail = ContentOut<DataModule['get']>
export type Counts = Run['counts']

/** A strategy while it is being entered: choices may still be missing. */
export interface SourceDraft {
  readonly connector_id: string | null
  readonly resource: string | null
  readonly options: ParamValues
  readonly key: readonly string[]
  readonly number: string | null
  readonly idCheck: boolean
  readonly increment: {
    readonly field: string
    readonly lookBackSeconds: number
    readonly endLagSeconds: number
  } | null
  readonly pageSize: number
}

export interface TargetDraft {
  readonly connector_id: string | null
  readonly resource: string | null
  readonly options: ParamValues
  readonly mode: 'upsert' | 'insert'
  readonly key: readonly string[]
  readonly batchSize: number
}

export interface Draft {
  readonly name: string
  readonly group: string
  readonly remark: string
  readonly source: SourceDraft
  readonly target: TargetDraft
  readonly mapping: Mapping
  readonly schedule: Schedule
  readonly retry: RetryPolicy
}

/** A field with the way to it: lines and objects have children. */
export interface FieldChoice {
  readonly path: string
  readonly field: FieldSpec
}
