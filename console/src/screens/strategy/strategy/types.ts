import type {
  ContentOut,
  FieldSpec,
  Mapping,
  ParamValues,
  Parsed,
  RetryPolicy,
  Schedule,
  SourceConfig,
  StrategyConfig,
  TargetConfig,
} from '@sluice/contract'

type StrategyModule = typeof import('@sluice/api/modules/strategy/strategy/contract.ts')['strategy']
type RunModule = typeof import('@sluice/api/modules/run/run/contract.ts')['run']
type DataModule = typeof import('@sluice/api/modules/strategy/strategy-data/contract.ts')['strategyData']

type CursorModule = typeof import('@sluice/api/modules/strategy/strategy-cursor/contract.ts')['strategyCursor']

export type StrategyRow = ContentOut<StrategyModule['search']>[number]
export type Strategy = ContentOut<StrategyModule['get']>
export type Counters = ContentOut<StrategyModule['counters']>
export type Run = ContentOut<RunModule['get']>
export type ListedRow = ContentOut<DataModule['search']>['rows'][number]
export type RecordFilter = Omit<NonNullable<Parsed<DataModule['processAll']>['body']>, 'kind'>
export type UnknownRow = ContentOut<DataModule['unknown']>['rows'][number]
export type AskedRow = ContentOut<DataModule['askTarget']>[number]
export type Cursor = ContentOut<CursorModule['get']>
type FollowModule = typeof import('@sluice/api/modules/strategy/strategy-follow/contract.ts')['strategyFollow']
export type FollowReader = ContentOut<FollowModule['list']>[number]
export type DataDetail = ContentOut<DataModule['get']>
export type Counts = Run['counts']
type LogModule = typeof import('@sluice/api/modules/run/strategy-log/contract.ts')['strategyLog']
export type LogLine = ContentOut<LogModule['search']>['rows'][number]
type DebugModule = typeof import('@sluice/api/modules/strategy/strategy-debug/contract.ts')['strategyDebug']
export type ReadAnswer = ContentOut<DebugModule['read']>
export type WriteAnswer = ContentOut<DebugModule['write']>
type DayModule = typeof import('@sluice/api/modules/run/strategy-day/contract.ts')['strategyDay']
export type StrategyDay = ContentOut<DayModule['list']>[number]
type PassportModule = typeof import('@sluice/api/modules/run/record-passport/contract.ts')['recordPassport']
export type PassportRecord = ContentOut<PassportModule['get']>['records'][number]
export type PassportEvent = ContentOut<PassportModule['get']>['events'][number]

/** A strategy while it is being entered: choices may still be missing. */
export interface SourceDraft {
  readonly connector_id: string | null
  readonly resource: string | null
  readonly options: ParamValues
  readonly key: readonly string[]
  readonly number: string | null
  readonly idCheck: boolean
  readonly versions?: SourceConfig['versions']
  readonly drift?: SourceConfig['drift']
  readonly increment: {
    readonly field: string
    readonly lookBackSeconds: number
    readonly endLagSeconds: number
  } | null
  /** Stay and take changes as they come. */
  readonly follow?: SourceConfig['follow']
  readonly retain?: SourceConfig['retain']
  readonly pageSize: number
  readonly flatten?: SourceConfig['flatten']
  /** Stored records of another strategy as groups. */
  readonly group?: SourceConfig['group']
  readonly filter?: SourceConfig['filter']
}

export interface TargetDraft {
  readonly connector_id: string | null
  readonly resource: string | null
  readonly options: ParamValues
  readonly mode: TargetConfig['mode']
  readonly replace?: TargetConfig['replace']
  readonly key: readonly string[]
  readonly shared?: TargetConfig['shared']
  readonly batchSize?: TargetConfig['batchSize']
  readonly batch?: TargetConfig['batch']
  readonly writeBack?: TargetConfig['writeBack']
}

export interface Draft {
  readonly name: string
  readonly group: string
  readonly remark: string
  readonly tags: readonly string[]
  readonly source: SourceDraft
  readonly target: TargetDraft
  readonly mapping: Mapping
  readonly schedule: Schedule
  readonly retry: RetryPolicy
  readonly remedy?: StrategyConfig['remedy']
  /** Of a new strategy: what its mapping began with. */
  readonly begun?: Begun
}

/** Fields that were mapped without being asked for, and between which places. */
export interface Begun {
  readonly places: string
  readonly fields: StrategyConfig['mapping']['fields']
}

/** A field with the way to it: lines and objects have children. */
export interface FieldChoice {
  readonly path: string
  readonly field: FieldSpec
}

type PushModule = typeof import('@sluice/api/modules/strategy/push/contract.ts')['push']
export type PushEndpoint = ContentOut<PushModule['get']>

/** What the list of unanswered writes is narrowed by. */
export interface UnknownFilter {
  readonly keys?: string[]
  readonly keyword?: string
  readonly run_id?: string
  readonly error_code?: string
}

type TemplateModule = typeof import('@sluice/api/modules/strategy/strategy-template/contract.ts')['strategyTemplate']
export type Template = ContentOut<TemplateModule['list']>[number]
