import { LoadingOutlined } from '@ant-design/icons'
import { judgeTest } from '@sluice/contract'
import { Link, useNavigate } from 'react-router'
import { useCan } from '../../../../lib/session.ts'
import { CanButton } from '../../../../ui/can.tsx'
import type { DataColumn } from '../../../../ui/data-table.tsx'
import { PlatformIcon } from '../../../../ui/platform-icon.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { useUiText } from '../../../../ui/use-text.ts'
import { strategyList } from '../../../strategy/strategy/pages.ts'
import { summarizeTest } from '../model.ts'
import { connectorDetail } from '../pages.ts'
import type { Connector } from '../types.ts'
import { useListText } from '../use-list-text.ts'
import { CredentialTag } from './credential.tsx'
import type { ConnectorTests } from './use-connector-tests.ts'
import type { TestState } from './use-test.ts'

export interface ConnectorColumnsInput {
  readonly tests: ConnectorTests
  onTest(row: Connector): void
  onCopy(row: Connector): void
  onRemove(row: Connector): void
}

/** Columns of the connector list. */
export function useConnectorColumns(input: ConnectorColumnsInput): DataColumn<Connector>[] {
  const text = useListText()
  const { columns } = text.list
  const groups: Readonly<Record<string, string>> = text.groups
  return [
    {
      key: 'name',
      ellipsis: true,
      title: columns.name,
      sortKey: 'name',
      width: 175,
      isAlwaysShown: true,
      render: (_, row) => <NameCell row={row} />,
    },
    { key: 'platform', title: columns.platform, width: 110, dataIndex: 'platform_name', ellipsis: true },
    {
      key: 'group',
      isHidden: true,
      title: columns.group,
      width: 80,
      className: 'cn-line',
      render: (_, row) => groups[row.platform_group] ?? row.platform_group,
    },
    { key: 'env', title: columns.env, width: 90, render: (_, row) => <EnvTag env={row.env} /> },
    {
      key: 'status',
      title: columns.status,
      width: 130,
      render: (_, row) => <StateCell row={row} state={input.tests.states.get(row.id)} />,
    },
    { key: 'uses', title: columns.uses, width: 85, render: (_, row) => <UsesCell row={row} /> },
    {
      key: 'tested',
      className: 'cn-line',
      title: columns.tested,
      width: 100,
      render: (_, row) => <RelativeTime value={row.last_test_at} />,
    },
    {
      key: 'updated',
      className: 'cn-line',
      title: columns.updated,
      sortKey: 'updated_at',
      width: 100,
      render: (_, row) => <RelativeTime value={row.updated_at} />,
    },
    {
      key: 'actions',
      title: columns.actions,
      width: 185,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => <Actions row={row} {...input} />,
    },
  ]
}

function NameCell({ row }: { readonly row: Connector }) {
  return (
    <div className="cn-name">
      <PlatformIcon icon={row.platform_icon} size={28} />
      <div className="cn-name-main">
        <Link to={connectorDetail.href({ params: { id: row.id } })} title={row.name}>
          {row.name}
        </Link>
        {row.remark !== '' && (
          <span className="sl-muted" title={row.remark}>
            {row.remark}
          </span>
        )}
      </div>
    </div>
  )
}

export function EnvTag({ env }: { readonly env: Connector['env'] }) {
  const { states } = useUiText()
  return <span className={`sl-tag cn-env cn-env-${env}`}>{states.env[env]}</span>
}

function StateCell({ row, state }: { readonly row: Connector; readonly state: TestState | undefined }) {
  const text = useListText().list
  if (state?.kind === 'waiting') return <span className="sl-muted">{text.waiting}</span>
  if (state?.kind === 'running')
    return (
      <span className="sl-tag sl-tag-busy">
        <LoadingOutlined /> {text.testing}
      </span>
    )
  // A test of this visit is newer than the row until the list has been asked again.
  const summary = summarizeTest((state?.kind === 'done' ? state.steps : row.last_test) ?? [])
  const status = state?.kind === 'done' ? judgeTest(state.steps) : row.status
  const isTold = status === 'failed' || (status === 'untested' && summary.needsGrant)
  // What its work meets is newer than its test.
  const why =
    state?.kind === 'done' || !row.trouble?.message
      ? isTold
        ? summary.failed?.error?.message
        : undefined
      : row.trouble.message
  return (
    <div className="cn-state">
      <StateTag kind="connector" state={status} />
      {why !== undefined && (
        <span className="cn-state-why" title={why}>
          {why}
        </span>
      )}
      <CredentialTag credential={row.credential} />
    </div>
  )
}

function UsesCell({ row }: { readonly row: Connector }) {
  const text = useListText().list
  const can = useCan()
  const label = `${row.running_strategy_count} / ${row.strategy_count}`
  if (row.strategy_count === 0 || !can('strategy:query')) return <span className="sl-muted sl-number">{label}</span>
  return (
    <Link
      className="sl-number"
      title={text.usesHint}
      aria-label={text.uses(row.name, row.running_strategy_count, row.strategy_count)}
      to={strategyList.href({ search: { connector: row.id } })}
    >
      {label}
    </Link>
  )
}

function Actions({ row, tests, onTest, onCopy, onRemove }: ConnectorColumnsInput & { readonly row: Connector }) {
  const text = useListText().list
  const navigate = useNavigate()
  const state = tests.states.get(row.id)?.kind
  return (
    <div className="cn-actions">
      <CanButton
        type="link"
        size="small"
        authority="connector:query"
        aria-label={text.testName(row.name)}
        reason={state === 'running' || tests.progress !== null ? text.testing : undefined}
        onClick={() => onTest(row)}
      >
        {text.test}
      </CanButton>
      <CanButton
        type="link"
        size="small"
        authority="connector:update"
        aria-label={text.editName(row.name)}
        onClick={() => navigate(connectorDetail.href({ params: { id: row.id } }))}
      >
        {text.edit}
      </CanButton>
      <CanButton
        type="link"
        size="small"
        authority="connector:add"
        aria-label={text.copyName(row.name)}
        onClick={() => onCopy(row)}
      >
        {text.copy}
      </CanButton>
      <CanButton
        type="link"
        size="small"
        danger
        authority="connector:delete"
        aria-label={text.removeName(row.name)}
        onClick={() => onRemove(row)}
      >
        {text.remove}
      </CanButton>
    </div>
  )
}
