import { CloseOutlined } from '@ant-design/icons'
import { ApiError } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { dashboardList, dashboardView } from './pages.ts'
import { Window } from './parts/window.tsx'
import type { Dashboard } from './types.ts'
import { useText } from './use-text.ts'

/** A dashboard in the whole window, read again and again. */
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
  if (data) return <Shown dashboard={data.content} onChanged={() => void refetch()} />
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  return null
}

interface ShownProps {
  readonly dashboard: Dashboard
  /** It was saved since, or deleted. */
  onChanged(): void
}

function Shown({ dashboard, onChanged }: ShownProps) {
  const text = useText().viewer
  const navigate = useNavigate()
  const { name, design, version } = dashboard
  const { data, error, dataUpdatedAt, refetch } = useReading(dashboard, onChanged)
  return (
    <Window
      {...{ name, design, version, error }}
      refresh={data?.content.refresh_seconds ?? dashboard.refresh_seconds}
      reading={data?.content}
      receivedMs={dataUpdatedAt}
      isLive
      onRetry={() => void refetch()}
    >
      <Button type="text" size="small" icon={<CloseOutlined />} onClick={() => void navigate(dashboardList.href())}>
        {text.exit}
      </Button>
    </Window>
  )
}

/** What is shown, how long ago it came, and why nothing newer did. */
const useReading = ({ id, version, refresh_seconds: seconds }: Dashboard, onChanged: () => void) =>
  useQuery({
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
