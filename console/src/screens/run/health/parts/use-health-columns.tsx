import { Tag } from 'antd'
import { Link } from 'react-router'
import { type Format, useFormat } from '../../../../lib/format.ts'
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
      width: 180,
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
    ...listTimes(text),
    ...listFigures(text, format),
    { key: 'connectors', title: columns.connectors, width: 112, render: (_, row) => <Connectors row={row} /> },
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
    render: (_, row) => (
      <>
        <RelativeTime value={row.dispatched_at} />
        <div className="he-under">
          {columns.pulledShort} <RelativeTime value={row.pulled_at} />
        </div>
      </>
    ),
  },
  {
    key: 'pulled',
    title: columns.pulled,
    width: 120,
    isHidden: true,
    sortKey: 'pulled_at',
    render: (_, row) => <RelativeTime value={row.pulled_at} />,
  },
]

const listFigures = ({ columns }: Text, format: Format): Columns => [
  {
    key: 'fresh',
    title: columns.fresh,
    width: 112,
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
    render: (_, row) => <Figure value={row.backlog} under={row.wait_minutes !== null && writeWait(row, format)} />,
  },
  {
    key: 'errors',
    title: columns.errors,
    width: 76,
    align: 'end',
    sortKey: 'errors',
    render: (_, row) => <Figure value={row.errors} under={row.error_percent !== null && writeRate(row, format)} />,
  },
  {
    key: 'rate',
    title: columns.rate,
    width: 90,
    align: 'end',
    isHidden: true,
    sortKey: 'error_percent',
    render: (_, row) => writeRate(row, format),
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
    <div>
      <div className="he-name">
        <Link to={strategyDetail.href({ params: { id: row.strategy_id } })}>{row.name}</Link>
        {row.is_paused && <Tag>{text.paused}</Tag>}
      </div>
      <div className="he-under">{[row.code, row.group].filter(part => part !== '').join(' · ')}</div>
    </div>
  )
}

/** The worst in full with what to do about it; the others on hover and for screen readers. */
function Reason({ row }: { readonly row: HealthRow }) {
  const text = useText()
  const [first, ...rest] = row.reasons
  if (!first) return <span className="sl-muted">{row.level === 'none' ? '–' : text.allWell}</span>
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

const writeRate = ({ error_percent }: HealthRow, format: Format): string =>
  error_percent === null ? '–' : format.percent(error_percent / 100)

const writeWait = ({ wait_minutes }: HealthRow, format: Format): string =>
  wait_minutes === null ? '–' : format.duration(wait_minutes * 60_000)

/** A number, and under it what says how bad it is. */
function Figure({ value, under }: { readonly value: number | string; readonly under: string | false }) {
  const format = useFormat()
  return (
    <>
      {format.number(value)}
      {under !== false && <div className="he-under">{under}</div>}
    </>
  )
}

/** What came, last week's figure, and which way it went since. */
function Fresh({ row }: { readonly row: HealthRow }) {
  const text = useText()
  const format = useFormat()
  const [now, before] = [Number(row.fresh), Number(row.fresh_before)]
  const change = before === 0 ? null : now / before - 1
  return (
    <>
      {format.number(row.fresh)}
      <div className={`he-under ${change !== null && change <= -0.5 ? 'he-bad' : ''}`} title={text.columns.before}>
        {text.lastWeek(format.number(row.fresh_before))}
        {change !== null && ` (${change > 0 ? '+' : ''}${format.percent(change)})`}
      </div>
    </>
  )
}

function Connectors({ row }: { readonly row: HealthRow }) {
  const text = useText()
  const sides = [row.source, row.target].filter(side => side !== null)
  const shown = sides.filter((side, at) => sides.findIndex(({ id }) => id === side.id) === at)
  if (shown.length === 0) return <span className="sl-muted">–</span>
  return shown.map(side => (
    <div key={side.id}>
      <Link to={connectorDetail.href({ params: { id: side.id } })}>{side.name}</Link>{' '}
      <span className={`he-under ${side.state === 'cut' || side.state === 'failed' ? 'he-bad' : ''}`}>
        {text.connectorStates[side.state]}
      </span>
    </div>
  ))
}
