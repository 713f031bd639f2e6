import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Input, Segmented, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import { mappingDetail, missStates } from '../pages.ts'
import type { Miss, ValueMap } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshMaps } from './queries.ts'

/** What is typed for each miss, by its id. */
type Values = ReadonlyMap<string, string>

/** The inbox of values that no line held: complete them, and their records are processed again. */
export function MissesTab({ map }: { readonly map: ValueMap }) {
  const text = useText().misses
  const [{ keyword, state, page, pageSize }, setSearch] = mappingDetail.useSearch()
  const [values, setValues] = useState<Values>(new Map())
  const [selected, setSelected] = useState<string[]>([])
  const query = { page, pageSize, ...(keyword !== undefined && { keyword }), state }
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
  const show = (next: typeof state) => {
    setSelected([])
    setSearch({ state: next, page: 1 })
  }
  return (
    <>
      {state !== 'matched' && map.matched_count > 0 && (
        <Alert
          className="mp-matched"
          type="info"
          showIcon
          title={text.matchedNote(map.matched_count)}
          action={
            <Button size="small" onClick={() => show('matched')}>
              {text.showMatched}
            </Button>
          }
        />
      )}
      <DataTable<Miss>
        id="value-map-misses"
        label={text.label}
        columns={useColumns(state, values, setValue)}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize }}
        onPaging={patch => setSearch({ page: patch.page ?? 1, pageSize: patch.pageSize ?? pageSize })}
        isFiltered={keyword !== undefined || state !== 'open'}
        onClearFilters={() => setSearch({ keyword: undefined, state: 'open', page: 1 })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
        selection={{
          selected,
          onSelect: setSelected,
          actions: (
            <>
              {state === 'matched' && <ReprocessButton map={map} ids={selected} onDone={() => setSelected([])} />}
              <IgnoreButton map={map} ids={selected} isIgnored={state === 'ignored'} onDone={() => setSelected([])} />
            </>
          ),
        }}
        toolbar={
          <div className="mp-toolbar">
            <Segmented
              aria-label={text.state}
              value={state}
              options={missStates.map(value => ({ value, label: text.states[value] }))}
              onChange={show}
            />
            <FilterBar
              fields={[{ kind: 'text', name: 'keyword', label: text.keyword }]}
              values={{ keyword }}
              onChange={patch => setSearch({ ...patch, page: 1 })}
            />
          </div>
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

interface ReprocessProps {
  readonly map: ValueMap
  readonly ids: readonly string[]
  onDone(): void
}

/** The records that met values which have a line by now. */
function ReprocessButton({ map, ids, onDone }: ReprocessProps) {
  const text = useText().misses
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.mapping.reprocessMisses({ params: { id: map.id }, body: { ids: [...ids] } }),
    onSuccess: async ({ content }) => {
      message.success(text.doneReprocess(ids.length, content.reprocessed))
      onDone()
      await client.invalidateQueries()
    },
    onError: error => message.error(describeError(error).message),
  })
  return (
    <CanButton size="small" type="primary" authority="strategy:update" loading={isPending} onClick={() => mutate()}>
      {text.reprocessNow}
    </CanButton>
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
  state: Miss['state'],
  values: ReadonlyMap<string, string>,
  setValue: (id: string, value: string) => void,
): DataColumn<Miss>[] {
  const all = useText()
  const text = all.misses
  const { number } = useFormat()
  const fill: DataColumn<Miss> = {
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
  }
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
    ...(state === 'matched' ? [] : [fill]),
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
