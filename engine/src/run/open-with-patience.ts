import { setTimeout as wait } from 'node:timers/promises'
import { type FailureDetail, toFailure } from '@sluice/contract'
import type { Session } from './session.ts'

const TRIES = 4

/** What opens a far system, tried again a few times while the failure says that it may heal. */
export async function openWithPatience<Opened>(
  session: Session,
  role: 'source' | 'target',
  open: () => Promise<Opened>,
): Promise<Opened> {
  for (let tries = 1; ; tries += 1) {
    try {
      const opened = await open()
      session.notes.tries.worked(role)
      return opened
    } catch (error) {
      const failure = toFailure(error)
      if (failure.retry !== 'later' || tries >= TRIES) throw error
      const pauseMs = Math.max(session.limits.pauseMs * 2 ** (tries - 1), Math.min(failure.retryAfterMs ?? 0, 30_000))
      session.notes.tries.failed(role, failure, pauseMs)
      await wait(pauseMs, undefined, { signal: session.control.read.signal }).catch(() => undefined)
      if (session.control.read.signal.aborted) throw error
    }
  }
}

/** The same for what is tried again by others: how often, how long the first pause is, and who is told. */
export const patienceOf = ({ limits, deps, notes }: Session, role: 'source' | 'target', tries: number) => ({
  tries,
  pauseMs: limits.pauseMs,
  random: () => deps.random(),
  failed: (failure: FailureDetail, pauseMs: number) => notes.tries.failed(role, failure, pauseMs),
  worked: () => notes.tries.worked(role),
})
