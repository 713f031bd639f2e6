import type { Data, LookupDirection, Mapping, MissPolicy, RecordHook } from '@sluice/contract'
import type { MapProblem } from '../stage/map-problem.ts'
import type { FieldNote } from './field-note.ts'
import type { FindRecords } from './find-answer.ts'

/** What became of one record: the target's data, or every reason why there is none. */
export type MapOutcome = (
  | { readonly kind: 'mapped'; readonly data: Data }
  | { readonly kind: 'refused'; readonly problems: readonly MapProblem[] }
) & {
  /** Values that no value map held; where the mapping is bound to explain, every look-up. */
  readonly lookups?: readonly LookupNote[]
  /** What was looked up in other strategies, where the mapping is bound to explain. */
  readonly finds?: readonly FindNote[]
  /** How each value came about, where the mapping is bound to explain. */
  readonly explanation?: readonly FieldNote[]
  /** What the mapping's script changed, where the mapping is bound to explain. */
  readonly scripted?: readonly ScriptNote[]
}

/** One field that the script changed: of the record before it is mapped, of the target's after. */
export interface ScriptNote {
  readonly hook: RecordHook
  readonly field: string
  /** JSON text, shortened where it is long; null: missing. */
  readonly before: string | null
  readonly after: string | null
}

/** Runs the functions of mappings' scripts; whose they are is known to it. */
export interface RecordScripts {
  /** Which functions it has. @throws Failure `script.source` naming line and column */
  inspect(code: string, signal?: AbortSignal): Promise<readonly RecordHook[]>
  /** One result per row, in order: what the function made of it, or why it made nothing. */
  run(task: RecordScriptTask, signal?: AbortSignal): Promise<readonly ScriptOutcome[]>
}

export interface RecordScriptTask {
  readonly code: string
  readonly hook: RecordHook
  readonly now: Date
  /** `record`: what `ctx.record` is. */
  readonly rows: readonly { readonly input: Data; readonly record?: Data }[]
}

export type ScriptOutcome = { readonly data: Data } | { readonly problem: MapProblem }

/** One value that was looked up in a value map. */
export interface LookupNote {
  /** Target field, as in a problem. */
  readonly field: string
  readonly mapId: string
  readonly direction: LookupDirection
  readonly value: string
  /** The line that answered; null: none, and `policy` says what was done. */
  readonly lineId: string | null
  readonly policy: MissPolicy | null
  /** What the value became; null where the record was refused. */
  readonly result: string | null
}

/** One value that was looked up in the stored records of another strategy. */
export interface FindNote {
  /** Target field, as in a problem. */
  readonly field: string
  readonly strategyId: string
  readonly strategyName: string
  /** Each with what this record asked for; null: it has nothing to ask with. */
  readonly where: readonly { readonly field: string; readonly value: string | null }[]
  /** Which field of the record found. */
  readonly take: string
  /** How many records fit. */
  readonly hits: number
  /** null: none. */
  readonly record: { readonly id: string; readonly key: string; readonly number: string | null } | null
  /** What was done where nothing was found; null: something was. */
  readonly policy: 'empty' | 'default' | 'error' | null
  /** What the field became, as JSON text, shortened; null: missing or refused. */
  readonly value: string | null
}

/** Budget of one record in a mapping that holds expressions. */
export interface MapLimits {
  /** CPU of one record of usual size; default what the mapping says, or 200 ms. */
  readonly recordCpuMs: number
  /** Heap that one record's expressions may add; default 32 MB. */
  readonly recordMemoryMb: number
}

export interface CompileOptions {
  readonly limits?: Partial<MapLimits>
  /** Read once per page: every record of a page sees the same `now`. Default: the system's clock. */
  readonly now?: () => Date
  /** Answers the look-ups of a page into other strategies. Without it a mapping that has any maps nothing. */
  readonly find?: FindRecords | undefined
  /** Runs the mapping's script. Without it a mapping that has one maps nothing. */
  readonly scripts?: RecordScripts | undefined
}

/** A compiled mapping. Keep one per version of a strategy and close it at the end of the run. */
export interface Mapper {
  readonly mapping: Mapping
  /** One outcome per row, in order. Rejects only with the signal's reason or a broken invariant. */
  mapPage(rows: readonly Data[], signal?: AbortSignal): Promise<readonly MapOutcome[]>
  /** Pages still under way end with a `Failure`. The shared workers live on. */
  close(): void
}
