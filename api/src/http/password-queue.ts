import { refuse } from './refuse.ts'

interface Waiting {
  readonly start: () => void
  readonly giveUp: (reason: Error) => void
}

export interface PasswordQueue {
  /** @throws Failure `unavailable.passwords` when too many wait */
  run<T>(from: string, work: () => Promise<T>): Promise<T>
}

/** About a second of one line's own work; a whole office behind one address signs in within it. */
const MAX_PER_LINE = 40
/** About four seconds of all work: whoever would wait longer is told so at once. */
const MAX_WAITING = 400

/**
 * Who computes passwords next: lines of the network take turns, and each its own in the order they came. So a flood from
 * one keeps only itself waiting. Where too many wait, the longest line loses its last.
 */
export function createPasswordQueue(atOnce: number): PasswordQueue {
  /** In the order of their turns: who is served goes to the end. */
  const lines = new Map<string, Waiting[]>()
  let running = 0
  let waiting = 0

  const enter = (from: string): Promise<void> =>
    new Promise((start, giveUp) => {
      const line = lines.get(from) ?? []
      if (line.length >= MAX_PER_LINE || (waiting >= MAX_WAITING && !dropLast(line.length))) return giveUp(tooMany())
      line.push({ start, giveUp })
      lines.set(from, line)
      waiting += 1
    })

  /** Of the longest line, if it is longer than that of whoever comes. */
  const dropLast = (length: number): boolean => {
    const [from, longest] = [...lines].reduce((one, other) => (other[1].length > one[1].length ? other : one))
    if (longest.length <= length + 1) return false
    longest.pop()?.giveUp(tooMany())
    if (longest.length === 0) lines.delete(from)
    waiting -= 1
    return true
  }

  const serveNext = (): void => {
    const [next] = lines
    if (!next) return
    const [from, line] = next
    lines.delete(from)
    const first = line.shift()
    if (line.length > 0) lines.set(from, line)
    waiting -= 1
    first?.start()
  }

  return {
    async run(from, work) {
      if (running >= atOnce) await enter(from)
      else running += 1
      try {
        return await work()
      } finally {
        // A place is handed on, so nobody who comes in this moment takes it from those who wait.
        if (waiting > 0) serveNext()
        else running -= 1
      }
    },
  }
}

const tooMany = () => refuse('unavailable.passwords', { retryAfterMs: 5000, retry: 'later' })
