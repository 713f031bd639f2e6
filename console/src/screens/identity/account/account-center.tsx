import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { useWords } from '../../../lib/i18n.ts'
import { useCan, useSession } from '../../../lib/session.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Figure } from '../../../ui/figure.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { strategyCreate, strategyDetail } from '../../strategy/strategy/pages.ts'
import { showPhone } from './contact.ts'
import { accountCenter, accountSettings } from './pages.ts'
import { ActivitySection } from './parts/activity-section.tsx'
import { Picture } from './parts/picture.tsx'
import type { Center } from './types.ts'
import { useText } from './use-text.ts'
import './account.css'

/** Who I am here, what I made and what I did. */
export default function AccountCenter() {
  const say = useWords()
  const text = useText().center
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(api.account.center.query())
  return (
    <>
      <PageHeader
        title={say(accountCenter.title)}
        text={text.intro}
        actions={<Button onClick={() => navigate(accountSettings.href())}>{say(accountSettings.title)}</Button>}
      />
      <div className="ac-center">
        <div className="ac-center-side">
          {data ? (
            <>
              <Person center={data.content} />
              <OwnStrategies center={data.content} />
            </>
          ) : (
            <Section>
              {error ? (
                <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
              ) : (
                <Skeleton rows={8} hasTitle />
              )}
            </Section>
          )}
        </div>
        <ActivitySection />
      </div>
    </>
  )
}

function Person({ center }: { readonly center: Center }) {
  const text = useText().center
  const format = useFormat()
  const profile = useSession(session => session.profile)
  if (!profile) return null
  const facts = [
    [text.username, profile.username],
    [text.tenant, profile.lessee.name],
    [text.email, center.email ?? '–'],
    [text.phone, showPhone(center.phone) || '–'],
    [text.lastLogin, format.time(center.last_login_at)],
    [text.since, format.time(center.created_at)],
  ] as const
  return (
    <Section className="ac-person">
      <div className="ac-person-head">
        <Picture name={profile.name} src={profile.avatar} size={96} />
        <h2>{profile.name}</h2>
        <Tag>{profile.role.name}</Tag>
      </div>
      <dl className="sl-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="ac-figures">
        <Figure label={text.strategies} value={format.number(center.strategy_count)} />
        <Figure label={text.connectors} value={format.number(center.connector_count)} />
        <Figure label={text.operations} value={format.number(center.operation_count)} hint={text.thirtyDays} />
      </div>
    </Section>
  )
}

function OwnStrategies({ center }: { readonly center: Center }) {
  const text = useText().center
  const can = useCan()
  const navigate = useNavigate()
  if (!can('strategy:query')) return null
  const states: Readonly<Record<string, string>> = text.states
  return (
    <Section title={text.mine}>
      {center.strategies.length === 0 ? (
        <Empty
          isSmall
          title={text.noStrategies}
          {...(can('strategy:add') && {
            action: <Button onClick={() => navigate(strategyCreate.href())}>{text.create}</Button>,
          })}
        />
      ) : (
        <ul className="ac-list">
          {center.strategies.map(({ id, name, status, updated_at }) => (
            <li key={id}>
              <Link to={strategyDetail.href({ params: { id } })}>{name}</Link>
              <Tag>{states[status] ?? status}</Tag>
              <RelativeTime value={updated_at} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
