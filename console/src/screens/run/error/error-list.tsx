import { DownloadOutlined, FilterOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { keepRows } from '../../../lib/query.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { CanButton } from '../../../ui/can.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { errorList } from './pages.ts'
import { ErrorFilters } from './parts/error-filters.tsx'
import { ErrorSummary } from './parts/error-summary.tsx'
import { useGroupColumns } from './parts/use-error-columns.tsx'
import type { ErrorGroup } from './types.ts'
import { useErrorFilter } from './use-error-filter.ts'
import { useText } from './use-text.ts'
import './error.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Opened by a press.
const GroupDrawer = lazyPart(async () => ({ default: (await import('./parts/group-drawer.tsx')).GroupDrawer }))
const RuleDrawer = lazyPart(async () => ({ default: (await import('./parts/rule-drawer.tsx')).RuleDrawer }))
const GroupActions = lazyPart(async () => ({ default: (await import('./parts/group-actions.tsx')).GroupActions }))

/** How often the list looks for what runs have done meanwhile. */
const LOOK_MS = 10_000

/** Records in error over every strategy, by cause. */
export default function ErrorList() {
  const text = useText()
  const [search, setSearch] = errorList.useSearch()
  const [isRuling, setRuling] = useState(false)
  const [chosen, setChosen] = useState<{ readonly filter: string; readonly ids: string[] }>({ filter: '', ids: [] })
  const filter = useErrorFilter()
  const { page, pageSize, sort } = search
  const { data, error, isFetching, refetch } = useQuery({
    ...api.errorGroup.search.query({ body: { ...filter, page, pageSize, ...(sort && { sort }) } }),
    ...keepRows,
    refetchInterval: LOOK_MS,
  })
  const columns = useGroupColumns(id => setSearch({ open: id }))
  // What a filter hides is not acted upon.
  const key = JSON.stringify(filter)
  const selected = chosen.filter === key ? chosen.ids : []
  const { status: _status, ...asked } = filter
  const isFiltered = Object.keys(asked).length > 0 || search.status !== undefined
  return (
    <>
      <PageHeader
        title={text.title}
        text={text.intro}
        actions={
          <CanButton icon={<FilterOutlined />} authority="strategy:query" onClick={() => setRuling(true)}>
            {text.rules}
          </CanButton>
        }
      />
      <ErrorSummary filter={filter} />
      <DataTable<ErrorGroup, NonNullable<typeof sort>>
        id="error-groups"
        label={text.label}
        columns={columns}
        rowKey={group => group.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize, ...(sort && { sort }) }}
        onPaging={setSearch}
        selection={{
          selected,
          onSelect: ids => setChosen({ filter: key, ids }),
          actions: selected.length > 0 && (
            <Suspense>
              <GroupActions ids={selected} onDone={() => setChosen({ filter: '', ids: [] })} />
            </Suspense>
          ),
        }}
        isFiltered={isFiltered}
        onClearFilters={() => setSearch(NO_FILTER)}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
        extra={<ExportButton />}
        toolbar={<ErrorFilters />}
      />
      <Suspense>
        {search.open !== undefined && (
          <GroupDrawer key={search.open} id={search.open} onClose={() => setSearch({ open: undefined })} />
        )}
        {isRuling && <RuleDrawer onClose={() => setRuling(false)} />}
      </Suspense>
    </>
  )
}

const NO_FILTER = {
  keyword: undefined,
  category: [],
  status: undefined,
  strategy: undefined,
  group: undefined,
  platform: undefined,
  owner: undefined,
  from: undefined,
  to: undefined,
  page: 1,
}

function ExportButton() {
  const text = useText()
  const filter = useErrorFilter()
  const [{ sort }] = errorList.useSearch()
  const save = useMutation({
    mutationFn: async () =>
      saveFile(await api.errorGroup.export({ body: { ...filter, ...(sort && { sort }) } }), 'errors.csv'),
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <CanButton
      icon={<DownloadOutlined />}
      authority="strategy:export"
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {text.export}
    </CanButton>
  )
}
