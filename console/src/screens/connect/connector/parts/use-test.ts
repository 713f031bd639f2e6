import type { TestStep } from '@sluice/contract'
import { useRef, useState } from 'react'

/** A connection test while it is awaited and after. */
export type TestState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running'; readonly startedMs: number }
  | { readonly kind: 'done'; readonly steps: readonly TestStep[] }
  | { readonly kind: 'error'; readonly error: unknown }

export type RunTest = (signal: AbortSignal) => Promise<{ readonly content: readonly TestStep[] }>

/** One test at a time: a new one takes the place of the one before. */
export function useTest() {
  const [state, setState] = useState<TestState>({ kind: 'idle' })
  const current = useRef<AbortController | null>(null)
  const start = async (run: RunTest): Promise<TestState> => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    setState({ kind: 'running', startedMs: Date.now() })
    const result = await awaitTest(run, controller.signal)
    // A later test, or a cancel, owns the state by now.
    if (current.current === controller) setState(result)
    return result
  }
  const cancel = () => {
    current.current?.abort()
    current.current = null
    setState({ kind: 'idle' })
  }
  return { state, start, cancel, reset: cancel }
}

/** A refused or broken call is a state like any other. */
export async function awaitTest(run: RunTest, signal: AbortSignal): Promise<TestState> {
  try {
    const { content } = await run(signal)
    return { kind: 'done', steps: content }
  } catch (error) {
    return signal.aborted ? { kind: 'idle' } : { kind: 'error', error }
  }
}
