import type { RecordHook, ScriptHook } from '@sluice/contract'

/** What is asked of the host in the middle of a script. */
export type AskKind = 'call' | 'map' | 'lookup'

export type ToWorker =
  /** Without a hook the script is only looked at. Texts are JSON with `$exact` for numbers a double would not keep. */
  | {
      readonly kind: 'run'
      readonly code: string
      readonly hook: ScriptHook | RecordHook | null
      readonly inputJson: string
      readonly factsJson: string
      /** What handles stand for, by their text in small letters; never a value of the interpreter. */
      readonly secrets?: ReadonlyMap<string, string>
      /** Of computing, and of sleep that the script asks for. */
      readonly limitMs: number
      /** For records: the list is gone through one by one, at one moment; where it is stands in `at[0]`, -1 before the first. */
      readonly records?: { readonly at: Int32Array; readonly nowMs: number }
    }
  | { readonly kind: 'answer'; readonly id: number; readonly json: string }
  | { readonly kind: 'refusal'; readonly id: number; readonly message: string }

export type FromWorker =
  | { readonly kind: 'ask'; readonly id: number; readonly what: AskKind; readonly json: string }
  /** A calculation over a secret made another one. */
  | { readonly kind: 'minted'; readonly handle: string; readonly value: string }
  | { readonly kind: 'log'; readonly level: 'info' | 'warn'; readonly text: string }
  /** `json`: what the hook gave, or the list of hooks. */
  | { readonly kind: 'done'; readonly json: string }
  | ({ readonly kind: 'failed' } & ScriptFault)

export interface ScriptFault {
  /** source: it cannot be compiled; broken: nor can anything after it; thrown: it threw; the others are limits. */
  readonly reason: 'source' | 'broken' | 'thrown' | 'time' | 'memory' | 'output'
  readonly message: string
  readonly line: number | null
  readonly column: number | null
}
