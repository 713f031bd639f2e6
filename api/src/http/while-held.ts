/** A download outlives what it was allowed by at most by this. */
const RECHECK_MS = 5000

/**
 * The pieces of a file for as long as the caller may have them. Who may not any more, sees it cut, which no program takes
 * for its end; a reader who takes long is asked about before the next piece.
 */
export async function* whileHeld<T>(
  pieces: AsyncIterable<T>,
  isHeld: () => Promise<boolean>,
  recheckMs = RECHECK_MS,
): AsyncGenerator<T> {
  let checkedMs = performance.now()
  for await (const piece of pieces) {
    if (performance.now() - checkedMs >= recheckMs) {
      if (!(await isHeld())) throw new Error('sending a file: whoever asked for it may not have it any more')
      checkedMs = performance.now()
    }
    yield piece
  }
}
