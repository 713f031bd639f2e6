import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Input, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { keepRows } from '../../../lib/query.ts'
import { CanButton } from '../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { strategyDetail } from '../../strategy/pages.ts'
import { mappingDetail } from '../pages.ts'
import type { Miss, ValueMap } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshMaps } from './queries.ts'

/** What is typed for each miss, by its id. */
type Values = ReadonlyMap<string, string>

/** The inbox of values that no line held: complete them, and their records are processed again. */
export function MissesTab({ map }: { readonly map: ValueMap }) {
  const text = useText().misses
  const [{ keyword, ignored = false, page, pageSize }, setSearch] = mappingDetail.useSearch()
  const [values, setValues] = useState<Values>(new Map())
  const [selected, setSelected] = useState<string[]>([])
  const query = { page, pageSize, ...(keyword !== undefined && { keyword }), ignored: ignored ? 'true' : 'false' }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.mapping.misses.query({ params: { id: map.id }, query }),
    ...keepRows,
  })
  const setValue = (id: string, value: string) => {
    const next = new Map(values)
    if (value === '') next.delete(id)
    else next.set(id, value)
    setValues(next)
  }
  const states = [
    { value: 'open', label: text.open },
    { value: 'ignored', label: text.ignored },
  ]
  return (
    <>
      <DataTable<Miss>
        id="value-map-misses"
        label={text.label}
        columns={useColumns(values, setValue)}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize }}
        onPaging={patch => setSearch({ page: patch.page ?? 1, pageSize: patch.pageSize ?? pageSize })}
        isFiltered={keyword !== undefined || ignored}
        onClearFilters={() => setSearch({ keyword: undefined, ignored: undefined, page: 1 })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
        selection={{
          selected,
          onSelect: setSelected,
          actions: <IgnoreButton map={map} ids={selected} isIgnored={ignored} onDone={() => setSelected([])} />,
        }}
        toolbar={
          <FilterBar
            fields={[
              { kind: 'text', name: 'keyword', label: text.keyword },
              { kind: 'select', name: 'state', label: text.state, options: states },
            ]}
            values={{ keyword, state: ignored ? 'ignored' : undefined }}
            onChange={({ state, ...patch }) =>
              setSearch({
                ...patch,
                ...(state !== undefined && { ignored: state === 'ignored' || undefined }),
                page: 1,
              })
            }
          />
        }
      />
      {values.size > 0 && (
        <CompleteBar map={map} values={values} onDone={sent => setValues(now => keepNewer(now, sent))} />
      )}
    </>
  )
}

/** What has been typed since these were sent. */
const keepNewer = (now: Values, sent: Values): Values =>
  new Map([...now].filter(([id, value]) => sent.get(id) !== value))

interface CompleteBarProps {
  readonly map: ValueMap
  readonly values: Values
  onDone(sent: Values): void
}

function CompleteBar({ map, values, onDone }: CompleteBarProps) {
  const text = useText().misses
  const client = useQueryClient()
  const [reprocess, setReprocess] = useState(true)
  const [written, setWritten] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (sent: Values) => {
      const items = [...sent].map(([miss_id, value]) => ({ miss_id, value }))
      return api.mapping.complete({ params: { id: map.id }, body: { items, reprocess, written: reprocess && written } })
    },
    onSuccess: async ({ content }, sent) => {
      message.success(text.done(sent.size, content.reprocessed))
      onDone(sent)
      // Records that are processed again change what every page counts: error groups, strategies, the workbench.
      await (content.reprocessed > 0 ? client.invalidateQueries() : refreshMaps(client))
    },
    onError: error => setFailure(describeError(error).message),
  })
  return (
    <div className="mp-bar">
      <span className="mp-complete">
        <Checkbox checked={reprocess} onChange={event => setReprocess(event.target.checked)}>
          {text.reprocess}
        </Checkbox>
        <Checkbox disabled={!reprocess} checked={written} onChange={event => setWritten(event.target.checked)}>
          {text.written}
        </Checkbox>
        <span className="sl-muted">{text.note}</span>
        {failure !== null && <Alert type="error" title={failure} />}
      </span>
      <CanButton type="primary" authority="mapping:update" loading={isPending} onClick={() => mutate(values)}>
        {text.complete(values.size)}
      </CanButton>
    </div>
  )
}

interface IgnoreProps {
  readonly map: ValueMap
  readonly ids: readonly string[]
  readonly isIgnored: boolean
  onDone(): void
}

function IgnoreButton({ map, ids, isIgnored, onDone }: IgnoreProps) {
  const text = useText().misses
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.mapping.ignoreMisses({ params: { id: map.id }, body: { ids: [...ids], ignored: !isIgnored } }),
    onSuccess: async ({ content }) => {
      message.success(text.doneIgnore(content.changed))
      onDone()
      await refreshMaps(client)
    },
    onError: error => message.error(describeError(error).message),
  })
  return (
    <Button size="small" loading={isPending} onClick={() => mutate()}>
      {isIgnored ? text.unignore : text.ignore}
    </Button>
  )
}

function useColumns(
  values: ReadonlyMap<string, string>,
  setValue: (id: string, value: string) => void,
): DataColumn<Miss>[] {
  const all = useText()
  const text = all.misses
  const { number } = useFormat()
  return [
    {
      key: 'value',
      ellipsis: true,
      title: text.value,
      width: 220,
      isAlwaysShown: true,
      render: (_, row) =>
        row.value === '' ? <span className="sl-muted">{all.lines.emptyValue}</span> : <code>{row.value}</code>,
    },
    {
      key: 'direction',
      title: text.direction,
      width: 90,
      render: (_, row) => <Tag>{text.directions[row.direction]}</Tag>,
    },
    {
      key: 'fill',
      title: text.fill,
      width: 220,
      isAlwaysShown: true,
      render: (_, row) => (
        <Input
          size="small"
          aria-label={`${text.fill} ${row.value}`}
          value={values.get(row.id) ?? ''}
          onChange={event => setValue(row.id, event.target.value)}
        />
      ),
    },
    { key: 'count', title: text.count, width: 100, align: 'end', render: (_, row) => number(Number(row.count)) },
    { key: 'records', title: text.records, width: 100, align: 'end', render: (_, row) => number(row.record_count) },
    {
      key: 'strategy',
      ellipsis: true,
      title: text.strategy,
      width: 220,
      render: (_, row) => (
        <Link to={strategyDetail.href({ params: { id: row.strategy_id }, search: { tab: 'data' } })}>
          {row.strategy_name}
        </Link>
      ),
    },
    { key: 'last', title: text.last, width: 130, render: (_, row) => <RelativeTime value={row.last_at} /> },
  ]
}
