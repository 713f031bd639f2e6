import type { WriteGuarantee, WriteOutcome } from '@sluice/connector-kit'
import type {
  CheckLine,
  Condition,
  FailureDetail,
  Mapping,
  ReadWindow,
  SourceConfig,
  StrategyConfig,
} from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { OpeningDeps } from '../connection/open-connection.ts'
import type { BoundMapping, FieldNote, FindNote, MapProblem, ScriptNote } from '../map/index.ts'
import type { ExplainedLookup } from '../record/records.ts'
import type { Conversion } from './fit-mapping.ts'

/** Questions about a strategy before it runs. */
export interface Strategies {
  /** The check before start. Only `error` lines stop it. `strategyId` keeps it from being its own duplicate. */
  check(tenantId: string, config: StrategyConfig, part: CheckPart, strategyId?: string): Promise<readonly CheckLine[]>
  /** Maps the given record, or the first of the source; nothing is stored. */
  preview(tenantId: string, request: PreviewRequest): Promise<Preview>
  /** What a strategy that is not saved yet would do: fields, conversions, guarantee, rows. @throws Failure `connector.missing` */
  summarise(tenantId: string, config: StrategyConfig): Promise<StrategySummary>
  /** Maps the records that a strategy stored last; nothing is written. */
  tryMapping(tenantId: string, request: TrialRequest, signal?: AbortSignal): Promise<Trial>
  /** What decides how a record is written, with the value maps as this transaction sees them. */
  readRules(tx: Tx, tenantId: string, config: RecordRules): Promise<BoundRules>
  /** What becomes of the records that a strategy stored last under other rules; nothing is written. */
  measureChange(tenantId: string, request: ChangeRequest, signal?: AbortSignal): Promise<ChangeEffect>
  /** Maps given records (lossless JSON texts) by bound rules; nothing is asked of a source or a target. @throws Failure `preview.record` */
  mapTexts(
    tenantId: string,
    rules: BoundRules,
    texts: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly MappedText[]>
  /** Every strategy as one that written records may be handed on to, as the check sees it; those first that can be. */
  listCallbacks(tx: Tx, tenantId: string): Promise<readonly CallbackChoice[]>
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

/** What became of a given record. */
export type MappedText =
  | { readonly kind: 'mapped'; readonly text: string }
  | { readonly kind: 'refused'; readonly problems: readonly MapProblem[] }
  /** By the filter of its source. */
  | { readonly kind: 'dropped' }

export type CheckPart = 'all' | 'source' | 'target' | 'mapping'

interface CallbackChoice {
  readonly id: string
  readonly name: string
  /** Why nothing can be handed on there; null: it can. */
  readonly trouble: string | null
}

export interface PreviewRequest {
  readonly source?: SourceConfig
  /** As in `SampleQuery`. */
  readonly isForeign?: boolean
  /** Whose columns the values are held against; absent: they are not. */
  readonly target?: PreviewTarget
  /** Lossless JSON text. */
  readonly record?: string
  readonly mapping: Mapping
  /** Names of the source's fields, to be told which go nowhere. */
  readonly sourceFields?: readonly string[]
  /** Tell how each value came about. */
  readonly explain?: boolean
}

type PreviewTarget = Pick<StrategyConfig['target'], 'connector_id' | 'resource' | 'options'>

export interface Preview {
  readonly record: string
  /** Lossless JSON text; null when the record is refused. */
  readonly mapped: string | null
  readonly problems: readonly MapProblem[]
  /** Of the source fields that were named, those that go nowhere and are not left out. */
  readonly unread: readonly string[]
  /** One per field that was made, those of lines before their list; empty when nobody asked. */
  readonly explanation: readonly FieldNote[]
  /** What `StepNote.lookup` counts. */
  readonly lookups: readonly ExplainedLookup[]
  readonly finds: readonly FindNote[]
  /** What the mapping's script changed; empty when nobody asked. */
  readonly scripted: readonly ScriptNote[]
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

/** Of a configuration, what decides how a record is written. */
export interface RecordRules {
  readonly mapping: Mapping
  /** Rows that none of these takes are left out; absent: none are. */
  readonly filter?: readonly (readonly Condition[])[] | undefined
}

/** Rules with the lines of the maps they look up. */
export interface BoundRules {
  readonly mapping: BoundMapping
  readonly filter: readonly (readonly Condition[])[]
}

export interface ChangeRequest {
  readonly strategyId: string
  readonly before: BoundRules
  readonly after: BoundRules
  /** At most so many records, newest first. */
  readonly limit: number
}

/** A sample: what was stored last, as far as its evidence is kept. */
export interface ChangeEffect {
  /** Records that were mapped twice. */
  readonly records: number
  /** Of these: written otherwise than before. */
  readonly changed: number
  /** Refused now, and not before. */
  readonly refused: number
  /** Refused before, and not now. */
  readonly mended: number
  /** Left out by the filter now, and not before. */
  readonly dropped: number
  /** Records whose evidence is no longer kept. */
  readonly gone: number
  readonly isCut: boolean
  /** Those that come out otherwise, with the first example; refusals by the field that refused. */
  readonly fields: readonly ChangedField[]
}

export interface ChangedField {
  readonly field: string
  readonly records: number
  /** Business number or key of the first. */
  readonly key: string
  readonly before: string | null
  readonly after: string | null
  /** Why the first is refused now; empty: it is not. */
  readonly message: string
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

/** What a strategy will do, before it is saved. */
export interface StrategySummary {
  readonly source: SummaryPlace
  readonly target: SummaryPlace
  /** Of the source; null: it tells none. */
  readonly fields: number | null
  readonly unread: readonly string[]
  readonly conversions: readonly Conversion[]
  readonly guarantee: Guarantee
  /** Records that a first run reads; null: the source cannot say, or not soon enough. */
  readonly expected: number | null
  /** As the check before start says it. */
  readonly lines: readonly CheckLine[]
}

interface SummaryPlace {
  readonly connector: string
  readonly resource: string
}

export type StrategyDeps = OpeningDeps & { now(): number }
