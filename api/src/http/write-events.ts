import type { Schema } from '@sluice/contract'
import type { z } from 'zod'
import { askNowAndThen, RECHECK_MS } from './while-held.ts'

/** A comment keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 15_000
/** A timer may be as much too early. */
const TIMER_MS = 50

/** Server-sent events, one JSON document each, until the source ends, the caller leaves or the sign-in does. */
export async function* writeEvents(
  events: AsyncIterable<unknown>,
  schema: Schema | undefined,
  isAlive: () => Promise<boolean>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const source = events[Symbol.asyncIterator]()
  try {
    yield ': open\n\n'
    let next: Promise<IteratorResult<unknown>> | null = null
    // A source that is never quiet is asked about no less often.
    const isStillAlive = askNowAndThen(isAlive, RECHECK_MS - TIMER_MS)
    for (let quietMs = 0; !signal.aborted; ) {
      if (!(await isStillAlive())) return
      next ??= source.next()
      const step = await race(next, RECHECK_MS, signal)
      if (step === null) {
        if (signal.aborted) return
        quietMs += RECHECK_MS
        if (quietMs < HEARTBEAT_MS) continue
        yield ': still here\n\n'
      } else {
        if (step.done) return
        next = null
        const event = schema ? (schema as z.ZodType).parse(step.value) : step.value // thin view of a zod type
        yield `data: ${JSON.stringify(event)}\n\n`
      }
      quietMs = 0
    }
  } finally {
    // Not awaited: a source that waits for its next change ends by the same signal.
    source.return?.()?.catch(() => undefined)
  }
}

/** The step, or null when the time is up or the caller has left. */
async function race<T>(step: Promise<T>, waitMs: number, signal: AbortSignal): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  let onAbort = () => {}
  const pause = new Promise<null>(resolve => {
    onAbort = () => resolve(null)
    timer = setTimeout(onAbort, waitMs)
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([step, pause])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}
