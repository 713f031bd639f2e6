import { useQuery } from '@tanstack/react-query'
import { Alert, Tag } from 'antd'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import type { Asset } from '../types.ts'
import { useText } from '../use-text.ts'

type Reference = NonNullable<ReturnType<typeof useReferences>['data']>['content'][number]

const useReferences = (id: string) => useQuery(api.apiAsset.references.query({ params: { id } }))

/** Strategies that use some version of the interface. */
export function ReferencesTab({ asset }: { readonly asset: Asset }) {
  const all = useText()
  const text = all.references
  const { data, error, isFetching, refetch } = useReferences(asset.id)
  const columns: DataColumn<Reference>[] = [
    {
      key: 'strategy',
      ellipsis: true,
      title: text.strategy,
      isAlwaysShown: true,
      render: (_, row) => <Link to={strategyDetail.href({ params: { id: row.id } })}>{row.name}</Link>,
    },
    { key: 'role', title: text.role, width: 100, render: (_, row) => all.roles[row.role] },
    {
      key: 'status',
      title: text.status,
      width: 120,
      render: (_, row) => <StateTag kind="strategy" state={row.status as 'draft'} />, // the server's own states
    },
    {
      key: 'version',
      title: text.version,
      width: 160,
      render: (_, row) => (
        <>
          {row.version} {row.version < asset.version && <Tag color="warning">{text.older}</Tag>}
        </>
      ),
    },
  ]
  return (
    <>
      <Alert className="as-problems" type="info" showIcon title={text.hint} />
      <DataTable
        id="api-asset-references"
        label={all.form.tabs.references}
        columns={columns}
        rowKey={row => `${row.id} ${row.role}`}
        rows={data?.content}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
      />
    </>
  )
}
