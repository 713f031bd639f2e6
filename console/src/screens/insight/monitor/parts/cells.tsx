import { useFormat } from '../../../../lib/format.ts'
import type { Kept, MonitorObjective } from '../types.ts'
import { useText } from '../use-text.ts'

interface CellProps {
  readonly row: MonitorObjective
}

const NONE = '–'
/** From here on nobody counts hours. */
const LONG_MINUTES = 2 * 1440

/** What succeeded, beside what is asked for. */
export function Success({ row: { success } }: CellProps) {
  const text = useText().objectives
  const { number } = useFormat()
  if (success === null) return <>{NONE}</>
  const isMissed = success.kept !== null && success.kept < success.percent
  return (
    <>
      <span className={`mo-number ${isMissed ? 'mo-bad' : ''}`}>
        {success.kept === null ? text.nothing : `${number(success.kept)}%`}
      </span>
      <div className="mo-under">{text.goal(number(success.percent))}</div>
    </>
  )
}

/** How old the newest business date is, beside how old it may be; dates that say nothing are told. */
export function Freshness({ row }: CellProps) {
  const { goal, age_minutes: age, is_stale: isStale, unread, ahead } = row
  const text = useText().objectives
  const { number, duration } = useFormat()
  if (goal?.fresh_minutes == null) return <>{NONE}</>
  const said = (minutes: number) =>
    minutes < LONG_MINUTES ? duration(minutes * 60_000) : text.days(number(Math.floor(minutes / 1440)))
  return (
    <>
      <span className={`mo-number ${isStale ? 'mo-bad' : ''}`}>
        {age === null ? text.nothing : `${said(age)}${isStale ? ` · ${text.stale}` : ''}`}
      </span>
      <div className="mo-under">
        {text.limit(said(goal.fresh_minutes))} · <span lang="">{goal.fresh_field}</span>
      </div>
      {row.status !== 'running' && <div className="mo-under">{text.idle}</div>}
      {unread + ahead > 0 && <div className="mo-warn">{text.odd(number(unread), number(ahead))}</div>}
    </>
  )
}

/** What is left of what may be bad, of each side. */
export function Budget({ row: { success, fresh } }: CellProps) {
  const text = useText().objectives
  if (success === null && fresh === null) return <>{NONE}</>
  return (
    <>
      {success && <Left of={success} name={text.sides.success} />}
      {fresh && <Left of={fresh} name={text.sides.fresh} />}
    </>
  )
}

function Left({ of: { left }, name }: { readonly of: Kept; readonly name: string }) {
  const text = useText().objectives
  const { number } = useFormat()
  if (left === null) return <div className="mo-under">{`${name}: ${text.nothing}`}</div>
  const look = left <= 0 ? 'mo-bad' : ''
  return (
    <div>
      <span className={`mo-number ${look}`}>
        {`${name}: ${left <= 0 ? text.spent(number(-left)) : `${number(left)}%`}`}
      </span>
      <span className={`mo-budget ${look}`} aria-hidden>
        <i style={{ width: `${Math.min(100, Math.max(0, left))}%` }} />
      </span>
    </div>
  )
}

/** How many times faster than it may each budget goes, in the last hour and in the last six. */
export function Burn({ row: { success, fresh } }: CellProps) {
  const text = useText().objectives
  const { number } = useFormat()
  const sides = [
    [text.sides.success, success],
    [text.sides.fresh, fresh],
  ] as const
  const shown = sides.flatMap(([name, side]) => (side ? [{ name, side }] : []))
  if (shown.length === 0) return <>{NONE}</>
  const times = (burn: number | null) => (burn === null ? NONE : `${number(burn)}×`)
  return (
    <>
      {shown.map(({ name, side }) => (
        <div key={name} className={`mo-number ${side.fire ? 'mo-bad' : ''}`}>
          {`${name}: ${times(side.hour)} · ${times(side.hours)}`}
          {side.fire && ` · ${text.fires[side.fire]}`}
        </div>
      ))}
    </>
  )
}
