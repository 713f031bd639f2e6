import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { bareEnvironment } from '../thread/bare-environment.ts'
import { Turns } from '../thread/turns.ts'
import type { Chunk, ChunkAnswer, WorkerStart } from './worker-mapping.ts'

/**
 * The process's workers for mappings with expressions: shared by all mappings, started on demand, ended when idle.
 * Waiting chunks are served mapping by mapping, so a long page of one strategy holds up no other.
 */

/** How a chunk ended: to its end, or with one record that broke its budget and took the worker with it. */
export type ChunkEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'broken'; readonly index: number; readonly expression: number; readonly limit: 'time' | 'memory' }

export interface ChunkTask {
  readonly chunk: Chunk
  readonly mappingJson: string
  /** CPU that the record at an index may take, in ms. */
  cpuMsOf(index: number): number
  /** Heap of the worker, in MB; a worker with more will do. */
  readonly heapMb: number
  onAnswer(answer: ChunkAnswer): void
}

interface Seat {
  readonly worker: Worker
  readonly heapMb: number
  readonly progress: Int32Array
  readonly mappings: Set<number>
  /** What the chunk under way wants to hear; undefined while idle. */
  listener: SeatListener | undefined
  idleTimer: NodeJS.Timeout | undefined
}

interface SeatListener {
  onAnswer(answer: ChunkAnswer): void
  onError(error: Error): void
  onExit(code: number): void
}

/** More workers than cores only share the same cores. */
const MAX_WORKERS = Math.min(8, Math.max(2, availableParallelism()))
const IDLE_MS = 5_000
const WATCH_MS = 10
/** Mappings that a worker keeps compiled; a run uses one. */
const MAX_MAPPINGS = 8
/** A worker that has not begun a record after this long cannot start or compile at all. */
const START_CPU_MS = 20_000

const idle: Seat[] = []
/** By mapping, each of which is one tenant's; nobody else can say here whose a chunk is. */
const turns = new Turns(MAX_WORKERS, MAX_WORKERS)

/**
 * Runs a chunk on a free worker.
 * @throws the signal's reason, or the error that ended the worker outside of any record
 */
export async function runChunk(task: ChunkTask, signal?: AbortSignal): Promise<ChunkEnd> {
  const owner = String(task.chunk.mappingId)
  await turns.take(owner, signal)
  try {
    signal?.throwIfAborted()
    const seat = takeSeat(task)
    const end = await watchChunk(seat, task, signal)
    if (end.kind === 'done') keepIdle(seat)
    return end
  } finally {
    turns.give(owner)
  }
}

/** An idle worker that knows the mapping, else any, else a new one. */
function takeSeat(task: ChunkTask): Seat {
  const fitting = idle.filter(seat => seat.heapMb >= task.heapMb)
  const seat = fitting.find(known => known.mappings.has(task.chunk.mappingId)) ?? fitting[0]
  if (!seat) return openSeat(task.heapMb)
  idle.splice(idle.indexOf(seat), 1)
  clearTimeout(seat.idleTimer)
  seat.worker.ref()
  return seat
}

function openSeat(heapMb: number): Seat {
  const progress = new Int32Array(new SharedArrayBuffer(12))
  Atomics.store(progress, 0, -1)
  const start: WorkerStart = { progress }
  const worker = new Worker(new URL('./worker-mapping.ts', import.meta.url), {
    name: 'sluice-mapping',
    workerData: start,
    // No settings and no secrets of the process reach a tenant's expressions.
    env: bareEnvironment(),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
  })
  const seat: Seat = { worker, heapMb, progress, mappings: new Set(), listener: undefined, idleTimer: undefined }
  // For the worker's life: removing listeners from a Worker leaves it deaf (seen in Node 24).
  worker.on('message', (answer: ChunkAnswer) => seat.listener?.onAnswer(answer))
  worker.on('error', (error: Error) => seat.listener?.onError(error))
  worker.on('exit', code => {
    forget(seat)
    seat.listener?.onExit(code)
  })
  return seat
}

