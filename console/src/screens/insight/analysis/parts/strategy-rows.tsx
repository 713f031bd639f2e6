import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { Section } from '../../../../ui/section.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import type { dashboardAnalysis } from '../pages.ts'
import type { AnalysisRow } from '../types.ts'
import { useText } from '../use-text.ts'

type Search = ReturnType<typeof dashboardAnalysis.useSearch>
type Query = NonNullable<NonNullable<Parameters<typeof api.analysis.export>[0]>['query']>

interface StrategyRowsProps {
  readonly search: Search[0]
  readonly setSearch: Search[1]
  readonly filter: Query
}

const measures = ['read', 'written', 'rejected', 'errors', 'failed_runs', 'silent'] as const
const all = { only: undefined, keyword: undefined, target: undefined, platform: undefined, page: 1 }

/** The strategies that the figures are the sums of. */
export function StrategyRows({ search, setSearch, filter }: StrategyRowsProps) {
  const text = useText()
  const { page, pageSize, sort = '-written' } = search
  const { data, error, isFetching, refetch } = useQuery({
    ...api.analysis.list.query({ query: { ...filter, page, pageSize } }),
    ...keepRows,
  })
  return (
    <div id="strategies">
      <Section title={text.list} text={text.listText} isFlush>
        <DataTable
          id="analysis"
          label={text.list}
          columns={useColumns()}
          rowKey={row => row.id}
          rows={data?.content}
          total={data?.total}
          error={error}
          isFetching={isFetching}
          onReload={() => void refetch()}
          paging={{ page, pageSize, sort }}
          onPaging={setSearch}
          isFiltered={[search.only, search.keyword, search.target, search.platform].some(value => value !== undefined)}
          onClearFilters={() => setSearch(all)}
          empty={<Empty isSmall title={text.empty} />}
          toolbar={
            <FilterBar
              fields={[
                { kind: 'text', name: 'keyword', label: text.keyword },
                {
                  kind: 'select',
                  name: 'only',
                  label: text.only,
                  options: measures.map(value => ({ value, label: text.measures[value] })),
                },
              ]}
              values={search}
              onChange={patch => setSearch({ ...patch, page: 1 })}
            />
          }
        />
      </Section>
    </div>
  )
}

function useColumns(): DataColumn<AnalysisRow>[] {
  const { columns } = useText()
  const { number, duration } = useFormat()
  const count = (key: 'read' | 'written' | 'before' | 'rejected' | 'errors'): DataColumn<AnalysisRow> => ({
    key,
    title: columns[key],
    sortKey: key,
    width: 110,
    align: 'end',
    render: (_, row) => number(row[key]),
  })
  return [
    {
      key: 'name',
      title: columns.name,
      sortKey: 'name',
      width: 240,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, row) => <Link to={strategyDetail.href({ params: { id: row.id } })}>{row.name}</Link>,
    },
    { key: 'source', title: columns.source, width: 150, ellipsis: true, render: (_, row) => row.source ?? '–' },
    { key: 'target', title: columns.target, width: 150, ellipsis: true, render: (_, row) => row.target ?? '–' },
    count('read'),
    count('written'),
    count('before'),
    count('errors'),
    count('rejected'),
    {
      key: 'success',
      title: columns.success,
      width: 100,
      align: 'end',
      render: (_, row) => (row.success === null ? '–' : `${number(row.success)}%`),
    },
    {
      key: 'average',
      title: columns.average,
      sortKey: 'average_ms',
      width: 120,
      align: 'end',
      render: (_, row) => duration(row.average_ms),
    },
  ]
}
