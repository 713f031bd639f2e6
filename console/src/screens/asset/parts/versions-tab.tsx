import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { keepRows } from '../../../lib/query.ts'
import { CanButton } from '../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Asset, AssetVersion } from '../types.ts'
import { useText } from '../use-text.ts'
import { Difference } from './difference.tsx'
import { refreshAssets } from './queries.ts'
import { Restore } from './restore.tsx'

/** What the interface was at each save. */
export function VersionsTab({ asset }: { readonly asset: Asset }) {
  const all = useText()
  const text = all.versions
  const [page, setPage] = useState({ page: 1, pageSize: 20 })
  const [compared, setCompared] = useState<AssetVersion | null>(null)
  const [restored, setRestored] = useState<number | null>(null)
  const { data, error, isFetching, refetch } = useQuery({
    ...api.apiAsset.versions.query({ params: { id: asset.id }, query: page }),
    ...keepRows,
  })
  const columns: DataColumn<AssetVersion>[] = [
    {
      key: 'version',
      title: text.version,
      width: 110,
      isAlwaysShown: true,
      render: (_, row) => (
        <>
          {row.version} {row.version === asset.version && <Tag>{text.current}</Tag>}
        </>
      ),
    },
    { key: 'note', title: text.note, dataIndex: 'note', ellipsis: true },
    { key: 'user', ellipsis: true, title: text.user, width: 120, dataIndex: 'username' },
    { key: 'time', title: text.time, width: 120, render: (_, row) => <RelativeTime value={row.created_at} /> },
    { key: 'uses', title: text.uses, width: 110, align: 'end', dataIndex: 'strategy_count' },
    {
      key: 'actions',
      title: all.actions,
      width: 210,
      isAlwaysShown: true,
      render: (_, row) =>
        row.version !== asset.version && (
          <div className="as-actions">
            <Button type="link" size="small" onClick={() => setCompared(row)}>
              {text.compare}
            </Button>
            <CanButton type="link" size="small" authority="asset:update" onClick={() => setRestored(row.version)}>
              {text.restore}
            </CanButton>
          </div>
        ),
    },
  ]
  return (
    <div className="as-stack">
      <DataTable
        id="api-asset-versions"
        label={all.form.tabs.versions}
        columns={columns}
        rowKey={row => String(row.version)}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={page}
        onPaging={patch => setPage({ ...page, ...patch })}
      />
      {compared && (
        <Section title={text.diff(compared.version, asset.version)}>
          <Difference
            label={text.diff(compared.version, asset.version)}
            same={text.same}
            before={compared.doc}
            after={asset.doc}
          />
        </Section>
      )}
      {restored !== null && (
        <Restore
          version={restored}
          text={text}
          restore={version => api.apiAsset.restore({ params: { id: asset.id }, body: { version } })}
          refresh={refreshAssets}
          onClose={() => setRestored(null)}
        />
      )}
    </div>
  )
}
