import { useEffect, useEffectEvent, useState } from 'react'

export type LiveState = 'connecting' | 'open' | 'waiting'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/**
 * Reads one event stream while the component is on screen and comes back after a break with growing pauses.
 * @param key what is read; a new key closes the old stream. null reads nothing.
 */
export function useLive<E>(
  key: string | null,
  open: (signal: AbortSignal) => Promise<AsyncIterable<E>>,
  onEvent: (event: E) => void,
): LiveState {
  const [state, setState] = useState<LiveState>('connecting')
  const openNow = useEffectEvent(open)
  const deliver = useEffectEvent(onEvent)
  useEffect(() => {
    if (key === null) return
    const stop = new AbortController()
    void readForever(openNow, event => deliver(event), setState, stop.signal)
    return () => stop.abort()
  }, [key])
  return state
}

async function readForever<E>(
  open: (signal: AbortSignal) => Promise<AsyncIterable<E>>,
  deliver: (event: E) => void,
  setState: (state: LiveState) => void,
  signal: AbortSignal,
): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS
  while (!signal.aborted) {
    try {
      const events = await open(signal)
      setState('open')
      for await (const event of events) {
        pauseMs = FIRST_PAUSE_MS
        if (signal.aborted) return
        deliver(event)
      }
    } catch {
      // A broken stream is normal (proxy, restart, sleep); the state says so and the next try mends it.
    }
    if (signal.aborted) return
    setState('waiting')
    await pause(pauseMs, signal)
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
