import type { Retention } from '@sluice/api/modules/admin/person-data/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Section } from '../../../../ui/section.tsx'
import { useText } from '../use-text.ts'

/** How long each kind of data is kept, and which setting says so. */
export function RetentionSection() {
  const text = useText().retention
  const columns = useColumns()
  const { data, error, isFetching, refetch } = useQuery(api.personData.retention.query())
  return (
    <Section title={text.title} text={text.text} isFlush>
      <DataTable
        id="tenant-retention"
        label={text.title}
        columns={columns}
        rowKey={row => row.kind}
        rows={data?.content}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
      />
    </Section>
  )
}

function useColumns(): readonly DataColumn<Retention>[] {
  const text = useText().retention
  const format = useFormat()
  const { columns } = text
  return [
    { key: 'kind', title: columns.kind, width: 260, isAlwaysShown: true, render: (_, row) => text.kinds[row.kind] },
    {
      key: 'days',
      title: columns.days,
      width: 170,
      render: (_, row) => (row.days === null ? text.forEver : text.days(format.number(row.days))),
    },
    {
      key: 'least',
      title: columns.least,
      width: 110,
      render: (_, row) => (row.least_days === null ? '–' : text.days(format.number(row.least_days))),
    },
    {
      key: 'setting',
      title: columns.setting,
      render: (_, row) => (
        <>
          {text.saidBy[row.said_by]} {row.path !== null && <Link to={row.path}>{text.open}</Link>}
        </>
      ),
    },
  ]
}
