import type { WriteGuarantee, WriteOutcome } from '@sluice/connector-kit'
import type { CheckLine, FailureDetail, Mapping, ReadWindow, SourceConfig, StrategyConfig } from '@sluice/contract'
import type { OpeningDeps } from '../connection/open-connection.ts'
import type { FieldNote, FindNote, MapProblem } from '../map/index.ts'
import type { ExplainedLookup } from '../record/records.ts'

/** Questions about a strategy before it runs. */
export interface Strategies {
  /** The check before start. Only `error` lines stop it. `strategyId` keeps it from being its own duplicate. */
  check(tenantId: string, config: StrategyConfig, part: CheckPart, strategyId?: string): Promise<readonly CheckLine[]>
  /** Maps the given record, or the first of the source; nothing is stored. */
  preview(tenantId: string, request: PreviewRequest): Promise<Preview>
  /** Maps the records that a strategy stored last; nothing is written. */
  tryMapping(tenantId: string, request: TrialRequest, signal?: AbortSignal): Promise<Trial>
  /** What the target promises about a write whose answer is lost. Never throws. */
  guarantee(tenantId: string, config: StrategyConfig): Promise<Guarantee>
  /** How many records the source holds in a window; null where it cannot say. @throws Failure */
  countWindow(tenantId: string, config: StrategyConfig, window: ReadWindow | null): Promise<number | null>
  /** The first records of a window, as a run would ask for them; nothing is stored. @throws Failure */
  readStep(tenantId: string, strategyId: string, request: ReadStepRequest): Promise<ReadStep>
  /** Sends mapped records (lossless JSON texts) to the target once, beside all books; one answer each. @throws Failure */
  writeStep(
    tenantId: string,
    strategyId: string,
    config: StrategyConfig,
    texts: readonly string[],
  ): Promise<readonly WriteStep[]>
}

export type CheckPart = 'all' | 'source' | 'target' | 'mapping'

export interface PreviewRequest {
  readonly source?: SourceConfig
  /** Lossless JSON text. */
  readonly record?: string
  readonly mapping: Mapping
  /** Tell how each value came about. */
  readonly explain?: boolean
}

export interface Preview {
  readonly record: string
  /** Lossless JSON text; null when the record is refused. */
  readonly mapped: string | null
  readonly problems: readonly MapProblem[]
  /** One per field that was made, those of lines before their list; empty when nobody asked. */
  readonly explanation: readonly FieldNote[]
  /** What `StepNote.lookup` counts. */
  readonly lookups: readonly ExplainedLookup[]
  readonly finds: readonly FindNote[]
}

export interface TrialRequest {
  readonly strategyId: string
  readonly mapping: Mapping
  /** At most so many records, newest first. */
  readonly limit: number
}

export interface Trial {
  readonly records: number
  readonly refused: number
  /** Records that the saved mapping maps otherwise. */
  readonly changed: number
  /** Records whose evidence is no longer kept. */
  readonly gone: number
  /** Records were left out, because those before them were large. */
  readonly isCut: boolean
  readonly fields: readonly FieldTrial[]
  /** Fields that cannot run at all, and were left out. */
  readonly problems: readonly MapProblem[]
}

export interface FieldTrial {
  /** As problems name it, every line alike: `lines[].sku`. */
  readonly field: string
  readonly errors: number
  readonly changed: number
  readonly examples: readonly TrialExample[]
  readonly changes: readonly TrialExample[]
}

export interface TrialExample {
  readonly recordId: string
  /** Its business number, or its key. */
  readonly key: string
  /** Empty for a change. */
  readonly message: string
  readonly value: string | null
  /** What the saved mapping makes of it; null: nothing. */
  readonly before: string | null
}

export interface ReadStepRequest {
  readonly config: StrategyConfig
  /** next: what the next run would read; null: everything. */
  readonly window: ReadWindow | null | 'next'
  readonly limit: number
}

export interface ReadStep {
  readonly window: ReadWindow | null
  /** How its pages were asked for, where the source tells. */
  readonly requests: readonly string[]
  /** Lossless JSON texts, or why a row could not become a record. */
  readonly records: readonly { readonly text: string | null; readonly failure: FailureDetail | null }[]
  readonly hasMore: boolean
}

export interface WriteStep {
  readonly kind: WriteOutcome['kind']
  readonly targetKey: string | null
  readonly response: string | null
  /** Why the target had nothing to do. */
  readonly reason: string | null
  readonly failure: FailureDetail | null
}

export interface Guarantee {
  readonly kind: WriteGuarantee | 'unknown'
  readonly reason: string
  /** What to change for a better one; null when there is none, or none is needed. */
  readonly advice: string | null
}

export type StrategyDeps = OpeningDeps & { now(): number }
