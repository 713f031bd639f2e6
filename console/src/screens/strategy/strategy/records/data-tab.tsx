import { CloseOutlined, DownloadOutlined, SearchOutlined } from '@ant-design/icons'
import { errorDataStates, RecordState, recordStates } from '@sluice/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Button, Input, Popover } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useErrorColumns } from '../../../../parts/error-columns.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { useStateOptions } from '../../../../ui/use-state-options.ts'
import { ErrorsLink } from '../../../run/error/public.ts'
import { ExportButton } from '../../export-job/public.ts'
import { strategyTable } from '../../strategy-table/pages.ts'
import { dataDetail, strategyDetail } from '../pages.ts'
import { useText } from '../texts/use-text.ts'
import type { Counters, ListedRow } from '../types.ts'
import { AllFound } from './all-found.tsx'
import { RecordActions } from './record-actions.tsx'
import { UnknownPanel } from './unknown-panel.tsx'

const PAGE = 50

export interface DataTabProps {
  readonly strategyId: string
  readonly counters: Counters | undefined
}

type Search = ReturnType<typeof strategyDetail.useSearch>[0]

function toFilter(search: Search) {
  const status = recordStates.filter(code => search.status.includes(String(code)))
  return {
    ...(status.length > 0 && { status }),
    ...(search.keys.length > 0 && { keys: [...search.keys] }),
    ...(search.keyword !== undefined && { keyword: search.keyword }),
    ...(search.run !== undefined && { run_id: search.run }),
    ...(search.error !== undefined && { error_code: search.error }),
    ...(search.from !== undefined && { from: search.from }),
    ...(search.to !== undefined && { to: search.to }),
  }
}

/** Nothing but errors is asked for. */
const isErrors = ({ status, error_code }: ReturnType<typeof toFilter>): boolean =>
  error_code !== undefined || status?.every(state => errorDataStates.includes(state)) === true

const noFilter = {
  status: [],
  keys: [],
  keyword: undefined,
  run: undefined,
  error: undefined,
  from: undefined,
  to: undefined,
}

