import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { Section } from '../../../../ui/section.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import type { Anomaly } from '../types.ts'
import { useText } from '../use-text.ts'

/** Days that are not as that weekday usually is, each with what coincided. */
export function Anomalies({ anomalies }: { readonly anomalies: readonly Anomaly[] }) {
  const text = useText()
  const { number } = useFormat()
  return (
    <Section title={text.oddTitle} text={text.oddText}>
      {anomalies.length === 0 && <p className="an-none">{text.oddNone}</p>}
      <ul className="an-odd">
        {anomalies.map(({ strategy_id: id, name, day, measure, value, usual, causes }) => (
          <li key={`${id} ${day} ${measure}`}>
            <Link to={strategyDetail.href({ params: { id }, search: { tab: 'runs' } })}>
              {(measure === 'errors' ? text.moreErrors : text.more)(name, day, number(value), number(usual))}
            </Link>
            {causes.map(cause => (
              <span key={`${cause.kind} ${cause.text}`}>{text.causes[cause.kind](cause.text)}</span>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  )
}
