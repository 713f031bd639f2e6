import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** How late the thread that answers requests came to what was due, in the last one to two minutes. */
export interface LoopDelay {
  readonly p99_ms: number
  readonly max_ms: number
  /** Times that it was held for more than 100 ms since the process began. */
  readonly stalls: number
}

/** Held longer, and whoever waits feels it. */
const STALL_MS = 100
const TICK_MS = 20
const WINDOW_MS = 60_000
/** While it is held again and again, one line a second is enough. */
const QUIET_MS = 1000
/** Requests that one line names: those under way the longest. */
const SHOWN = 10

interface UnderWay {
  readonly id: string
  readonly method: string
  readonly route: string
  readonly sinceMs: number
}

export interface LoopWatch {
  measure(): LoopDelay
  stop(): void
}

/**
 * Measures how long requests, or anything else, held the thread that answers everybody, and says in the log which were
 * under way then. `threadMs` is how much of it the thread itself computed: much less than it was held means that the
 * machine was busy or the thread waited for a file.
 */
export function watchLoop(app: FastifyInstance, nowMs: () => number = () => performance.now()): LoopWatch {
  const requests = watchRequests(app, nowMs)
  const delays = keepDelays(nowMs)
  let [stalls, untold] = [0, 0]
  let toldMs = Number.NEGATIVE_INFINITY
  let dueMs = nowMs() + TICK_MS
  let cpu = process.threadCpuUsage()
  const tick = (): void => {
    const lateMs = Math.max(0, nowMs() - dueMs)
    const used = process.threadCpuUsage(cpu)
    delays.note(lateMs)
    if (lateMs > STALL_MS) {
      stalls += 1
      untold += 1
      if (nowMs() - toldMs > QUIET_MS) {
        const threadMs = Math.round((used.user + used.system) / 1000)
        const lines = { heldMs: Math.round(lateMs), threadMs, times: untold, requests: requests.list(SHOWN) }
        app.log.warn(lines, 'the thread that answers requests was held')
        ;[untold, toldMs] = [0, nowMs()]
      }
    }
    requests.forgetEnded()
    cpu = process.threadCpuUsage()
    dueMs = nowMs() + TICK_MS
    timer = setTimeout(tick, TICK_MS).unref()
  }
  let timer = setTimeout(tick, TICK_MS).unref()
  return {
    measure: () => ({ ...delays.read(), stalls }),
    stop: () => clearTimeout(timer),
  }
}

/** Requests under way, and those that ended since somebody looked: what held the thread may be through by then. */
function watchRequests(app: FastifyInstance, nowMs: () => number) {
  const open = new Map<FastifyRequest, UnderWay>()
  const ended: UnderWay[] = []
  app.addHook('onRequest', async req => {
    const { id, method } = req
    // The route, never the url: ids and searches of a tenant are no business of the log.
    open.set(req, { id, method, route: req.routeOptions.url ?? '-', sinceMs: nowMs() })
  })
  const end = (req: FastifyRequest): void => {
    const known = open.get(req)
    if (known) ended.push(known)
    open.delete(req)
  }
  app.addHook('onResponse', async req => end(req))
  app.addHook('onRequestAbort', async req => end(req))
  return {
    list: (most: number) =>
      [...ended, ...open.values()]
        .sort((one, other) => one.sinceMs - other.sinceMs)
        .slice(-most)
        .map(({ sinceMs, ...request }) => ({ ...request, forMs: Math.round(nowMs() - sinceMs) })),
    forgetEnded() {
      ended.length = 0
    },
  }
}

/** Two windows, so that what is read is never of less than one. */
function keepDelays(nowMs: () => number) {
  let [now, before]: RecordableHistogram[] = [createHistogram(), createHistogram()]
  let sinceMs = nowMs()
  return {
    note(lateMs: number): void {
      if (nowMs() - sinceMs > WINDOW_MS) {
        ;[now, before] = [createHistogram(), now]
        sinceMs = nowMs()
      }
      now?.record(Math.round(lateMs) + 1) // a histogram begins at 1
    },
    read(): Omit<LoopDelay, 'stalls'> {
      const both = createHistogram()
      for (const each of [now, before]) if (each) both.add(each)
      if (both.count === 0) return { p99_ms: 0, max_ms: 0 }
      return { p99_ms: both.percentile(99) - 1, max_ms: both.max - 1 }
    },
  }
}
