import { ExpandOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { findStale, isFrozen } from '../staleness.ts'
import type { Design, Reading } from '../types.ts'
import { useNow } from '../use-now.ts'
import { useRoom } from '../use-room.ts'
import { useText } from '../use-text.ts'
import { ComponentView } from './component-view.tsx'
import { placeOf, Sheet, useLook } from './sheet.tsx'
import '../dashboard.css'

const TICK_MS = 1000

export interface WindowProps {
  readonly name: string
  readonly design: Design
  readonly version: number
  /** Seconds between two readings. */
  readonly refresh: number
  /** undefined before the first one came. */
  readonly reading: Reading | undefined
  /** When it came; 0: none did. */
  readonly receivedMs: number
  readonly error: Error | null
  /** Whether figures lead to their lists. */
  readonly isLive: boolean
  /** What stands beside the time in the foot. */
  readonly children?: ReactNode
  onRetry(): void
}

/** A dashboard in the whole window, never silent about its age. */
export function Window(props: WindowProps) {
  const { name, design, version, refresh, reading, receivedMs, error, isLive, onRetry } = props
  const text = useText()
  const now = useNow(TICK_MS)
  const [room, place] = useRoom()
  const look = useLook(design.theme)
  const scale = Math.min(room.width / design.width, room.height / design.height)
  const isOver = isFrozen(receivedMs, now, refresh)
  const stale = findStale(design, reading, refresh, receivedMs, now)
  const figures = new Map(reading?.figures.map(figure => [figure.name as string, figure]))
  return (
    <div className={`db-window ${isOver ? 'db-is-frozen' : ''}`} data-look={look} data-version={version}>
      <FrozenNote key={receivedMs} isOver={isOver} receivedMs={receivedMs} refresh={refresh} />
      <h1 className="sl-hidden">{name}</h1>
      <div className="db-stage" ref={place}>
        {error !== null && reading === undefined ? (
          <ErrorBlock error={error} onRetry={onRetry} />
        ) : design.components.length === 0 ? (
          <Empty title={text.viewer.empty} />
        ) : (
          scale > 0 && (
            <Sheet design={design} scale={scale} label={name}>
              {design.components.map(component => (
                <div key={component.id} className="db-place" style={placeOf(component, scale)}>
                  <ComponentView {...{ component, figures, scale, look, isLive }} dashboard={name} staleIds={stale} />
                </div>
              ))}
            </Sheet>
          )
        )}
      </div>
      <Foot receivedMs={receivedMs} refresh={refresh}>
        {props.children}
      </Foot>
    </div>
  )
}

interface FrozenNoteProps {
  readonly isOver: boolean
  readonly receivedMs: number
  readonly refresh: number
}

/**
 * Says that the screen stands still. Each reading makes it anew and so puts it off; where even the page's program stands
 * still, the style alone brings it.
 */
function FrozenNote({ isOver, receivedMs, refresh }: FrozenNoteProps) {
  const text = useText().viewer
  const { time } = useFormat()
  const words = text.frozen(time(new Date(receivedMs).toISOString()))
  if (isOver)
    return (
      <div className="db-frozen" role="alert">
        {words}
      </div>
    )
  return (
    <div className="db-frozen db-watch" aria-hidden="true" style={{ animationDelay: `${refresh * 3 + 5}s` }}>
      {text.frozenShort}
    </div>
  )
}

type FootProps = Pick<WindowProps, 'receivedMs' | 'refresh' | 'children'>

function Foot({ receivedMs, refresh, children }: FootProps) {
  const text = useText().viewer
  const { time } = useFormat()
  return (
    <div className="db-foot">
      <span>{receivedMs > 0 && text.read(time(new Date(receivedMs).toISOString()), refresh)}</span>
      <Button
        type="text"
        size="small"
        icon={<ExpandOutlined />}
        onClick={() => void document.documentElement.requestFullscreen().catch(() => undefined)}
      >
        {text.full}
      </Button>
      {children}
    </div>
  )
}
