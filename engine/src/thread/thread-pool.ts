import { type ResourceLimits, Worker } from 'node:worker_threads'
import { bareEnvironment } from './bare-environment.ts'
import { Turns } from './turns.ts'

/** What a thread is asked to do, and what it may take. */
export interface Errand<Told> {
  /** Whose it is: no tenant takes more than its share of the threads. */
  readonly tenantId: string
  /** The first message to the thread. */
  readonly message: unknown
  /** Computing of the thread, by its own clock: wall time would blame an errand for a busy machine. */
  readonly cpuMs: number
  /** From the first message on, waiting included. */
  readonly wallMs: number
  /**
   * What to do with the thread after its word: keep it for the next errand, end it, or wait for another word. `begin`:
   * wait, and what it took so far, as for loading code, does not count.
   */
  hear(told: Told, tell: (message: unknown) => void): 'keep' | 'end' | 'wait' | 'begin'
}

/** heard: by its own last word; time: it took more than it may; died: the thread ended under it, mostly for want of memory. */
export type ErrandEnd = 'heard' | 'time' | 'died'

export interface ThreadPoolOptions {
  readonly name: string
  /** The file that a thread runs. */
  readonly url: URL
  readonly threads: number
  readonly perTenant: number
  readonly limits: ResourceLimits
}

const IDLE_MS = 30_000
const WATCH_MS = 100

interface Seat<Told> {
  readonly worker: Worker
  listener: ((told: Told) => void) | null
  onExit: (() => void) | null
  idleTimer: NodeJS.Timeout | undefined
}

/** Threads of the process that do one errand at a time, bounded in time and memory; idle ones end by themselves. */
export class ThreadPool<Told> {
  readonly #options: ThreadPoolOptions
  readonly #turns: Turns
  readonly #idle: Seat<Told>[] = []

  constructor(options: ThreadPoolOptions) {
    this.#options = options
    this.#turns = new Turns(options.threads, options.perTenant)
  }

  /** Waits for a free thread. @throws the signal's reason */
  async run(errand: Errand<Told>, signal?: AbortSignal): Promise<ErrandEnd> {
    await this.#turns.take(errand.tenantId, signal)
    try {
      signal?.throwIfAborted()
      return await this.#occupy(this.#takeSeat(), errand, signal)
    } finally {
      this.#turns.give(errand.tenantId)
    }
  }

  #takeSeat(): Seat<Told> {
    const known = this.#idle.pop()
    if (!known) return this.#openSeat()
    clearTimeout(known.idleTimer)
    known.worker.ref()
    return known
  }

  #openSeat(): Seat<Told> {
    const { url, name, limits } = this.#options
    // No settings and no secrets of the process reach what a tenant sends, were it to leave its bounds.
    const worker = new Worker(url, { name, env: bareEnvironment(), execArgv: [], resourceLimits: limits })
    const seat: Seat<Told> = { worker, listener: null, onExit: null, idleTimer: undefined }
    worker.on('message', (told: Told) => seat.listener?.(told))
    // Told by its exit, which follows.
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      this.#forget(seat)
      seat.onExit?.()
    })
    return seat
  }

  #forget(seat: Seat<Told>): void {
    const at = this.#idle.indexOf(seat)
    if (at >= 0) this.#idle.splice(at, 1)
    clearTimeout(seat.idleTimer)
  }

  #keepIdle(seat: Seat<Told>): void {
    seat.worker.unref()
    seat.idleTimer = setTimeout(() => {
      this.#forget(seat)
      void seat.worker.terminate() // never rejects: a thread that has ended is ended
    }, IDLE_MS)
    seat.idleTimer.unref()
    this.#idle.push(seat)
  }

  /** Ends by the thread's last word, its death, the watchdog or the signal, the first of them. */
  #occupy(seat: Seat<Told>, errand: Errand<Told>, signal: AbortSignal | undefined): Promise<ErrandEnd> {
    return new Promise((resolve, reject) => {
      const { worker } = seat
      let isEnded = false
      const end = (settle: () => void, isKept: boolean): void => {
        if (isEnded) return
        isEnded = true
        clearInterval(timer)
        signal?.removeEventListener('abort', abort)
        seat.listener = null
        seat.onExit = null
        if (isKept) this.#keepIdle(seat)
        else void worker.terminate() // never rejects: as above
        settle()
      }
      const abort = (): void => end(() => reject(signal?.reason), false)
      const watch = makeWatch(worker, errand, () => end(() => resolve('time'), false))
      const timer = setInterval(() => void watch.look(), WATCH_MS)
      seat.listener = told => {
        const next = errand.hear(told, message => worker.postMessage(message))
        if (next === 'begin') watch.begin()
        else if (next !== 'wait') end(() => resolve('heard'), next === 'keep')
      }
      seat.onExit = () => end(() => resolve('died'), false)
      signal?.addEventListener('abort', abort, { once: true })
      worker.postMessage(errand.message)
    })
  }
}

function makeWatch(
  worker: Worker,
  { cpuMs, wallMs }: Pick<Errand<never>, 'cpuMs' | 'wallMs'>,
  onOver: () => void,
): { look(): Promise<void>; begin(): void } {
  let beganMs = performance.now()
  let startMs: number | null = null
  return {
    async look() {
      const usage = await worker.cpuUsage().catch(() => null)
      if (usage === null) return
      const usedMs = (usage.user + usage.system) / 1000
      startMs ??= usedMs
      if (usedMs - startMs > cpuMs || performance.now() - beganMs > wallMs) onOver()
    },
    begin() {
      beganMs = performance.now()
      startMs = null
    },
  }
}
