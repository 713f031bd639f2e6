import { setTimeout as wait } from 'node:timers/promises'
import { toFailure } from '@sluice/contract'
import type { Session } from './session.ts'

const TRIES = 4

/** What opens a far system, tried again a few times while the failure says that it may heal. */
export async function openWithPatience<Opened>(session: Session, open: () => Promise<Opened>): Promise<Opened> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await open()
    } catch (error) {
      const failure = toFailure(error)
      if (failure.retry !== 'later' || tries >= TRIES) throw error
      const pauseMs = Math.max(session.limits.pauseMs * 2 ** (tries - 1), Math.min(failure.retryAfterMs ?? 0, 30_000))
      await wait(pauseMs, undefined, { signal: session.control.read.signal }).catch(() => undefined)
      if (session.control.read.signal.aborted) throw error
    }
  }
}
