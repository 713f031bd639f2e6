import { useQuery } from '@tanstack/react-query'
import { Tabs, Tag } from 'antd'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Figure } from '../../../../ui/figure.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import { callLogList } from '../../call-log/pages.ts'
import type { Application, Credentials } from '../types.ts'
import { useText } from '../use-text.ts'
import { ApplicationActions } from './application-actions.tsx'
import { HowToCall } from './how-to-call.tsx'
import { Webhooks } from './webhooks.tsx'

// Opened by few.
const ApiVersions = lazyPart(async () => ({ default: (await import('./api-versions.tsx')).ApiVersions }))
const Certificates = lazyPart(async () => ({ default: (await import('./certificates.tsx')).Certificates }))
const PortalLinks = lazyPart(async () => ({ default: (await import('../../portal/public.ts')).PortalLinks }))

export interface ApplicationDrawerProps {
  readonly id: string
  onSecret(made: Credentials): void
  onClose(): void
}

/** One application: what it did today, what proves it, what it may do, how it is called. */
export function ApplicationDrawer({ id, onSecret, onClose }: ApplicationDrawerProps) {
  const text = useText()
  const { data, error, refetch } = useQuery(api.application.get.query({ params: { id } }))
  const application = data?.content
  return (
    <Drawer
      size={800}
      open
      title={application?.name ?? text.label}
      extra={application && <ApplicationActions application={application} onSecret={onSecret} />}
      onClose={onClose}
    >
      {error && !application && <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />}
      {!error && !application && <Skeleton rows={6} />}
      {application && (
        <Tabs
          items={[
            { key: 'overview', label: text.tabs.overview, children: <Overview application={application} /> },
            { key: 'secrets', label: text.tabs.secrets, children: <Secrets application={application} /> },
            { key: 'scopes', label: text.tabs.scopes, children: <Scopes application={application} /> },
            {
              key: 'versions',
              label: text.tabs.versions,
              children: (
                <Suspense fallback={<Skeleton rows={4} />}>
                  <ApiVersions applicationId={application.id} />
                </Suspense>
              ),
            },
            { key: 'webhooks', label: text.tabs.webhooks, children: <Webhooks application={application} /> },
            { key: 'docs', label: text.tabs.docs, children: <HowToCall application={application} /> },
            {
              key: 'portal',
              label: text.tabs.portal,
              children: (
                <Suspense fallback={<Skeleton rows={4} />}>
                  <PortalLinks applicationId={application.id} />
                </Suspense>
              ),
            },
          ]}
        />
      )}
    </Drawer>
  )
}

