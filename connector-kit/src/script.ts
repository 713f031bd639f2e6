import type { ScriptHook, ScriptLine, Value } from '@sluice/contract'

/** Scripts of adapters, run by the host in a sandbox: nothing but what a task lends can be reached. */
export interface ScriptRunner {
  /** The functions that a script exports. @throws Failure `script.source` naming line and column */
  inspect(code: string, signal?: AbortSignal): Promise<readonly ScriptHook[]>
  /**
   * Calls one of them and gives what it gave back; its input where it gave nothing.
   * @throws Failure `script.failed`, `script.time`, `script.memory`, `script.output`, naming line and column where known
   */
  run(task: ScriptTask, signal?: AbortSignal): Promise<Value>
}

export interface ScriptTask {
  readonly code: string
  readonly hook: ScriptHook
  readonly input: Value
  /** What the context holds from the start. */
  readonly facts: ScriptFacts
  /** What handles among its texts stand for. Absent: there are none. */
  readonly secrets?: {
    readonly known: ReadonlyMap<string, string>
    /** A calculation over them made another one. */
    keep(handle: string, value: string): void
  }
  /** One request of `ctx.call`; a rejection reaches the script as an error. */
  call(request: Value, signal?: AbortSignal): Promise<Value>
  log(line: ScriptLine): void
}

/** Secrets among them are handles: only what leaves towards the far system holds what they stand for. */
export interface ScriptFacts {
  readonly params: Readonly<Record<string, string>>
  readonly app: Readonly<Record<string, string>>
  readonly auth: Readonly<Record<string, string>>
  readonly purpose: 'read' | 'write' | 'signIn'
}
