import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Section } from '../../../../ui/section.tsx'
import { applicationList } from '../../../gateway/application/pages.ts'
import { reportEdit } from '../../../insight/aggregate/pages.ts'
import { dashboardView } from '../../../insight/digraph/pages.ts'
import { importList } from '../../../reconcile/bill-import/pages.ts'
import { flowIndex } from '../../../reconcile/flow/pages.ts'
import type { Installation } from '../types.ts'
import { useText } from '../use-text.ts'

/** What came along: reports, dashboards, applications of the gateway, flows and kinds of bills of the reconciliation. */
export function Insight({ installation }: { readonly installation: Installation }) {
  const text = useText()
  const { reports, dashboards, gateways, recon_flows: flows, bill_profiles: bills } = installation
  if (reports.length + dashboards.length + gateways.length + flows.length + bills.length === 0) return null
  return (
    <Section title={text.insight} text={text.insightText}>
      <ul className="mk-list">
        {reports.map(({ id, strategy_id, strategy, name }) => (
          <Item key={id} to={reportEdit.href({ params: { strategy: strategy_id, id } })} name={name} of={strategy} />
        ))}
        {dashboards.map(({ id, name }) => (
          <Item key={id} to={dashboardView.href({ params: { id } })} name={name} />
        ))}
        {gateways.map(({ id, name, is_enabled, has_secret }) => (
          <Item key={id} to={applicationList.href({ search: { open: id } })} name={name} of={text.gateway}>
            {!is_enabled && <Tag>{text.isOff}</Tag>}
            {!has_secret && <Tag>{text.noSecret}</Tag>}
          </Item>
        ))}
        {flows.map(({ id, name, accounts }) => (
          <Item key={id} to={flowIndex.href({ search: { flow: id } })} name={name} of={text.reconFlow}>
            {accounts === 0 && <Tag>{text.noAccounts}</Tag>}
          </Item>
        ))}
        {bills.map(({ id, name }) => (
          <Item key={id} to={importList.href()} name={name} of={text.billProfile} />
        ))}
      </ul>
    </Section>
  )
}

interface ItemProps {
  readonly to: string
  readonly name: string
  readonly of?: string
  readonly children?: ReactNode
}

function Item({ to, name, of, children }: ItemProps) {
  return (
    <li>
      <Link to={to} lang="">
        {name}
      </Link>{' '}
      {of !== undefined && <span className="sl-muted">{of}</span>} {children}
    </li>
  )
}
