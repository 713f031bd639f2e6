import { useReader } from '../parts/use-readers.ts'
import { useFollowText } from '../texts/use-follow-text.ts'

/** In the list: that a strategy follows its source, and whether it must be read anew. */
export function FollowBadge({ strategyId }: { readonly strategyId: string }) {
  const text = useFollowText()
  const reader = useReader(strategyId)
  if (reader === undefined) return null
  if (reader.state === 'lost') return <span className="sl-tag sl-tag-bad">{text.lost}</span>
  const kept = reader.lag.kept_bytes ?? 0
  const isNear = kept >= reader.max_bytes * 0.8
  const phase = reader.phase === null ? text.badge : text.phases[reader.phase]
  return (
    <span className={`sl-tag ${isNear ? 'sl-tag-warn' : 'sl-tag-calm'}`}>
      {phase}
      {reader.lag.seconds !== null && reader.lag.seconds > 0 && ` · ${text.seconds(String(reader.lag.seconds))}`}
    </span>
  )
}
