import { Tag } from 'antd'
import { Link } from 'react-router'
import { type Format, useFormat } from '../../../../lib/format.ts'
import { Bar } from '../../../../parts/bar.tsx'
import type { DataColumn } from '../../../../ui/data-table.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { connectorDetail } from '../../../connect/connector/pages.ts'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import type { HealthRow } from '../types.ts'
import { useText } from '../use-text.ts'
import { HealthActions } from './health-actions.tsx'
import { LevelTag } from './level-tag.tsx'

type Columns = DataColumn<HealthRow>[]
type Text = ReturnType<typeof useText>

export function useHealthColumns(): Columns {
  const text = useText()
  const format = useFormat()
  const { columns } = text
  return [
    {
      key: 'name',
      title: columns.strategy,
      width: 160,
      ellipsis: true,
      isAlwaysShown: true,
      sortKey: 'name',
      render: (_, row) => <Name row={row} />,
    },
    {
      key: 'level',
      title: columns.level,
      width: 76,
      isAlwaysShown: true,
      render: (_, row) => <LevelTag level={row.level} />,
    },
    { key: 'reason', title: columns.reason, width: 184, render: (_, row) => <Reason row={row} /> },
    { key: 'code', title: columns.code, width: 150, ellipsis: true, isHidden: true, dataIndex: 'code' },
    { key: 'group', title: columns.group, width: 110, ellipsis: true, isHidden: true, dataIndex: 'group' },
    ...listTimes(text),
    ...listFigures(text, format),
    {
      key: 'connectors',
      title: columns.connectors,
      width: 120,
      ellipsis: true,
      render: (_, row) => <Connectors row={row} />,
    },
    {
      key: 'actions',
      title: columns.actions,
      width: 116,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => <HealthActions row={row} />,
    },
  ]
}

const listTimes = ({ columns }: Text): Columns => [
  {
    key: 'dispatched',
    title: columns.dispatched,
    width: 112,
    sortKey: 'dispatched_at',
    render: (_, row) => <Moment at={row.dispatched_at} />,
  },
  {
    key: 'pulled',
    title: columns.pulled,
    width: 120,
    isHidden: true,
    sortKey: 'pulled_at',
    render: (_, row) => <Moment at={row.pulled_at} />,
  },
]

const listFigures = ({ columns }: Text, format: Format): Columns => [
  {
    key: 'fresh',
    title: columns.fresh,
    width: 96,
    align: 'end',
    sortKey: 'fresh',
    render: (_, row) => <Fresh row={row} />,
  },
  {
    key: 'backlog',
    title: columns.backlog,
    width: 84,
    align: 'end',
    sortKey: 'backlog',
    render: (_, row) => <Measured row={row} value={format.number(row.backlog)} />,
  },
  {
    key: 'errors',
    title: columns.errors,
    width: 146,
    sortKey: 'errors',
    render: (_, row) => <Errors row={row} format={format} />,
  },
  {
    key: 'rate',
    title: columns.rate,
    width: 90,
    align: 'end',
    isHidden: true,
    sortKey: 'error_percent',
    render: (_, row) => (row.error_percent === null ? <Unmeasured /> : format.percent(row.error_percent / 100)),
  },
  {
    key: 'mean',
    title: columns.mean,
    width: 100,
    align: 'end',
    isHidden: true,
    sortKey: 'mean_ms',
    render: (_, row) => format.duration(row.mean_ms),
  },
  {
    key: 'wait',
    title: columns.wait,
    width: 100,
    align: 'end',
    isHidden: true,
    sortKey: 'wait_minutes',
    render: (_, row) => writeWait(row, format),
  },
]

function Name({ row }: { readonly row: HealthRow }) {
  const text = useText()
  return (
    <div className="he-name">
      <Link to={strategyDetail.href({ params: { id: row.strategy_id } })}>{row.name}</Link>
      {row.is_paused && <Tag>{text.paused}</Tag>}
    </div>
  )
}

