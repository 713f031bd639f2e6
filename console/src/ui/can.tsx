import { Button, type ButtonProps, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import type { Authority } from '../lib/authority.ts'
import { useCan } from '../lib/session.ts'
import { Empty } from './empty.tsx'
import { useUiText } from './use-text.ts'

export interface CanProps {
  readonly authority: Authority | null | undefined
  /** Default: the 403 notice. `null` shows nothing. */
  readonly fallback?: ReactNode
  readonly children: ReactNode
}

/** Its content for those who may see it, else "no permission". */
export function Can({ authority, fallback, children }: CanProps) {
  const can = useCan()
  const text = useUiText()
  if (can(authority)) return children
  return fallback === undefined ? <Empty title={text.can.title} text={text.can.text} /> : fallback
}

export interface CanButtonProps extends Omit<ButtonProps, 'disabled'> {
  readonly authority?: Authority
  /** Why the button cannot be used now; undefined when it can. */
  readonly reason?: string | undefined
}

/** A button that stays in its place when it may not be pressed, and says why. */
export function CanButton({ authority, reason, ...rest }: CanButtonProps) {
  const can = useCan()
  const text = useUiText()
  const missing = can(authority) ? undefined : text.can.reason(typeof authority === 'string' ? authority : '')
  const why = missing ?? reason
  if (why === undefined) return <Button {...rest} />
  return (
    <Tooltip title={why}>
      {/* aria-disabled keeps the button in the tab order, so that its reason can be reached by keyboard. */}
      <Button {...rest} className={`sl-button-off ${rest.className ?? ''}`} aria-disabled onClick={undefined} />
    </Tooltip>
  )
}