function Overview({ application }: { readonly application: Application }) {
  const text = useText()
  const { number, time } = useFormat()
  const { data } = useQuery(api.callLog.stats.query({ query: { application_id: application.id } }))
  const stats = data?.content
  const logs = callLogList.href({ search: { application: application.id } })
  const { limits, calls_today: today, calls_month: month } = application
  const orNone = (value: number | null): string => (value === null ? text.noQuota : number(value))
  const left = (most: number | null, used: number, say: (count: string) => string) =>
    most === null ? {} : { hint: say(number(Math.max(0, most - used))) }
  const facts = [
    { key: 'state', label: text.columns.state, value: text.states[application.state] },
    {
      key: 'expires',
      label: text.form.expires,
      value: application.expires_at ? time(application.expires_at) : text.noEnd,
    },
    {
      key: 'used',
      label: text.columns.used,
      value: application.last_used_at ? time(application.last_used_at) : text.never,
    },
    { key: 'owner', label: text.columns.owner, value: application.owner ?? '–' },
    { key: 'plan', label: text.columns.plan, value: application.plan_name ?? text.noPlan },
    { key: 'rate', label: text.form.rate, value: number(limits.rate_per_minute) },
    { key: 'burst', label: text.form.burst, value: number(limits.burst) },
    { key: 'quota', label: text.form.quota, value: orNone(limits.quota_per_day) },
    { key: 'month', label: text.form.month, value: orNone(limits.quota_per_month) },
    { key: 'concurrency', label: text.form.concurrency, value: orNone(limits.concurrency) },
    { key: 'maps', label: text.form.maps, value: application.maps.map(({ name }) => name).join(', ') || '–' },
    { key: 'ip', label: text.form.addresses, value: application.ip_allow.join(', ') || text.anywhere },
    { key: 'remark', label: text.form.remark, value: application.remark || '–' },
  ]
  return (
    <div className="sl-stack">
      <div className="gw-figures">
        <Figure
          label={text.figures.today}
          value={number(today)}
          {...left(limits.quota_per_day, today, text.figures.left)}
        />
        <Figure
          label={text.figures.month}
          value={number(month)}
          {...left(limits.quota_per_month, month, text.figures.leftMonth)}
        />
        <Figure label={text.figures.refused} value={number(application.refused_today)} />
        <Figure label={text.figures.day} value={number(stats?.calls)} to={logs} />
        <Figure
          label={text.figures.failed}
          value={number(stats?.failed)}
          {...(stats?.failed && { tone: 'bad' as const })}
        />
        <Figure label="P95" value={stats?.p95_ms == null ? '–' : `${number(stats.p95_ms)} ms`} />
      </div>
      <dl className="sl-facts">
        {facts.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Secrets({ application }: { readonly application: Application }) {
  const text = useText()
  const { time } = useFormat()
  return (
    <div className="sl-stack">
      <p className="sl-muted">{text.secretsText}</p>
      <dl className="sl-facts">
        <div>
          <dt>app_key</dt>
          <dd>
            <CopyText isShown value={application.app_key} label={text.secret.copyKey} />
          </dd>
        </div>
        {application.secrets.map(secret => (
          <div key={secret.id}>
            <dt>{text.secretOf(time(secret.created_at))}</dt>
            <dd>
              {secret.ends_at === null ? (
                <Tag color="success">{text.counts}</Tag>
              ) : (
                <Tag color="warning">{text.endsAt(time(secret.ends_at))}</Tag>
              )}{' '}
              {secret.last_used_at === null ? text.never : text.usedAt(time(secret.last_used_at))}
            </dd>
          </div>
        ))}
      </dl>
      <Suspense fallback={<Skeleton rows={4} />}>
        <Certificates application={application} />
      </Suspense>
    </div>
  )
}

function Scopes({ application }: { readonly application: Application }) {
  const text = useText()
  if (application.scopes.length === 0 && application.assets.length === 0) return <Empty isSmall title={text.noScopes} />
  return (
    <dl className="sl-facts">
      {application.scopes.map(scope => (
        <div key={scope.strategy_id}>
          <dt>
            <Link to={strategyDetail.href({ params: { id: scope.strategy_id } })}>{scope.strategy_name}</Link>
          </dt>
          <dd>
            {scope.operations.map(operation => (
              <Tag key={operation}>{text.operations[operation]}</Tag>
            ))}
            <div className="sl-muted">
              {scope.fields
                .map(field => {
                  const rule = scope.masks[field]
                  return rule === undefined ? field : `${field} (${text.view.rules[rule]})`
                })
                .join(', ') || text.noFields}
            </div>
            {scope.row_filter.map(({ field, op, values }) => (
              <div
                key={`${field} ${op} ${values.join()}`}
              >{`${field} ${text.view.operators[op]} ${values.join(', ')}`}</div>
            ))}
          </dd>
        </div>
      ))}
      {application.assets.map(asset => (
        <div key={asset.asset_id}>
          <dt>{asset.asset_name}</dt>
          <dd>
            <Tag>{text.form.asset}</Tag>
            {asset.connector_name}
            <div className="sl-muted">
              {asset.fields
                .map(field => {
                  const rule = asset.masks[field]
                  return rule === undefined ? field : `${field} (${text.view.rules[rule]})`
                })
                .join(', ') || text.noFields}
            </div>
          </dd>
        </div>
      ))}
    </dl>
  )
}
