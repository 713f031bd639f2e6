import type { Design, Figure, Reading } from './types.ts'

/** Without a goal of its own a figure is old when this many refreshes went by. */
const REFRESHES = 3

/**
 * Components whose figures are older than they may be: what the server said of their age when it answered, and the time
 * since. `receivedMs` and `nowMs` are of this browser, whose clock need not agree with the server's.
 */
export function findStale(
  design: Pick<Design, 'components'>,
  reading: Reading | undefined,
  refreshSeconds: number,
  receivedMs: number,
  nowMs: number,
): ReadonlySet<string> {
  if (reading === undefined) return new Set()
  const passedMs = Math.max(0, nowMs - receivedMs)
  const ageOf = ({ read_at }: Figure) => Date.parse(reading.at) - Date.parse(read_at) + passedMs
  const figures = new Map(reading.figures.map(figure => [figure.name, figure]))
  const old = design.components.filter(({ sources, options }) => {
    const mostMs = (options.stale_seconds ?? refreshSeconds * REFRESHES) * 1000
    return sources.some(name => {
      const figure = figures.get(name)
      return figure !== undefined && ageOf(figure) > mostMs
    })
  })
  return new Set(old.map(({ id }) => id))
}

/** Nothing came for so long that what is shown may no longer be so. */
export const isFrozen = (receivedMs: number, nowMs: number, refreshSeconds: number): boolean =>
  receivedMs > 0 && nowMs - receivedMs > refreshSeconds * REFRESHES * 1000
