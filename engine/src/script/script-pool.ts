import { availableParallelism } from 'node:os'
import { SCRIPT_MEMORY_MB } from '@sluice/contract'
import { ThreadPool } from '../thread/thread-pool.ts'
import type { AskKind, FromWorker, ScriptFault, ToWorker } from './messages.ts'

/** The process's workers for scripts of adapters: each runs one script at a time, in an interpreter of its own. */

export interface PoolTask {
  readonly run: Omit<Extract<ToWorker, { kind: 'run' }>, 'kind'>
  /** Whose it is: no tenant takes more than half of the workers. */
  readonly tenantId: string
  ask(what: AskKind, json: string): Promise<string>
  log(level: 'info' | 'warn', text: string): void
  /** A handle that a calculation over secrets made. */
  mint?(handle: string, value: string): void
}

export type PoolEnd = { readonly kind: 'done'; readonly json: string } | ({ readonly kind: 'failed' } & ScriptFault)

// A script mostly waits for answers, so there may be more than cores.
const MAX_WORKERS = Math.max(4, Math.min(16, availableParallelism() * 2))
/** The interpreter looks at its clock between steps; one step of its own library may be endless. Covers its start too. */
const GRACE_MS = 1500
/** Waiting for answers included. */
const WALL_MS = 180_000

const pool = new ThreadPool<FromWorker>({
  name: 'sluice-script',
  url: new URL('./worker.ts', import.meta.url),
  threads: MAX_WORKERS,
  perTenant: MAX_WORKERS / 2,
  limits: { maxOldGenerationSizeMb: 2 * SCRIPT_MEMORY_MB, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 },
})

/** Runs a script on a free worker. @throws the signal's reason */
export async function runInPool(task: PoolTask, signal?: AbortSignal): Promise<PoolEnd> {
  const { limitMs } = task.run
  let last: PoolEnd | null = null
  const end = await pool.run(
    {
      tenantId: task.tenantId,
      message: { kind: 'run', ...task.run } satisfies ToWorker,
      cpuMs: limitMs + GRACE_MS,
      wallMs: WALL_MS,
      hear(event, tell) {
        if (event.kind === 'minted') task.mint?.(event.handle, event.value)
        else if (event.kind === 'log') task.log(event.level, event.text)
        else if (event.kind === 'ask')
          void answer(tell, task, event) // never rejects: a refusal is an answer
        else {
          last = event
          // What ran out of memory has made the interpreter's own large for good.
          return event.kind === 'done' || event.reason === 'thrown' || event.reason === 'source' ? 'keep' : 'end'
        }
        return 'wait'
      },
    },
    signal,
  )
  if (end === 'time') return failed('time', `The script took longer than ${limitMs / 1000} seconds.`)
  return last ?? failed('memory', `The script needs more than ${SCRIPT_MEMORY_MB} MB.`)
}

const failed = (reason: ScriptFault['reason'], message: string): PoolEnd => ({
  kind: 'failed',
  reason,
  message,
  line: null,
  column: null,
})

async function answer(
  tell: (message: ToWorker) => void,
  task: PoolTask,
  { id, what, json }: Extract<FromWorker, { kind: 'ask' }>,
): Promise<void> {
  const message: ToWorker = await task.ask(what, json).then(
    text => ({ kind: 'answer', id, json: text }),
    (error: unknown) => ({ kind: 'refusal', id, message: error instanceof Error ? error.message : String(error) }),
  )
  tell(message)
}
