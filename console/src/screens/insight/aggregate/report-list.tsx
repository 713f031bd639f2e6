import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { keepRows } from '../../../lib/query.ts'
import { CanButton } from '../../../ui/can.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { strategyDetail } from '../../strategy/strategy/pages.ts'
import { reportCreate, reportList } from './pages.ts'
import { isOpen } from './parts/report-state.tsx'
import { useReportColumns } from './parts/use-report-columns.tsx'
import './report.css'
import { useText } from './use-text.ts'

const BUSY_MS = 1000
const CALM_MS = 15_000

/** The reports of one strategy. */
export default function ReportList() {
  const text = useText()
  const navigate = useNavigate()
  const { strategy } = reportList.useParams()
  const [{ page, pageSize, keyword, mine, sort }, setSearch] = reportList.useSearch()
  const { data: owner } = useQuery(api.strategy.get.query({ params: { id: strategy } }))
  const query = {
    page,
    pageSize,
    ...(keyword !== undefined && { keyword }),
    ...(mine && { mine: '1' as const }),
    ...(sort !== undefined && { sort }),
  }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.aggregate.list.query({ params: { strategy }, query }),
    ...keepRows,
    refetchInterval: ({ state }) => (state.data?.content.some(isOpen) ? BUSY_MS : CALM_MS),
  })
  const add = (
    <CanButton
      type="primary"
      icon={<PlusOutlined />}
      authority="strategy:query"
      onClick={() => void navigate(reportCreate.href({ params: { strategy } }))}
    >
      {text.add}
    </CanButton>
  )
  return (
    <>
      <PageHeader
        title={text.title(owner?.content.name ?? '')}
        text={text.intro}
        backTo={strategyDetail.href({ params: { id: strategy } })}
        actions={add}
      />
      <DataTable
        id="aggregate-reports"
        label={text.list}
        columns={useReportColumns()}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize, ...(sort !== undefined && { sort }) }}
        onPaging={patch => setSearch({ page: 1, ...patch })}
        isFiltered={keyword !== undefined || mine === true}
        onClearFilters={() => setSearch({ keyword: undefined, mine: undefined, page: 1 })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={add} />}
        toolbar={<Filters />}
      />
    </>
  )
}

function Filters() {
  const text = useText()
  const [search, setSearch] = reportList.useSearch()
  return (
    <FilterBar
      fields={[
        { kind: 'text', name: 'keyword', label: text.keyword },
        {
          kind: 'custom',
          name: 'mine',
          render: () => (
            <Checkbox
              key="mine"
              checked={search.mine ?? false}
              onChange={event => setSearch({ mine: event.target.checked || undefined, page: 1 })}
            >
              {text.mine}
            </Checkbox>
          ),
        },
      ]}
      values={search}
      onChange={patch => setSearch({ ...patch, page: 1 })}
    />
  )
}
