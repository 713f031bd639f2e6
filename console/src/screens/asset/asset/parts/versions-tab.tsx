import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { keepRows } from '../../../../lib/query.ts'
import { VersionFrame } from '../../../../parts/version-frame.tsx'
import type { Asset, AssetVersion } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshAssets } from './queries.ts'

/** What the interface was at each save. */
export function VersionsTab({ asset }: { readonly asset: Asset }) {
  const all = useText()
  const text = all.versions
  const [page, setPage] = useState({ page: 1, pageSize: 20 })
  const versions = useQuery({
    ...api.apiAsset.versions.query({ params: { id: asset.id }, query: page }),
    ...keepRows,
  })
  return (
    <VersionFrame<AssetVersion>
      id="api-asset-versions"
      label={all.form.tabs.versions}
      text={{ ...text, actions: all.actions }}
      authority="asset:update"
      versions={versions}
      page={page}
      onPage={setPage}
      newest={{ version: asset.version, content: asset.doc }}
      columns={[
        { key: 'note', title: text.note, dataIndex: 'note', ellipsis: true },
        { key: 'uses', title: text.uses, width: 110, align: 'end', dataIndex: 'strategy_count' },
      ]}
      contentOf={row => row.doc}
      restore={version => api.apiAsset.restore({ params: { id: asset.id }, body: { version } })}
      refresh={refreshAssets}
    />
  )
}
