import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import { assetForm, platformForm } from '../../asset/pages.ts'
import type { AdapterDetail, Reference } from '../types.ts'
import { useText } from '../use-text.ts'

const hrefs: Readonly<Record<Reference['kind'], (id: string) => string>> = {
  platform: id => platformForm.href({ params: { id } }),
  api: id => assetForm.href({ params: { id } }),
  strategy: id => strategyDetail.href({ params: { id } }),
}

/** What names the adapter, and for strategies whose adapter won. */
export function ReferencesTab({ adapter }: { readonly adapter: AdapterDetail }) {
  const all = useText()
  const text = all.references
  const { data, error, isFetching, refetch } = useQuery(api.adapter.references.query({ params: { id: adapter.id } }))
  const columns: DataColumn<Reference>[] = [
    { key: 'kind', title: text.kind, width: 110, render: (_, row) => text.kinds[row.kind] },
    {
      key: 'name',
      ellipsis: true,
      title: text.name,
      isAlwaysShown: true,
      render: (_, row) => <Link to={hrefs[row.kind](row.id)}>{row.name}</Link>,
    },
    { key: 'role', title: text.role, width: 90, render: (_, row) => row.role && text.roles[row.role] },
    {
      key: 'level',
      title: text.level,
      width: 260,
      render: (_, row) =>
        row.level && (
          <span className="as-name">
            {text.levels[row.level]}
            <span className={`sl-tag sl-tag-${row.is_in_force ? 'good' : 'calm'}`}>
              {row.is_in_force ? text.inForce : text.beaten}
            </span>
          </span>
        ),
    },
  ]
  return (
    <div className="as-stack">
      <Alert type="info" showIcon title={text.hint} />
      <DataTable
        id="adapter-references"
        label={all.form.tabs.references}
        columns={columns}
        rowKey={row => `${row.kind} ${row.id} ${row.role ?? ''}`}
        rows={data?.content}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
      />
    </div>
  )
}
