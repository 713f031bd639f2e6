import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { keepRows } from '../../../lib/query.ts'
import { CanButton } from '../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Section } from '../../../ui/section.tsx'
import { Difference, Restore } from '../../asset/public.ts'
import type { AdapterDetail, AdapterVersion } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshAdapters } from './queries.ts'

/** What the adapter was at each save. */
export function VersionsTab({ adapter }: { readonly adapter: AdapterDetail }) {
  const all = useText()
  const text = all.versions
  const [page, setPage] = useState({ page: 1, pageSize: 20 })
  const [compared, setCompared] = useState<AdapterVersion | null>(null)
  const [restored, setRestored] = useState<number | null>(null)
  const { data, error, isFetching, refetch } = useQuery({
    ...api.adapter.versions.query({ params: { id: adapter.id }, query: page }),
    ...keepRows,
  })
  const columns: DataColumn<AdapterVersion>[] = [
    {
      key: 'version',
      title: text.version,
      width: 150,
      isAlwaysShown: true,
      render: (_, row) => (
        <>
          {row.version} {row.version === adapter.version && <Tag>{text.current}</Tag>}
          {row.version === adapter.published_version && <Tag color="success">{text.atWork}</Tag>}
        </>
      ),
    },
    { key: 'note', title: text.note, dataIndex: 'note', ellipsis: true },
    { key: 'user', ellipsis: true, title: text.user, width: 120, dataIndex: 'username' },
    { key: 'time', title: text.time, width: 120, render: (_, row) => <RelativeTime value={row.created_at} /> },
    {
      key: 'actions',
      title: all.actions,
      width: 210,
      isAlwaysShown: true,
      render: (_, row) =>
        row.version !== adapter.version && (
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
        id="adapter-versions"
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
        <Section title={text.diff(compared.version, adapter.version)}>
          <Difference
            label={text.diff(compared.version, adapter.version)}
            same={text.same}
            before={compared.doc}
            after={adapter.doc}
          />
        </Section>
      )}
      {restored !== null && (
        <Restore
          version={restored}
          text={text}
          restore={version => api.adapter.restore({ params: { id: adapter.id }, body: { version } })}
          refresh={refreshAdapters}
          onClose={() => setRestored(null)}
        />
      )}
    </div>
  )
}
