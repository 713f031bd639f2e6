import type { ReactNode } from 'react'
import { useReturnFocus } from './use-return-focus.ts'

export interface HeldProps {
  /** What it says is being saved, and the answer closes it or takes its place. */
  readonly isHeld: boolean
  readonly children: ReactNode
}

/** A form that takes no input while it is saved, for such input would be lost; the focus is there again afterwards. */
export function Held({ isHeld, children }: HeldProps) {
  useReturnFocus(isHeld)
  return (
    <div className="sl-held" inert={isHeld}>
      {children}
    </div>
  )
}
