import { setImmediate as yieldTurn } from 'node:timers/promises'

/** So long this thread works on records before others have their turn. */
const TURN_MS = 10

/** Who works on much asks between its parts whether its turn is over. */
export interface Turn {
  isOver(): boolean
  /** Others have theirs. @throws the signal's reason */
  give(): Promise<void>
}

export function openTurn(signal?: AbortSignal): Turn {
  let sinceMs = performance.now()
  return {
    isOver: () => performance.now() - sinceMs >= TURN_MS,
    async give() {
      await yieldTurn()
      signal?.throwIfAborted()
      sinceMs = performance.now()
    },
  }
}

/** Does something with each of many, without keeping the thread. @throws the signal's reason */
export async function inTurns<T>(
  all: readonly T[],
  work: (each: T, index: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const turn = openTurn(signal)
  for (const [index, each] of all.entries()) {
    work(each, index)
    if (turn.isOver()) await turn.give()
  }
}
