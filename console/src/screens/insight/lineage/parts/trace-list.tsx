import { DownloadOutlined } from '@ant-design/icons'
import { ApiError } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Alert, Tag } from 'antd'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useReaderText } from '../../../../parts/use-reader-text.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { Section } from '../../../../ui/section.tsx'
import { select } from '../model.ts'
import { linkOfReader } from '../pages.ts'
import type { queryOf, Search, SetSearch } from '../query-of.ts'
import type { Entry, Trace } from '../types.ts'
import { useText } from '../use-text.ts'

interface TraceListProps {
  readonly query: NonNullable<ReturnType<typeof queryOf>>
  readonly trace: Trace | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  onReload(): void
  readonly search: Search
  readonly setSearch: SetSearch
}

const kinds = ['strategy', 'report', 'share', 'gateway', 'asset', 'reconciliation', 'dashboard'] as const
const cleared = { keyword: undefined, kind: undefined, sure: undefined, page: 1 }

/** The file holds what is listed. */
const filterOf = ({ keyword, kind, sure }: Search) => ({
  ...(keyword !== undefined && { keyword }),
  ...(kind !== undefined && { kind }),
  ...(sure && { sure: 'true' as const }),
})

/** Everything that reads the value, nearest first. */
export function TraceList({ query, trace, error, isFetching, onReload, search, setSearch }: TraceListProps) {
  const text = useText()
  const words = useReaderText()
  const { number, time } = useFormat()
  const { page, pageSize, sort = 'step' } = search
  const save = useMutation({
    mutationFn: async () =>
      saveFile(await api.lineage.export({ query: { ...query, ...filterOf(search) } }), 'where-it-goes.csv'),
    onError: failure => void message.error(describeError(failure).message),
  })
  const rows = trace && select(trace.entries, search)
  const columns = useColumns()
  if (error instanceof ApiError && error.status === 404)
    return (
      <Section title={text.list}>
        <Empty isSmall title={text.gone} />
      </Section>
    )
  const isFiltered = search.keyword !== undefined || search.kind !== undefined || search.sure === true
  const perhaps = trace?.entries.filter(each => !each.is_sure).length ?? 0
  return (
    <Section
      title={text.list}
      text={
        trace
          ? `${text.found(number(trace.entries.length), number(perhaps))} ${text.age(time(trace.at))}`
          : text.loading
      }
      extra={
        <CanButton
          icon={<DownloadOutlined />}
          authority="strategy:export"
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {text.export}
        </CanButton>
      }
      isFlush
    >
      {trace && <Notes trace={trace} />}
      <DataTable
        id="lineage"
        label={text.list}
        columns={columns}
        rowKey={row => String(row.id)}
        rows={rows?.slice((page - 1) * pageSize, page * pageSize)}
        total={rows?.length}
        error={error}
        isFetching={isFetching}
        onReload={onReload}
        paging={{ page, pageSize, sort }}
        onPaging={setSearch}
        isFiltered={isFiltered}
        onClearFilters={() => setSearch(cleared)}
        empty={<Empty isSmall title={text.none} text={text.noneText} />}
        toolbar={
          <FilterBar
            fields={[
              { kind: 'text', name: 'keyword', label: text.keyword },
              {
                kind: 'select',
                name: 'kind',
                label: text.kind,
                options: kinds.map(value => ({ value, label: words.kinds[value] })),
              },
              { kind: 'select', name: 'sure', label: text.onlySure, options: [{ value: '1', label: text.sureOnly }] },
            ]}
            values={{ ...search, sure: search.sure ? '1' : undefined }}
            onChange={({ sure, ...patch }) =>
              setSearch({ ...patch, ...(sure === undefined ? {} : { sure: sure === '1' }), page: 1 } as Partial<Search>)
            }
          />
        }
      />
    </Section>
  )
}

/** What the list cannot tell. */
function Notes({ trace }: { readonly trace: Trace }) {
  const text = useText()
  const words = useReaderText()
  const { list, number } = useFormat()
  const notes = [
    ...(trace.is_partial ? [text.partial] : []),
    ...(trace.unread.length > 0 ? [text.unread(list(trace.unread))] : []),
    ...(trace.unseen.length > 0 ? [text.unseen(list(trace.unseen.map(kind => words.kinds[kind])))] : []),
    ...(trace.is_short ? [text.short] : []),
    ...(trace.is_cut ? [text.cut(number(trace.entries.length))] : []),
  ]
  return (
    <div className="ln-notes">
      {notes.map(note => (
        <Alert key={note} type="warning" showIcon title={note} />
      ))}
      <p className="sl-muted">{text.versions}</p>
    </div>
  )
}

function useColumns(): DataColumn<Entry>[] {
  const text = useText()
  const words = useReaderText()
  const { columns } = text
  const nameOf = (entry: Entry): string => {
    const name = entry.name === '' ? words.others : entry.name
    return entry.kind === 'strategy' || entry.strategy_name === '' ? name : words.of(name, entry.strategy_name)
  }
  return [
    { key: 'step', title: columns.step, sortKey: 'step', width: 70, align: 'end', render: (_, row) => row.step },
    { key: 'kind', title: columns.kind, sortKey: 'kind', width: 150, render: (_, row) => words.kinds[row.kind] },
    {
      key: 'name',
      title: columns.name,
      sortKey: 'name',
      width: 260,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, row) => {
        const to = linkOfReader(row)
        return to === undefined ? nameOf(row) : <Link to={to}>{nameOf(row)}</Link>
      },
    },
    { key: 'use', title: columns.use, sortKey: 'use', width: 170, render: (_, row) => words.uses[row.use] },
    {
      key: 'reads',
      title: columns.reads,
      sortKey: 'reads',
      width: 190,
      ellipsis: true,
      render: (_, row) => (row.kind === 'dashboard' ? '–' : row.reads === '' ? text.all : row.reads),
    },
    {
      key: 'field',
      title: columns.field,
      sortKey: 'field',
      width: 190,
      ellipsis: true,
      render: (_, row) => (row.field === null ? text.ends : row.field === '' ? text.any : row.field),
    },
    {
      key: 'sure',
      title: columns.sure,
      width: 110,
      render: (_, row) =>
        row.is_sure ? <Tag color="success">{text.sure}</Tag> : <Tag color="warning">{text.perhaps}</Tag>,
    },
  ]
}
