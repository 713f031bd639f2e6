import { Link } from 'react-router'
import { Section } from '../../../../ui/section.tsx'
import { reportEdit } from '../../../insight/aggregate/pages.ts'
import { dashboardView } from '../../../insight/digraph/pages.ts'
import type { Installation } from '../types.ts'
import { useText } from '../use-text.ts'

/** Reports and dashboards that came along. */
export function Insight({ installation: { reports, dashboards } }: { readonly installation: Installation }) {
  const text = useText()
  if (reports.length + dashboards.length === 0) return null
  return (
    <Section title={text.insight} text={text.insightText}>
      <ul className="mk-list">
        {reports.map(({ id, strategy_id, strategy, name }) => (
          <li key={id}>
            <Link to={reportEdit.href({ params: { strategy: strategy_id, id } })}>{name}</Link>{' '}
            <span className="sl-muted">{strategy}</span>
          </li>
        ))}
        {dashboards.map(({ id, name }) => (
          <li key={id}>
            <Link to={dashboardView.href({ params: { id } })}>{name}</Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
