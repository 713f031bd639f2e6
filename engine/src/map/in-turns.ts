import { setImmediate as yieldTurn } from 'node:timers/promises'

/** So long this thread works on records before others have their turn. */
const TURN_MS = 10

/** Does something with each of many, without keeping the thread. @throws the signal's reason */
export async function inTurns<T>(
  all: readonly T[],
  work: (each: T, index: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  let sinceMs = performance.now()
  for (const [index, each] of all.entries()) {
    work(each, index)
    if (performance.now() - sinceMs < TURN_MS) continue
    await yieldTurn()
    signal?.throwIfAborted()
    sinceMs = performance.now()
  }
}
