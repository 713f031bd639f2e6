import type { StepUpDue } from '@sluice/contract'
import { create } from 'zustand'

interface Asked {
  readonly due: StepUpDue | null
}

/** What the dialog asks for; the frame draws it. */
export const useStepUp = create<Asked>(() => ({ due: null }))

let waiting: { readonly promise: Promise<boolean>; resolve(isProved: boolean): void } | null = null

/** Asks who sits there. Calls that are refused meanwhile wait for the one answer. false: they did not say. */
export function askStepUp(due: StepUpDue): Promise<boolean> {
  if (waiting === null) {
    waiting = Promise.withResolvers<boolean>()
    useStepUp.setState({ due })
  }
  return waiting.promise
}

/** Ends the question: those who wait go on, or give up. */
export function endStepUp(isProved: boolean): void {
  useStepUp.setState({ due: null })
  waiting?.resolve(isProved)
  waiting = null
}

/** What a refused call asks for; null: it was refused for something else. */
export function readStepUp(body: { readonly code: unknown; readonly content: unknown } | null): StepUpDue | null {
  if (body?.code !== 'stepUp.needed' || !Array.isArray(body.content)) return null
  return (body.content[0] as StepUpDue | undefined) ?? null // says the server beside this code
}