/** Every record that was read, by state, number or error. */
export function DataTab({ strategyId, counters }: DataTabProps) {
  const text = useText().data
  const [search, setSearch] = strategyDetail.useSearch()
  const [selected, setSelected] = useState<string[]>([])
  const [isPageOnly, setPageOnly] = useState(false)
  const filter = toFilter(search)
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...api.strategyData.search.key(), strategyId, filter],
    queryFn: ({ pageParam, signal }) =>
      api.strategyData.search({
        params: { strategy: strategyId },
        body: { ...filter, write_back: true, pageSize: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.content.next,
    ...keepRows,
  })
  const rows = data?.pages.flatMap(page => page.content.rows)
  // Whoever selects every row means what the filter finds, not what of it the page shows.
  const isWhole = hasNextPage && !isPageOnly && rows !== undefined && selected.length >= rows.length
  const total = (counters?.records ?? []).reduce((sum, state) => sum + state.count, 0)
  const isUnknown = search.status.length === 1 && search.status[0] === String(RecordState.unknown)
  const { status: _all, ...unknown } = filter
  const isOfErrors = isErrors(filter)
  const [all, failed] = [useColumns(strategyId), useFailedColumns(strategyId)]
  const select = (keys: string[]) => {
    setSelected(keys)
    if (keys.length === 0) setPageOnly(false)
  }
  return (
    <>
      {isUnknown && <UnknownPanel strategyId={strategyId} filter={unknown} />}
      <DataTable<ListedRow>
        // Errors have columns of their own, so what is remembered of them is too.
        id={isOfErrors ? 'strategy-errors' : 'strategy-data'}
        label={text.label}
        columns={[...(isOfErrors ? failed : all), ...listWrittenBack(rows ?? [])]}
        rowKey={row => row.id}
        rows={rows}
        total={total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        selection={{
          selected,
          onSelect: select,
          isWhole,
          actions: isWhole ? (
            <AllFound
              strategyId={strategyId}
              filter={filter}
              shown={selected.length}
              onPageOnly={() => setPageOnly(true)}
              onDone={() => select([])}
            />
          ) : (
            <RecordActions strategyId={strategyId} ids={selected} onDone={() => select([])} />
          ),
        }}
        isFiltered={Object.keys(filter).length > 0}
        onClearFilters={() => setSearch(noFilter)}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
        toolbar={<Filters />}
        extra={
          <>
            <ErrorsLink strategyId={strategyId} />
            <Link to={strategyTable.href({ params: { strategy: strategyId } })}>{text.asTable}</Link>
            <ExportButtons strategyId={strategyId} filter={filter} />
            <ExportButton strategyId={strategyId} filter={filter} />
          </>
        }
      />
      {rows !== undefined && rows.length > 0 && (
        <div className="st-more">
          {hasNextPage ? (
            <Button loading={isFetching} onClick={() => void fetchNextPage()}>
              {text.more}
            </Button>
          ) : (
            <span className="sl-muted">{text.end}</span>
          )}
        </div>
      )}
    </>
  )
}

function Filters() {
  const text = useText().data
  const [search, setSearch] = strategyDetail.useSearch()
  const states = useStateOptions('record')
  return (
    <FilterBar
      values={search}
      // The bar hands back only values of the fields it was given.
      onChange={patch => setSearch(patch as Partial<Search>)}
      fields={[
        { kind: 'text', name: 'keyword', label: text.keyword },
        { kind: 'multi', name: 'status', label: text.status, options: states },
        ...(search.from === undefined
          ? []
          : [
              {
                kind: 'custom' as const,
                name: 'from',
                render: () => (
                  <SinceFilter key="from" from={search.from} onClear={() => setSearch({ from: undefined })} />
                ),
              },
            ]),
        {
          kind: 'custom',
          name: 'keys',
          render: () => <KeysFilter key="keys" keys={search.keys} onChange={keys => setSearch({ keys })} />,
        },
      ]}
    />
  )
}

/** A list opened from a figure of today tells since when it counts. */
function SinceFilter({ from, onClear }: { readonly from: string | undefined; onClear(): void }) {
  const text = useText().data
  const format = useFormat()
  return (
    <Button type="primary" icon={<CloseOutlined />} iconPlacement="end" onClick={onClear}>
      {text.since(format.shortTime(from))}
    </Button>
  )
}

/** Many numbers at once, pasted from a sheet. */
function KeysFilter({ keys, onChange }: { readonly keys: readonly string[]; onChange(keys: string[]): void }) {
  const text = useText().data
  const [typed, setTyped] = useState(keys.join('\n'))
  const apply = () =>
    onChange([...new Set(typed.split(/[\n\t,，;；]+/).map(key => key.trim()))].filter(key => key !== '').slice(0, 1000))
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      content={
        <div className="sl-stack st-settings">
          <Input.TextArea
            aria-label={text.keys}
            rows={8}
            placeholder={text.keysHint}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
          <Button type="primary" onClick={apply}>
            {text.apply}
          </Button>
        </div>
      }
    >
      <Button icon={<SearchOutlined />} type={keys.length > 0 ? 'primary' : 'default'}>
        {keys.length > 0 ? `${text.keys} (${keys.length})` : text.keys}
      </Button>
    </Popover>
  )
}

