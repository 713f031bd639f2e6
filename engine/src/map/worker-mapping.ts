import { parentPort, workerData } from 'node:worker_threads'
import { type Data, type Mapping, parseJson, type Value } from '@sluice/contract'
import { type CompiledFields, compileFields } from './compile-fields.ts'
import { warmPatterns } from './expression-pattern.ts'
import type { FindAnswer, Found } from './find-answer.ts'

/** Some records of one page, on their way to a worker. JSON texts, because classed values do not survive cloning. */
export interface Chunk {
  /** Number of the mapping in this process. */
  readonly mappingId: number
  /** The mapping's JSON text, with the first chunk that a worker gets of it. */
  readonly mappingJson?: string
  /** A mapping that the worker need not keep any longer. */
  readonly forgetId?: number | undefined
  readonly nowMs: number
  readonly rowsJson: string
  /** What a record may grow by because of how many values it makes. */
  readonly valueChars?: number | undefined
  /** What their look-ups have found, as [id, answer] pairs. */
  readonly foundJson?: string | undefined
}

/** Outcomes of consecutive records of the chunk, from `first` on, as a JSON list. `isLast` ends the chunk. */
export interface ChunkAnswer {
  readonly first: number
  readonly outcomesJson: string
  readonly isLast: boolean
}

export interface WorkerStart {
  /**
   * [record under way or -1, its expression, this thread's CPU when it began, in tenths of a ms]: how the watchdog sees
   * inside a loop.
   */
  readonly progress: Int32Array
}

/** Answers are sent when they reach this size or age, so that ending the worker loses little work. */
const ANSWER_CHARS = 262_144
const ANSWER_AGE_MS = 20

/** What a record may grow by beyond its own size; larger texts would be single allocations near V8's reserve. */
const GROWTH_CHARS = 4_000_000

const compiled = new Map<number, CompiledFields>()
// The file is only ever started by worker-pool.ts, which passes this.
const { progress } = workerData as WorkerStart

// No record pays for what the first pattern of a thread costs.
warmPatterns()
parentPort?.on('message', (chunk: Chunk) => runChunk(chunk))

/** Before the record's number, so that a record is never charged with the CPU of the one before it. */
function noteCpu(): void {
  const { user, system } = process.threadCpuUsage()
  Atomics.store(progress, 2, (user + system) / 100)
}

function runChunk(chunk: Chunk): void {
  noteCpu()
  const fields = fieldsOf(chunk)
  // The pool wrote a list of records.
  const rows = parseJson(chunk.rowsJson) as readonly Data[]
  const maxChars = GROWTH_CHARS + 2 * chunk.rowsJson.length + (chunk.valueChars ?? 0)
  const now = new Date(chunk.nowMs)
  const found: Found | undefined =
    chunk.foundJson === undefined ? undefined : new Map(parseJson(chunk.foundJson) as unknown as [string, FindAnswer][])
  let answer = openAnswer(0)
  for (let index = 0; index < rows.length; index++) {
    Atomics.store(progress, 1, -1)
    noteCpu()
    Atomics.store(progress, 0, index)
    answer.texts.push(JSON.stringify(fields.mapRow(rows[index] ?? {}, now, maxChars, found)))
    answer.chars += answer.texts.at(-1)?.length ?? 0
    if (answer.chars < ANSWER_CHARS && performance.now() - answer.sinceMs < ANSWER_AGE_MS) continue
    post(answer, false)
    answer = openAnswer(index + 1)
  }
  Atomics.store(progress, 0, -1)
  post(answer, true)
}

interface Answer {
  readonly first: number
  readonly texts: string[]
  readonly sinceMs: number
  chars: number
}

const openAnswer = (first: number): Answer => ({ first, texts: [], sinceMs: performance.now(), chars: 0 })

function post(answer: Answer, isLast: boolean): void {
  const message: ChunkAnswer = { first: answer.first, outcomesJson: `[${answer.texts.join(',')}]`, isLast }
  parentPort?.postMessage(message)
}

function fieldsOf(chunk: Chunk): CompiledFields {
  const known = compiled.get(chunk.mappingId)
  if (known) return known
  // The pool sends the mapping with the first chunk; numbers of constants are plain JSON numbers.
  const mapping = JSON.parse(chunk.mappingJson ?? 'null') as Mapping & Record<string, Value>
  const fields = compileFields(mapping, expression => Atomics.store(progress, 1, expression))
  if (chunk.forgetId !== undefined) compiled.delete(chunk.forgetId)
  compiled.set(chunk.mappingId, fields)
  return fields
}
