import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { SCRIPT_MEMORY_MB } from '@sluice/contract'
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
const MAX_PER_TENANT = MAX_WORKERS / 2
const IDLE_MS = 30_000
const WATCH_MS = 100
/** The interpreter looks at its clock between steps; one step of its own library may be endless. Covers its start too. */
const GRACE_MS = 1500
/** Waiting for answers included. */
const WALL_MS = 180_000

interface Seat {
  readonly worker: Worker
  listener: ((event: FromWorker | { readonly kind: 'ended'; readonly error: Error | null }) => void) | null
  idleTimer: NodeJS.Timeout | undefined
}

const idle: Seat[] = []
const waiting: { readonly tenantId: string; go(): void }[] = []
const taken = new Map<string, number>()
let takenInAll = 0

/** Runs a script on a free worker. @throws the signal's reason */
export async function runInPool(task: PoolTask, signal?: AbortSignal): Promise<PoolEnd> {
  await takeTurn(task.tenantId, signal)
  try {
    signal?.throwIfAborted()
    return await occupySeat(takeSeat(), task, signal)
  } finally {
    giveTurn(task.tenantId)
  }
}

const mayTake = (tenantId: string): boolean => takenInAll < MAX_WORKERS && (taken.get(tenantId) ?? 0) < MAX_PER_TENANT

async function takeTurn(tenantId: string, signal: AbortSignal | undefined): Promise<void> {
  if (!mayTake(tenantId))
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        const at = waiting.indexOf(turn)
        if (at >= 0) waiting.splice(at, 1)
        reject(signal?.reason)
      }
      const turn = {
        tenantId,
        go: (): void => {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      waiting.push(turn)
      signal?.addEventListener('abort', leave, { once: true })
    })
  else count(tenantId, 1)
}

function giveTurn(tenantId: string): void {
  count(tenantId, -1)
  const next = waiting.findIndex(each => mayTake(each.tenantId))
  if (next < 0) return
  const [turn] = waiting.splice(next, 1)
  if (!turn) return
  count(turn.tenantId, 1)
  turn.go()
}

function count(tenantId: string, by: number): void {
  takenInAll += by
  const now = (taken.get(tenantId) ?? 0) + by
  if (now > 0) taken.set(tenantId, now)
  else taken.delete(tenantId)
}

function takeSeat(): Seat {
  const known = idle.pop()
  if (!known) return openSeat()
  clearTimeout(known.idleTimer)
  known.worker.ref()
  return known
}

function openSeat(): Seat {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    name: 'sluice-script',
    // No settings and no secrets of the process reach a tenant's script, were it to leave the sandbox.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 2 * SCRIPT_MEMORY_MB, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 },
  })
  const seat: Seat = { worker, listener: null, idleTimer: undefined }
  let error: Error | null = null
  worker.on('message', (message: FromWorker) => seat.listener?.(message))
  worker.on('error', (thrown: Error) => {
    error = thrown
  })
  worker.on('exit', () => {
    forget(seat)
    seat.listener?.({ kind: 'ended', error })
  })
  return seat
}

function forget(seat: Seat): void {
  const at = idle.indexOf(seat)
  if (at >= 0) idle.splice(at, 1)
  clearTimeout(seat.idleTimer)
}

function keepIdle(seat: Seat): void {
  seat.worker.unref()
  seat.idleTimer = setTimeout(() => {
    forget(seat)
    void seat.worker.terminate() // never rejects: a thread that has ended is ended
  }, IDLE_MS)
  seat.idleTimer.unref()
  idle.push(seat)
}

/** One script on one worker: ends by its answer, the worker's death, the watchdog or the signal, the first of them. */
function occupySeat(seat: Seat, task: PoolTask, signal: AbortSignal | undefined): Promise<PoolEnd> {
  return new Promise((resolve, reject) => {
    const { worker } = seat
    const beganMs = performance.now()
    let isEnded = false
    const end = (settle: () => void, isKept: boolean): void => {
      if (isEnded) return
      isEnded = true
      clearInterval(timer)
      signal?.removeEventListener('abort', abort)
      seat.listener = null
      if (isKept) keepIdle(seat)
      else void worker.terminate() // never rejects: as above
      settle()
    }
    const abort = (): void => end(() => reject(signal?.reason), false)
    const fail = (reason: ScriptFault['reason'], message: string): void =>
      end(() => resolve({ kind: 'failed', reason, message, line: null, column: null }), false)
    const { limitMs } = task.run
    const watch = makeWatch(worker, { beganMs, limitMs }, () =>
      fail('time', `The script took longer than ${limitMs / 1000} seconds.`),
    )
    const timer = setInterval(() => void watch(), WATCH_MS)
    seat.listener = event => {
      if (event.kind === 'minted') task.mint?.(event.handle, event.value)
      else if (event.kind === 'log') task.log(event.level, event.text)
      else if (event.kind === 'ask')
        void answer(worker, task, event) // never rejects: a refusal is an answer
      // What ran out of memory has made the interpreter's own large for good.
      else if (event.kind === 'ended') fail('memory', `The script needs more than ${SCRIPT_MEMORY_MB} MB.`)
      else end(() => resolve(event), event.kind === 'done' || event.reason === 'thrown' || event.reason === 'source')
    }
    signal?.addEventListener('abort', abort, { once: true })
    worker.postMessage({ kind: 'run', ...task.run } satisfies ToWorker)
  })
}

async function answer(worker: Worker, task: PoolTask, { id, what, json }: Extract<FromWorker, { kind: 'ask' }>) {
  const message: ToWorker = await task.ask(what, json).then(
    text => ({ kind: 'answer', id, json: text }),
    (error: unknown) => ({ kind: 'refusal', id, message: error instanceof Error ? error.message : String(error) }),
  )
  worker.postMessage(message)
}

/** By the thread's own clock: wall time would blame a script for a busy machine. */
function makeWatch(
  worker: Worker,
  { beganMs, limitMs }: { readonly beganMs: number; readonly limitMs: number },
  onOver: () => void,
): () => Promise<void> {
  let startMs: number | null = null
  return async () => {
    const usage = await worker.cpuUsage().catch(() => null)
    if (usage === null) return
    const cpuMs = (usage.user + usage.system) / 1000
    startMs ??= cpuMs
    if (cpuMs - startMs > limitMs + GRACE_MS || performance.now() - beganMs > WALL_MS) onOver()
  }
}
