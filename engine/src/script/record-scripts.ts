import { type Data, isData, type RecordHook, recordHooks, SCRIPT_MS, type Value } from '@sluice/contract'
import { type RecordScripts, type RecordScriptTask, type ScriptOutcome, toScriptProblem } from '../map/index.ts'
import type { MapProblem } from '../stage/map-problem.ts'
import { readExact, writeExact } from './exact-json.ts'
import { inspectScript, refuseAsk } from './inspect-script.ts'
import type { ScriptFault } from './messages.ts'
import { readPlace } from './read-place.ts'
import { explainRecordFault } from './script-failure.ts'
import { type PoolEnd, runInPool } from './script-pool.ts'

/** What one crossing into the sandbox takes at once, beside its two seconds: a page, unless its records are large. */
const CHUNK_ROWS = 2000
const CHUNK_CHARS = 2_000_000
/** Records of a page that may use up the limits, two seconds each; the others are refused then. */
const MAX_CULPRITS = 3

/** Runs the scripts of a tenant's mappings, a page at a time. Tests shorten the limit of a crossing. */
export const createRecordScripts = (tenantId: string, limitMs = SCRIPT_MS): RecordScripts => ({
  async inspect(code, signal) {
    const names: readonly string[] = await inspectScript({ code, tenantId, explain: explainRecordFault }, signal)
    return recordHooks.filter(hook => names.includes(hook))
  },
  run: (task, signal) => new PageRun(task, { tenantId, limitMs }, signal).run(),
})

class PageRun {
  readonly #task: RecordScriptTask
  readonly #tenantId: string
  readonly #limitMs: number
  readonly #signal: AbortSignal | undefined
  readonly #texts: readonly string[]
  readonly #made: ScriptOutcome[] = []
  #culprits = 0

  constructor(
    task: RecordScriptTask,
    { tenantId, limitMs }: { readonly tenantId: string; readonly limitMs: number },
    signal: AbortSignal | undefined,
  ) {
    this.#task = task
    this.#tenantId = tenantId
    this.#limitMs = limitMs
    this.#signal = signal
    this.#texts = task.rows.map(({ input, record }) => writeExact(record ? [input, record] : [input]))
  }

  /**
   * A limit is blamed on a record only where it had all of it: those before it are run again without it, and it begins the
   * next crossing.
   */
  async run(): Promise<readonly ScriptOutcome[]> {
    const total = this.#texts.length
    let end = this.#chunkEnd(0)
    while (this.#made.length < total) {
      const first = this.#made.length
      const { ended, at } = await this.#cross(first, end)
      const outcomes = ended.kind === 'done' ? this.#read(ended.json, end - first) : null
      if (outcomes) {
        this.#made.push(...outcomes)
        end = this.#chunkEnd(end)
      } else if (ended.kind === 'failed' && at <= 0 && (at === 0 || end === first + 1)) {
        this.#blame(ended)
        end = this.#chunkEnd(this.#made.length)
      } else if (end === first + 1) this.#blame(BROKEN)
      else end = first + (at > 0 && isCulpritKnown(ended) ? at : Math.ceil((end - first) / 2))
    }
    return this.#made
  }

  #chunkEnd(first: number): number {
    const last = Math.min(this.#texts.length, first + CHUNK_ROWS)
    let chars = 0
    let end = first
    while (end < last && (end === first || chars + this.#texts[end]!.length <= CHUNK_CHARS)) {
      chars += this.#texts[end]!.length // both below the length
      end += 1
    }
    return end
  }

  async #cross(first: number, end: number): Promise<{ readonly ended: PoolEnd; readonly at: number }> {
    const { code, hook, now } = this.#task
    const at = new Int32Array(new SharedArrayBuffer(4)).fill(-1)
    const inputJson = `[${this.#texts.slice(first, end).join(',')}]`
    const run = {
      code,
      hook,
      inputJson,
      factsJson: '{}',
      limitMs: this.#limitMs,
      records: { at, nowMs: now.getTime() },
    }
    const ended = await runInPool({ run, tenantId: this.#tenantId, ask: refuseAsk, log: () => undefined }, this.#signal)
    return { ended, at: Atomics.load(at, 0) }
  }

  #blame(fault: ScriptFault): void {
    const problem = toScriptProblem(explainRecordFault(fault, this.#task.hook))
    this.#made.push({ problem })
    this.#culprits += 1
    if (this.#culprits < MAX_CULPRITS) return
    while (this.#made.length < this.#texts.length) this.#made.push({ problem })
  }

  /** What came out of the sandbox; null where it is not one result per record. */
  #read(json: string, count: number): ScriptOutcome[] | null {
    const results = readResults(json)
    if (!Array.isArray(results) || results.length !== count) return null
    return results.map(result => {
      const { data, ...thrown } = isData(result) ? result : {}
      return isData(data) ? { data } : { problem: describeThrown(thrown, this.#task.hook) }
    })
  }
}

/** Too long an answer is that of all records together, wherever it ended. */
const isCulpritKnown = (ended: PoolEnd): boolean => ended.kind === 'failed' && ended.reason !== 'output'

const BROKEN: ScriptFault = {
  reason: 'output',
  message: 'The script gave back what is no JSON.',
  line: null,
  column: null,
}

function readResults(json: string): Value {
  try {
    return readExact(json)
  } catch {
    return null
  }
}

/** The prelude's own words, or what a script made of them. */
function describeThrown(thrown: Data, hook: RecordHook): MapProblem {
  const { refused, name = '', message = '', stack = '' } = thrown
  if (refused !== undefined) return { field: 'script', code: 'script.refused', message: String(refused).slice(0, 1000) }
  const text = name === '' || name === 'Error' ? String(message) : `${name}: ${message}`
  const fault: ScriptFault = { reason: 'thrown', message: text.slice(0, 1000), ...readPlace(String(stack)) }
  return toScriptProblem(explainRecordFault(fault, hook))
}