/** The worst in full with what to do about it; the others on hover and for screen readers. */
function Reason({ row }: { readonly row: HealthRow }) {
  const text = useText()
  const [first, ...rest] = row.reasons
  if (!first) return <span className="sl-muted">{row.level === 'none' ? sayIdle(row, text) : text.allWell}</span>
  const all = row.reasons.map(reason => reason.text).join('\n')
  return (
    <div title={all}>
      <div>{first.text}</div>
      <div className="he-under">
        {first.advice}
        {rest.length > 0 && ` (${text.more(row.reasons.length)})`}
      </div>
    </div>
  )
}

/** Why nothing is judged. */
const sayIdle = ({ status }: HealthRow, text: Text): string => (status === 'draft' ? text.isDraft : text.isStopped)

/** Nothing was ever looked for, so there is no figure. */
const isUnmeasured = (row: HealthRow): boolean => row.dispatched_at === null

function Unmeasured() {
  return <span className="sl-muted">{useText().unmeasured}</span>
}

function Measured({ row, value }: { readonly row: HealthRow; readonly value: string }) {
  return isUnmeasured(row) && value === '0' ? <Unmeasured /> : value
}

function Moment({ at }: { readonly at: string | null }) {
  const text = useText()
  return at === null ? <span className="sl-muted">{text.never}</span> : <RelativeTime value={at} />
}

/** From here on a rule says that a strategy is to be watched, from there that it is abnormal. */
const [WATCH, ABNORMAL] = [5, 20]

/** How many of what was tried failed, and how many that are. */
function Errors({ row, format }: { readonly row: HealthRow; readonly format: Format }) {
  const { error_percent: percent, errors } = row
  if (percent === null) return errors === '0' ? <Unmeasured /> : format.number(errors)
  const tone = percent >= ABNORMAL ? ({ tone: 'bad' } as const) : percent >= WATCH ? ({ tone: 'warn' } as const) : {}
  return (
    <span className="pa-share">
      <Bar share={percent / 100} {...tone} />
      <span>
        {format.number(errors)} <span className="he-under">{format.percent(percent / 100)}</span>
      </span>
    </span>
  )
}

const writeWait = ({ wait_minutes }: HealthRow, format: Format): string =>
  wait_minutes === null ? '–' : format.duration(wait_minutes * 60_000)

/** What came, last week's figure, and which way it went since. */
function Fresh({ row }: { readonly row: HealthRow }) {
  const text = useText()
  const format = useFormat()
  const [now, before] = [Number(row.fresh), Number(row.fresh_before)]
  const change = before === 0 ? null : now / before - 1
  if (isUnmeasured(row) && now === 0) return <Unmeasured />
  return (
    <span title={`${text.columns.before}: ${format.number(row.fresh_before)}`}>
      {format.number(row.fresh)}
      {change !== null && (
        <span className={`he-change ${change <= -0.5 ? 'he-bad' : ''}`}>
          {change > 0 ? '+' : ''}
          {format.percent(change)}
        </span>
      )}
    </span>
  )
}

function Connectors({ row }: { readonly row: HealthRow }) {
  const text = useText()
  const sides = [row.source, row.target].filter(side => side !== null)
  const shown = sides.filter((side, at) => sides.findIndex(({ id }) => id === side.id) === at)
  if (shown.length === 0) return <span className="sl-muted">–</span>
  return (
    <span className="he-sides">
      {shown.map((side, at) => (
        <span key={side.id}>
          {at > 0 && '→ '}
          <Link to={connectorDetail.href({ params: { id: side.id } })}>{side.name}</Link>
          {side.state !== 'ok' && (
            <span className={`he-change ${side.state === 'untested' ? '' : 'he-bad'}`}>
              {text.connectorStates[side.state]}
            </span>
          )}
        </span>
      ))}
    </span>
  )
}
