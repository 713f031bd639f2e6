import type { ContentOut } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import { useText } from '../use-text.ts'

type Reference = ContentOut<
  typeof import('@sluice/api/modules/mapping/mapping/contract.ts')['mapping']['references']
>[number]

/** Strategies that look the map up, with the fields that do. */
export function ReferencesTab({ mapId }: { readonly mapId: string }) {
  const all = useText()
  const text = all.references
  const { data, error, isFetching, refetch } = useQuery(api.mapping.references.query({ params: { id: mapId } }))
  const columns: DataColumn<Reference>[] = [
    {
      key: 'name',
      ellipsis: true,
      title: text.name,
      width: 280,
      isAlwaysShown: true,
      render: (_, row) => <Link to={strategyDetail.href({ params: { id: row.id } })}>{row.name}</Link>,
    },
    {
      key: 'status',
      title: text.status,
      width: 120,
      render: (_, row) => <StateTag kind="strategy" state={row.status} />,
    },
    {
      key: 'fields',
      title: text.fields,
      render: (_, row) =>
        row.fields.map(field => (
          <Tag key={`${field.target}/${field.direction}`}>
            {field.target} · {all.lookup.directions[field.direction]}
          </Tag>
        )),
    },
  ]
  return (
    <DataTable
      id="value-map-references"
      label={text.label}
      columns={columns}
      rowKey={row => row.id}
      rows={data?.content}
      error={error}
      isFetching={isFetching}
      onReload={() => void refetch()}
      empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
    />
  )
}
