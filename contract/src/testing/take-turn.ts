/** How many runs see all of a long list. */
const TURNS = 3
const DAY_MS = 86_400_000

/**
 * This run's share of a long list of cases that all try one promise, such as hostile values or moments of a kill: every
 * third one. Each day has another turn, so that three days see all. `TEST_TURN` names one (from 0), or `all`, which is
 * what a release runs (`npm run test:all`). Cases that each hold a promise of their own are never taken in turns.
 * @param offset where several short lists are taken in turns one by one: the place of this list among them
 */
export function takeTurn<T>(cases: readonly T[], offset = 0): T[] {
  const turn = findTurn()
  return turn === null ? [...cases] : cases.filter((_, at) => (at + offset) % TURNS === turn)
}

/** null: all of them. Read once: a clock that a test turns back must not change which cases a file has. */
const findTurn = (): number | null => {
  const named = process.env['TEST_TURN']
  if (named === 'all') return null
  return named === undefined ? Math.floor(started / DAY_MS) % TURNS : Number(named) % TURNS
}
const started = Date.now()
