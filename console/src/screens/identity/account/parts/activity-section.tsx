import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { Section } from '../../../../ui/section.tsx'
import { accountCenter } from '../pages.ts'
import type { Activity } from '../types.ts'
import { useText } from '../use-text.ts'

/** The user's own rows of the operation log. */
export function ActivitySection() {
  const text = useText().activity
  const [search, setSearch] = accountCenter.useSearch()
  const query = {
    page: search.page,
    pageSize: search.pageSize,
    ...(search.operation !== undefined && { operation: search.operation }),
  }
  const { data, error, isFetching, refetch } = useQuery({ ...api.account.activity.query({ query }), ...keepRows })
  const options = Object.entries(text.operations).map(([value, label]) => ({ value, label }))
  return (
    <Section title={text.title} isFlush>
      <DataTable
        id="own-activity"
        label={text.title}
        columns={useColumns()}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={search}
        onPaging={setSearch}
        isFiltered={search.operation !== undefined}
        onClearFilters={() => setSearch({ operation: undefined, page: 1 })}
        empty={<Empty isSmall title={text.empty} />}
        toolbar={
          <FilterBar
            fields={[{ kind: 'select', name: 'operation', label: text.operation, options }]}
            values={search}
            onChange={patch => setSearch({ ...patch, page: 1 })}
          />
        }
      />
    </Section>
  )
}

function useColumns(): DataColumn<Activity>[] {
  const text = useText().activity
  const format = useFormat()
  const operations: Readonly<Record<string, string>> = text.operations
  return [
    { key: 'time', title: text.time, width: 170, isAlwaysShown: true, render: (_, row) => format.time(row.created_at) },
    {
      key: 'operation',
      title: text.operation,
      width: 70,
      render: (_, row) => operations[row.operation] ?? row.operation,
    },
    {
      key: 'action',
      title: text.action,
      width: 140,
      ellipsis: true,
      render: (_, row) => <span title={row.action}>{row.action_name}</span>,
    },
    {
      key: 'object',
      title: text.object,
      width: 170,
      ellipsis: true,
      render: (_, row) => row.object_name ?? row.object_id ?? '–',
    },
    {
      key: 'via',
      title: text.via,
      width: 90,
      render: (_, row) => (row.via === null ? text.signedIn : <Tag title={text.byToken}>{row.via}</Tag>),
    },
    { key: 'ip', title: text.ip, width: 110, render: (_, row) => row.ip ?? '–' },
  ]
}
