import { HolderOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type KeyboardEvent, useState } from 'react'

export interface MoveHandleProps {
  /** Its name and place, and what moves it. */
  readonly label: string
  /** Said when it has moved. */
  readonly place: string
  readonly at: number
  readonly count: number
  onMove(to: number): void
  /** To the level above, and below the one before it; undefined where there is none. */
  readonly onOut?: (() => void) | undefined
  readonly onIn?: (() => void) | undefined
}

/** What is held to drag a row by the mouse, and moves it by the arrow keys. */
export function MoveHandle({ label, place, at, count, onMove, onOut, onIn }: MoveHandleProps) {
  const [hasMoved, setHasMoved] = useState(false)
  const press = (event: KeyboardEvent) => {
    const places: Readonly<Record<string, number>> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 }
    const to = places[event.key]
    const isLevel = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
    if (to === undefined && !isLevel) return
    event.preventDefault()
    // A tree around it has keys of its own.
    event.stopPropagation()
    setHasMoved(true)
    if (isLevel) (event.key === 'ArrowLeft' ? onOut : onIn)?.()
    else if (to !== undefined && to !== at && to >= 0 && to < count) onMove(to)
  }
  return (
    <>
      <Button
        type="text"
        size="small"
        className="as-handle"
        icon={<HolderOutlined />}
        aria-label={label}
        title={label}
        onKeyDown={press}
        onBlur={() => setHasMoved(false)}
      />
      <span className="sl-hidden" role="status">
        {hasMoved && place}
      </span>
    </>
  )
}
