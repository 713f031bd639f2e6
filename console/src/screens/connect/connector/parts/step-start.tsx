import { useLayoutEffect, useRef } from 'react'

export interface StepStartProps {
  /** How often the wizard has gone to another step. */
  readonly moves: number
  /** Default true. */
  readonly isShown?: boolean
}

const WRONG = '[aria-invalid=true]'
const START = 'input:not([type=hidden], [type=file]), textarea, [data-start]'

/**
 * Put as the first child of a step: once the wizard has come to it, its first field has the focus, or what is marked
 * with `data-start`. A field that is wrong comes before. The step that the page begins with takes no focus.
 */
export function StepStart({ moves, isShown = true }: StepStartProps) {
  const place = useRef<HTMLSpanElement>(null)
  const followed = useRef(0)
  useLayoutEffect(() => {
    if (!isShown || followed.current === moves) return
    followed.current = moves
    const step = place.current?.parentElement
    const find = (selector: string) =>
      [...(step?.querySelectorAll<HTMLElement>(selector) ?? [])].find(element => element.checkVisibility())
    const start = find(WRONG) ?? find(START)
    start?.focus()
  }, [isShown, moves])
  return <span ref={place} hidden />
}
