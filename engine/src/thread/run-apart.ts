import { availableParallelism } from 'node:os'
import { Failure, type FailureDetail, parseJson } from '@sluice/contract'
import { ThreadPool } from './thread-pool.ts'

/** A function of a module that reads what somebody sent, its arguments, and for whom. */
export interface ApartCall {
  /** Address of the module; the thread loads it by itself, so it should import little. */
  readonly module: URL
  /** Of the exported function: pure, and what it returns is JSON, exact numerals included. */
  readonly name: string
  readonly given: readonly unknown[]
  readonly tenantId: string
  /** Where it stood in what was sent. Default `text`. */
  readonly field?: string
  /** Computing it may take. Default 10 s. */
  readonly cpuMs?: number
}

export interface ApartTask {
  readonly module: string
  readonly name: string
  readonly given: readonly unknown[]
}

type ApartEnd = { readonly json: string } | { readonly detail: FailureDetail; readonly cause: string | null }

/** `loaded`: the module is there, and what counts begins. */
export type ApartAnswer = 'loaded' | ApartEnd

const CPU_MS = 10_000
/** On a machine where others compute, too. */
const WALL_FACTOR = 4
/** For a free thread. */
const WAIT_MS = 30_000
const THREADS = Math.max(2, Math.min(4, availableParallelism()))

const pool = new ThreadPool<ApartAnswer>({
  name: 'sluice-apart',
  url: new URL('./apart-worker.ts', import.meta.url),
  threads: THREADS,
  perTenant: THREADS / 2,
  limits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
})

/**
 * Reads what somebody sent on a thread of its own, so that the thread which answers everybody is never held by it.
 * @throws Failure what the function throws; `tooLarge.compute` where it takes more time or memory than it may;
 *   `unavailable.late` where no thread came free; the signal's reason
 */
export async function runApart<Result>(call: ApartCall, signal?: AbortSignal): Promise<Result> {
  const { cpuMs = CPU_MS, field = 'text', tenantId, module, name, given } = call
  const message: ApartTask = { module: module.href, name, given }
  let answer: ApartEnd | null = null
  const late = AbortSignal.timeout(WAIT_MS + cpuMs * WALL_FACTOR)
  const end = await pool
    .run(
      {
        ...{ tenantId, message, cpuMs, wallMs: cpuMs * WALL_FACTOR },
        hear(told) {
          if (told === 'loaded') return 'begin'
          answer = told
          return 'keep'
        },
      },
      signal ? AbortSignal.any([signal, late]) : late,
    )
    .catch((error: unknown) => {
      throw late.aborted ? refuseLate(error) : error
    })
  if (end !== 'heard' || answer === null) throw refuseSize(field, end)
  return readAnswer<Result>(answer)
}

const refuseLate = (cause: unknown): Failure =>
  new Failure({
    code: 'unavailable.late',
    message: 'There was no answer in time. Try again in a moment.',
    retry: 'later',
    cause,
  })

const refuseSize = (field: string, end: string): Failure =>
  new Failure({
    code: 'tooLarge.compute',
    message: 'It could not be read within the time and memory that it may take; send it in parts.',
    field,
    cause: new Error(`reading apart: ${end}`),
  })

function readAnswer<Result>(answer: ApartEnd): Result {
  if ('json' in answer) return parseJson(answer.json) as Result // as the function returned it
  const { detail, cause } = answer
  throw new Failure({ ...detail, ...(cause === null ? {} : { cause: new Error(cause) }) })
}