function forget(seat: Seat): void {
  const at = idle.indexOf(seat)
  if (at >= 0) idle.splice(at, 1)
  clearTimeout(seat.idleTimer)
}

function keepIdle(seat: Seat): void {
  seat.listener = undefined
  seat.worker.unref()
  seat.idleTimer = setTimeout(() => {
    forget(seat)
    void seat.worker.terminate() // never rejects: a thread that has ended is ended
  }, IDLE_MS)
  seat.idleTimer.unref()
  idle.push(seat)
}

/** One chunk on one worker: ends by its last answer, the worker's death, the watchdog or the signal, the first of them. */
function watchChunk(seat: Seat, task: ChunkTask, signal: AbortSignal | undefined): Promise<ChunkEnd> {
  const { worker, progress } = seat
  return new Promise((resolve, reject) => {
    let isEnded = false
    const end = (settle: () => void): void => {
      if (isEnded) return
      isEnded = true
      clearInterval(timer)
      signal?.removeEventListener('abort', abort)
      settle()
    }
    // Answers already sent are still delivered before terminate resolves.
    const stop = (settle: () => void): void => end(() => void worker.terminate().then(settle, settle))
    const abort = (): void => stop(() => reject(signal?.reason))
    const broken = (limit: 'time' | 'memory', index: number): ChunkEnd => ({
      kind: 'broken',
      index,
      expression: Atomics.load(progress, 1),
      limit,
    })
    const watch = makeWatch(seat, task, index =>
      index < 0
        ? stop(() => reject(new Error('mapping in a worker that does not begin')))
        : stop(() => resolve(broken('time', index))),
    )
    const timer = setInterval(() => void watch(), WATCH_MS)
    seat.listener = {
      onAnswer(answer) {
        task.onAnswer(answer)
        if (answer.isLast) end(() => resolve({ kind: 'done' }))
      },
      onError(error) {
        const index = Atomics.load(progress, 0)
        const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' && index >= 0
        stop(() => (isMemory ? resolve(broken('memory', index)) : reject(error)))
      },
      onExit: code => end(() => reject(new Error(`mapping in a worker that ended with code ${code}`))),
    }
    signal?.addEventListener('abort', abort, { once: true })
    worker.postMessage(chunkFor(seat, task))
  })
}

function chunkFor(seat: Seat, task: ChunkTask): Chunk {
  if (seat.mappings.has(task.chunk.mappingId)) return task.chunk
  const [oldestId] = seat.mappings
  const forgetId = seat.mappings.size >= MAX_MAPPINGS ? oldestId : undefined
  if (forgetId !== undefined) seat.mappings.delete(forgetId)
  seat.mappings.add(task.chunk.mappingId)
  return { ...task.chunk, mappingJson: task.mappingJson, forgetId }
}

/**
 * Compares the worker's CPU with what it was when the record under way began. Wall time would blame a record for a busy
 * machine.
 * @param onOver told the record that took too long, or -1 when the worker cannot begin one
 */
function makeWatch(seat: Seat, task: ChunkTask, onOver: (index: number) => void): () => Promise<void> {
  const { progress } = seat
  return async () => {
    const index = Atomics.load(progress, 0)
    const cpuMsAtStart = Atomics.load(progress, 2) / 10
    const cpuMs = await readCpuMs(seat.worker)
    // The worker may have moved on while its CPU was read.
    if (cpuMs === undefined || Atomics.load(progress, 0) !== index) return
    if (cpuMs - cpuMsAtStart > (index < 0 ? START_CPU_MS : task.cpuMsOf(index))) onOver(index)
  }
}

/** User and system time of the worker's thread; undefined once it has ended. */
async function readCpuMs(worker: Worker): Promise<number | undefined> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch {
    return undefined
  }
}
