/** A call that lasts outlives what it was allowed by at most by this. */
export const RECHECK_MS = 5000

/** Asks now and then whether a call that lasts may go on: between two questions the answer stands. */
export function askNowAndThen(isHeld: () => Promise<boolean>, everyMs: number): () => Promise<boolean> {
  let askedMs = performance.now()
  return async () => {
    if (performance.now() - askedMs < everyMs) return true
    const isStill = await isHeld()
    askedMs = performance.now()
    return isStill
  }
}

/**
 * The pieces of a file for as long as the caller may have them. Who may not any more, sees it cut, which no program takes
 * for its end; a reader who takes long is asked about before the next piece.
 */
export async function* whileHeld<T>(
  pieces: AsyncIterable<T>,
  isHeld: () => Promise<boolean>,
  recheckMs = RECHECK_MS,
): AsyncGenerator<T> {
  const isStillHeld = askNowAndThen(isHeld, recheckMs)
  for await (const piece of pieces) {
    if (!(await isStillHeld())) throw new Error('sending a file: whoever asked for it may not have it any more')
    yield piece
  }
}