function ExportButtons({
  strategyId,
  filter,
}: {
  readonly strategyId: string
  readonly filter: ReturnType<typeof toFilter>
}) {
  const text = useText().data
  const download = useMutation({
    mutationFn: async (format: 'csv' | 'jsonl') =>
      saveFile(
        await api.strategyData.export({ params: { strategy: strategyId }, body: { ...filter, format } }),
        `records.${format}`,
      ),
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <>
      <CanButton
        icon={<DownloadOutlined />}
        authority="strategy:export"
        loading={download.isPending}
        onClick={() => download.mutate('csv')}
      >
        {text.exportCsv}
      </CanButton>
      <CanButton
        icon={<DownloadOutlined />}
        authority="strategy:export"
        loading={download.isPending}
        onClick={() => download.mutate('jsonl')}
      >
        {text.exportJson}
      </CanButton>
    </>
  )
}

/** What the strategy takes from the target's answers: columns that a reader may show. */
function listWrittenBack(rows: readonly ListedRow[]): DataColumn<ListedRow>[] {
  const labels = new Map(rows.flatMap(row => row.write_back ?? []).map(({ field, label }) => [field, label]))
  return Array.from(labels, ([field, label]) => ({
    key: `writeBack.${field}`,
    title: label || field,
    width: 160,
    ellipsis: true,
    isHidden: true,
    render: (_, row) => showText(row.write_back?.find(each => each.field === field)?.value),
  }))
}

/** JSON text as a person reads it: a text without its quotes, anything else with every digit. */
const showText = (json: string | null | undefined): string =>
  json === null || json === undefined ? '–' : json.startsWith('"') ? (JSON.parse(json) as string) : json

/** The columns of all lists of errors, then what only records have. */
function useFailedColumns(strategyId: string): DataColumn<ListedRow>[] {
  const text = useText().data
  const format = useFormat()
  const open = (row: ListedRow) => dataDetail.href({ params: { strategy: strategyId, id: row.id } })
  const shared = useErrorColumns<ListedRow>(row => ({
    number: <Link to={open(row)}>{row.number ?? row.key}</Link>,
    reason: row.error_message ?? '–',
    system: row.error?.system,
    since: row.created_at,
    owner: row.error?.owner,
    repair: row.error?.repair ?? null,
    repairAt: label => <Link to={open(row)}>{label}</Link>,
  }))
  return [
    ...shared,
    { key: 'key', title: text.key, width: 180, ellipsis: true, isHidden: true, render: (_, row) => row.key },
    {
      key: 'status',
      title: text.status,
      width: 120,
      render: (_, row) => <StateTag kind="record" state={row.status} />,
    },
    { key: 'attempts', title: text.attempts, width: 80, align: 'end', dataIndex: 'attempts' },
    { key: 'retryAt', title: text.retryAt, width: 150, isHidden: true, render: (_, row) => format.time(row.retry_at) },
    {
      key: 'updated',
      title: text.updated,
      width: 170,
      isHidden: true,
      render: (_, row) => format.time(row.updated_at),
    },
  ]
}

function useColumns(strategyId: string): DataColumn<ListedRow>[] {
  const text = useText().data
  const format = useFormat()
  const open = (row: ListedRow) => dataDetail.href({ params: { strategy: strategyId, id: row.id } })
  return [
    {
      key: 'key',
      ellipsis: true,
      title: text.key,
      width: 210,
      isAlwaysShown: true,
      render: (_, row) => (
        <span className="st-choice">
          <Link to={open(row)}>{row.key}</Link> <CopyText value={row.key} />
        </span>
      ),
    },
    {
      key: 'number',
      ellipsis: true,
      title: text.number,
      width: 180,
      isHidden: true,
      render: (_, row) => row.number ?? '–',
    },
    {
      key: 'status',
      title: text.status,
      width: 130,
      render: (_, row) => <StateTag kind="record" state={row.status} />,
    },
    { key: 'target', title: text.target, width: 160, ellipsis: true, render: (_, row) => row.target_key ?? '–' },
    {
      key: 'error',
      title: text.error,
      width: 280,
      ellipsis: true,
      render: (_, row) => (row.status === RecordState.finished ? '–' : (row.error_message ?? '–')),
    },
    { key: 'attempts', title: text.attempts, width: 80, align: 'end', dataIndex: 'attempts' },
    { key: 'retryAt', title: text.retryAt, width: 150, isHidden: true, render: (_, row) => format.time(row.retry_at) },
    { key: 'updated', title: text.updated, width: 170, render: (_, row) => format.time(row.updated_at) },
    {
      key: 'created',
      title: text.created,
      width: 170,
      isHidden: true,
      render: (_, row) => format.time(row.created_at),
    },
    {
      key: 'actions',
      title: text.actions,
      width: 80,
      fixed: 'end',
      isAlwaysShown: true,
      render: (_, row) => <Link to={open(row)}>{text.view}</Link>,
    },
  ]
}
