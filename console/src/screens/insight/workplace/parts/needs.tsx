import { CheckCircleFilled, ClockCircleOutlined, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { placeOf } from '../need-place.ts'
import type { Board, Need } from '../overview.ts'
import { useText } from '../use-text.ts'

const FIRST = 6
const icons = { bad: CloseCircleFilled, warn: ExclamationCircleFilled, calm: ClockCircleOutlined } as const

/** What needs somebody, the most harmful first, each with the one press that helps. */
export function Needs({ board }: { readonly board: Board | undefined }) {
  const text = useText().board
  const { number } = useFormat()
  const [isAll, setAll] = useState(false)
  const shown = isAll ? board?.needs : board?.needs.slice(0, FIRST)
  const hidden = (board?.needs.length ?? 0) - (shown?.length ?? 0)
  const rest = (board?.needs_total ?? 0) - (board?.needs.length ?? 0)
  return (
    <Section title={board ? `${text.needs} · ${number(board.needs_total)}` : text.needs} isFlush>
      {!board && (
        <div className="wp-runs-wait">
          <Skeleton rows={3} />
        </div>
      )}
      {board?.needs.length === 0 && (
        <p className="wp-calm">
          <CheckCircleFilled aria-hidden /> {text.needsNone}
        </p>
      )}
      {shown && shown.length > 0 && (
        <ol className="wp-needs">
          {shown.map(need => (
            <NeedRow key={`${need.kind} ${need.id}`} need={need} />
          ))}
        </ol>
      )}
      {hidden > 0 && (
        <div className="wp-needs-more">
          <Button type="link" onClick={() => setAll(true)}>
            {text.needsMore(number(hidden))}
          </Button>
        </div>
      )}
      {isAll && rest > 0 && <p className="wp-needs-more sl-muted">{text.needsRest(number(rest))}</p>}
    </Section>
  )
}

function NeedRow({ need }: { readonly need: Need }) {
  const text = useText().board
  const Icon = icons[need.harm]
  const { to, label } = placeOf(need, text.press)
  return (
    <li className="wp-need" data-harm={need.harm} data-kind={need.kind}>
      <Icon className={`wp-harm-${need.harm}`} aria-label={text.harms[need.harm]} />
      <div className="wp-need-words">
        <p className="wp-need-title">
          {need.name !== '' && (
            <b lang="" dir="auto">
              {need.name}
            </b>
          )}{' '}
          <Kind need={need} />
        </p>
        <Why need={need} />
      </div>
      <span className="wp-need-age">{need.since !== null && <RelativeTime value={need.since} />}</span>
      <Link className="wp-press" to={to}>
        {label}
      </Link>
    </li>
  )
}

function Kind({ need }: { readonly need: Need }) {
  const text = useText().board
  const { number } = useFormat()
  const count = need.is_more ? text.more(number(need.count)) : number(need.count)
  if (need.kind === 'strategy')
    return (
      <span>
        {
          text.causes[
            need.cause === null || need.cause === 'credential' || need.cause === 'other' ? 'late' : need.cause
          ]
        }
      </span>
    )
  if (need.kind === 'difference')
    return (
      <b>
        {text.kinds.difference(count)} · {need.id === 'me' ? text.mine : text.overdue}
      </b>
    )
  return <span>{text.kinds[need.kind](count)}</span>
}

/** The true reason, what it may come of, and when it will be too late. */
function Why({ need }: { readonly need: Need }) {
  const text = useText().board
  const { shortTime, number } = useFormat()
  const { version, quota } = need
  const isLate = need.kind === 'strategy' && need.cause === null
  const lines = [
    need.text,
    isLate ? text.lateText(shortTime(need.since)) : null,
    quota && (quota.of === 'day' ? text.quotaOfDay : text.quotaOfMonth)(number(quota.used), number(quota.limit)),
    need.kind === 'gateway' && need.ends_at !== null ? text.ends(shortTime(need.ends_at)) : null,
    version && text.version(number(version.version), shortTime(version.at), version.by || '–'),
  ].filter(line => line !== null)
  return lines.map(line => (
    <p key={line} className="wp-need-why" dir="auto">
      {line}
    </p>
  ))
}
