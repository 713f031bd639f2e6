import { CloseOutlined, ExpandOutlined } from '@ant-design/icons'
import { ApiError } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { dashboardList, dashboardView } from './pages.ts'
import { ComponentView } from './parts/component-view.tsx'
import { placeOf, Sheet, useLook } from './parts/sheet.tsx'
import { findStale, isFrozen } from './staleness.ts'
import type { Dashboard } from './types.ts'
import { useNow } from './use-now.ts'
import { useRoom } from './use-room.ts'
import { useText } from './use-text.ts'
import './dashboard.css'

const TICK_MS = 1000

/** A dashboard in the whole window, read again and again, and never silent about its age. */
export default function DashboardView() {
  const text = useText()
  const navigate = useNavigate()
  const { id } = dashboardView.useParams()
  const { data, error, refetch } = useQuery(api.digraph.get.query({ params: { id } }))
  const isGone = error instanceof ApiError && error.status === 404
  if (isGone)
    return (
      <Empty
        title={text.viewer.gone}
        text={text.viewer.goneText}
        action={<Button onClick={() => navigate(dashboardList.href())}>{text.viewer.back}</Button>}
      />
    )
  if (data) return <Window dashboard={data.content} onChanged={() => void refetch()} />
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  return null
}

interface WindowProps {
  readonly dashboard: Dashboard
  /** It was saved since, or deleted. */
  onChanged(): void
}

function Window({ dashboard, onChanged }: WindowProps) {
  const text = useText()
  const { id, design, name, version } = dashboard
  const reading = useReading(dashboard, onChanged)
  const now = useNow(TICK_MS)
  const [room, place] = useRoom()
  const look = useLook(design.theme)
  const refresh = reading.content?.refresh_seconds ?? dashboard.refresh_seconds
  const scale = Math.min(room.width / design.width, room.height / design.height)
  const isOver = isFrozen(reading.receivedMs, now, refresh)
  const stale = findStale(design, reading.content, refresh, reading.receivedMs, now)
  const figures = new Map(reading.content?.figures.map(figure => [figure.name as string, figure]))
  return (
    <div className={`db-window ${isOver ? 'db-is-frozen' : ''}`} data-look={look} data-version={version}>
      <FrozenNote key={reading.receivedMs} isOver={isOver} receivedMs={reading.receivedMs} refresh={refresh} />
      <h1 className="sl-hidden">{name}</h1>
      <div className="db-stage" ref={place}>
        {reading.error !== null && reading.content === undefined ? (
          <ErrorBlock error={reading.error} onRetry={reading.retry} />
        ) : design.components.length === 0 ? (
          <Empty title={text.viewer.empty} />
        ) : (
          scale > 0 && (
            <Sheet design={design} scale={scale} label={name}>
              {design.components.map(component => (
                <div key={component.id} className="db-place" style={placeOf(component, scale)}>
                  <ComponentView {...{ component, figures, scale, look }} dashboard={name} staleIds={stale} isLive />
                </div>
              ))}
            </Sheet>
          )
        )}
      </div>
      <Foot key={id} receivedMs={reading.receivedMs} refresh={refresh} />
    </div>
  )
}

/** What is shown, how long ago it came, and why nothing newer did. */
function useReading({ id, version, refresh_seconds: seconds }: Dashboard, onChanged: () => void) {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...api.digraph.reading.query({ params: { id } }),
    // A screen on a wall is never in front of anything, and is looked at all the same.
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => {
      const isGone = state.error instanceof ApiError && state.error.status === 404
      if (isGone || (state.data && state.data.content.version !== version)) onChanged()
      return isGone ? false : (state.data?.content.refresh_seconds ?? seconds) * 1000
    },
    retry: false,
  })
  return { content: data?.content, error, receivedMs: dataUpdatedAt, retry: () => void refetch() }
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

function Foot({ receivedMs, refresh }: Omit<FrozenNoteProps, 'isOver'>) {
  const text = useText().viewer
  const { time } = useFormat()
  const navigate = useNavigate()
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
      <Button type="text" size="small" icon={<CloseOutlined />} onClick={() => void navigate(dashboardList.href())}>
        {text.exit}
      </Button>
    </div>
  )
}
