import type { RouteContext } from '../../../http/route-handler.ts'
import type { StrategyCounters } from '../../run/strategy-day/contract.ts'
import { readCounters } from './counter-store.ts'
import { describeCounters } from './describe-strategy.ts'

export interface CounterEvent {
  readonly id: string
  readonly status: string
  readonly counters: StrategyCounters
}

/** While something runs, the eye follows; while nothing does, a look now and then finds what starts. */
const MOVING_MS = 700
const QUIET_MS = 3000

/** Counters of the named strategies: each once at the start, then whenever they changed. Ends when the caller leaves. */
export async function* watchCounters(ids: readonly string[], ctx: RouteContext): AsyncGenerator<CounterEvent> {
  const sent = new Map<string, string>()
  while (!ctx.signal.aborted) {
    const rows = await ctx.tenant(tx => readCounters(tx, ids))
    let isMoving = false
    for (const row of rows) {
      const event = { id: row.id, status: row.status, counters: describeCounters(row, ctx.tell) }
      isMoving ||= row.run !== null && ['queued', 'running', 'stopping'].includes(row.run.state)
      // The rate of a live run changes by the clock alone; only what it counts is news.
      const { run, records } = event.counters
      const text = JSON.stringify([row.status, records, run?.id, run?.state, run?.counts, event.counters.broken])
      if (sent.get(row.id) === text) continue
      sent.set(row.id, text)
      yield event
    }
    await pause(isMoving ? MOVING_MS : QUIET_MS, ctx.signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}
