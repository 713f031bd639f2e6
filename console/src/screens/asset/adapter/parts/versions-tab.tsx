import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { keepRows } from '../../../../lib/query.ts'
import { VersionFrame } from '../../../../parts/version-frame.tsx'
import type { AdapterDetail, AdapterVersion } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshAdapters } from './queries.ts'

/** What the adapter was at each save. */
export function VersionsTab({ adapter }: { readonly adapter: AdapterDetail }) {
  const all = useText()
  const text = all.versions
  const [page, setPage] = useState({ page: 1, pageSize: 20 })
  const versions = useQuery({
    ...api.adapter.versions.query({ params: { id: adapter.id }, query: page }),
    ...keepRows,
  })
  return (
    <VersionFrame<AdapterVersion>
      id="adapter-versions"
      label={all.form.tabs.versions}
      text={{ ...text, actions: all.actions }}
      authority="asset:update"
      versions={versions}
      page={page}
      onPage={setPage}
      newest={{ version: adapter.version, content: adapter.doc }}
      columns={[{ key: 'note', title: text.note, dataIndex: 'note', ellipsis: true }]}
      tagOf={row => row.version === adapter.published_version && <Tag color="processing">{text.atWork}</Tag>}
      contentOf={row => row.doc}
      restore={version => api.adapter.restore({ params: { id: adapter.id }, body: { version } })}
      refresh={refreshAdapters}
    />
  )
}
