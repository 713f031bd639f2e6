import type { ContentOut } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useWords } from '../../../../lib/i18n.ts'
import { keepRows } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { describeChange } from '../describe-params.ts'
import { connectorDetail } from '../pages.ts'
import type { Connector } from '../types.ts'
import { useEnvText } from '../use-env-text.ts'
import { useText } from '../use-text.ts'
import { refreshConnectors, usePlatforms } from './queries.ts'

type Version = ContentOut<
  typeof import('@sluice/api/modules/connect/connector-env/contract.ts')['connectorEnv']['versions']
>[number]

/** Every saved state of the connector; secrets say only that they changed. */
export function HistoryTab({ connector }: { readonly connector: Connector }) {
  const text = useEnvText().history
  const [{ page, pageSize }, setSearch] = connectorDetail.useSearch()
  const [asked, setAsked] = useState<Version | null>(null)
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery({
    ...api.connectorEnv.versions.query({ params: { id: connector.id }, query: { page, pageSize } }),
    ...keepRows,
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (version: number) =>
      api.connectorEnv.restore({
        params: { id: connector.id },
        body: { to_version: version, version: connector.version },
      }),
    onSuccess: async () => {
      message.success(text.restored)
      setAsked(null)
      await refreshConnectors(client)
      await refetch()
    },
    onError: failure => {
      setAsked(null)
      message.error(describeError(failure).message)
    },
  })
  return (
    <>
      <DataTable<Version>
        id="connector-history"
        label={text.label}
        columns={useColumns(connector, setAsked)}
        rowKey={row => String(row.version)}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize }}
        onPaging={patch => setSearch({ page: patch.page ?? 1, pageSize: patch.pageSize ?? pageSize })}
        empty={<Empty isSmall title={text.empty} />}
      />
      {asked && (
        <ConfirmDanger
          open
          title={text.restoreTitle(asked.version)}
          text={text.restoreText}
          action={text.restore}
          isBusy={isPending}
          onConfirm={() => mutate(asked.version)}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  )
}

function useColumns(connector: Connector, ask: (version: Version) => void): DataColumn<Version>[] {
  const all = useEnvText()
  const text = all.history
  const { time } = useFormat()
  return [
    {
      key: 'version',
      title: text.version,
      width: 120,
      isAlwaysShown: true,
      render: (_, row) => (
        <>
          {row.version}{' '}
          {row.version === connector.version && <span className="sl-tag sl-tag-good">{text.current}</span>}
        </>
      ),
    },
    { key: 'kind', title: text.kind, width: 110, render: (_, row) => text.kinds[row.kind] },
    { key: 'env', title: text.env, width: 90, render: (_, row) => all.envs[row.env] },
    {
      key: 'changes',
      title: text.changes,
      width: 420,
      render: (_, row) => <Changes row={row} connector={connector} />,
    },
    { key: 'user', ellipsis: true, title: text.user, width: 140, dataIndex: 'username' },
    { key: 'at', title: text.at, width: 180, render: (_, row) => time(row.created_at) },
    {
      key: 'actions',
      title: text.actions,
      width: 120,
      isAlwaysShown: true,
      render: (_, row) =>
        row.version !== connector.version && (
          <CanButton
            type="link"
            size="small"
            authority="connector:update"
            reason={row.env === connector.env ? undefined : text.otherEnv}
            onClick={() => ask(row)}
          >
            {text.restore}
          </CanButton>
        ),
    },
  ]
}

function Changes({ row, connector }: { readonly row: Version; readonly connector: Connector }) {
  const all = useEnvText()
  const text = all.history
  const words = useText()
  const say = useWords()
  const params = usePlatforms().data?.find(platform => platform.id === connector.platform_id)?.connector_params ?? []
  if (row.changes.length === 0) return <span className="sl-muted">{text.none}</span>
  const paramOf = (field: string) => params.find(param => field === `params.${param.field}`)
  const nameOf = (field: string): string => {
    if (field === 'name') return words.form.name
    if (field === 'env') return text.env
    if (field === 'remark') return words.form.remark
    const param = paramOf(field)
    return param ? say(param.label) : field.replace(/^params\./, '')
  }
  const show = (field: string, value: string | null): string => {
    if (value === null) return '–'
    if (field === 'env' && value in all.envs) return all.envs[value as Version['env']]
    const param = paramOf(field)
    return param ? describeChange(param, value, say, words) : value
  }
  return (
    <ul className="cn-changes">
      {row.changes.map(({ field, is_secret, before, after }) => (
        <li key={field}>
          <strong>{nameOf(field)}</strong>{' '}
          {is_secret ? text.secretChanged : `${show(field, before)} → ${show(field, after)}`}
        </li>
      ))}
    </ul>
  )
}
