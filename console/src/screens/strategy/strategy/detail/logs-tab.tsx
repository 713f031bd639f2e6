import { DownloadOutlined } from '@ant-design/icons'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Button, Skeleton, Switch } from 'antd'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { toInstant } from '../../../../lib/day.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useLive } from '../../../../lib/live.ts'
import { keepRows } from '../../../../lib/query.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useTimeZone } from '../../../../lib/session.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { DayField } from '../../../../ui/day-field.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { Section } from '../../../../ui/section.tsx'
import { strategyDetail } from '../pages.ts'
import { useLogText } from '../texts/use-log-text.ts'
import type { LogLine } from '../types.ts'

const PAGE = 100
/** A followed log keeps so many new lines on the page; older ones are a search away. */
const KEPT = 1000

export interface LogsTabProps {
  readonly strategyId: string
  /** Of the file. */
  readonly name: string
}

/** What a strategy noted, newest first, and new lines as they come. */
export function LogsTab({ strategyId, name }: LogsTabProps) {
  const text = useLogText()
  const { filter, isFiltered } = useFilter()
  const [isTailing, setTailing] = useState(true)
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...api.strategyLog.search.key(), strategyId, filter],
    queryFn: ({ pageParam, signal }) =>
      api.strategyLog.search({
        params: { id: strategyId },
        body: { ...filter, pageSize: PAGE, ...(pageParam !== null && { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.content.next,
    ...keepRows,
  })
  const old = data?.pages.flatMap(page => page.content.rows)
  const { fresh, state } = useTail(strategyId, isTailing, filter)
  const known = new Set(old?.map(line => line.id))
  const lines = old && [...fresh.filter(line => !known.has(line.id)), ...old]
  return (
    <Section
      title={text.label}
      text={!isTailing ? text.stopped : state === 'waiting' ? text.reconnecting : text.live}
      extra={<Tools strategyId={strategyId} name={name} filter={filter} isTailing={isTailing} onTail={setTailing} />}
    >
      <Filters />
      {error && <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />}
      {!error && !lines && <Skeleton active paragraph={{ rows: 8 }} />}
      {lines && lines.length === 0 && (
        <Empty isSmall title={isFiltered ? text.none : text.empty} text={isFiltered ? '' : text.emptyText} />
      )}
      {lines && lines.length > 0 && (
        <ol className="st-log" aria-label={text.label}>
          {lines.map(line => (
            <LogRow key={line.id} line={line} strategyId={strategyId} />
          ))}
        </ol>
      )}
      {lines && (
        <div className="st-more">
          {hasNextPage ? (
            <>
              {lines.length === 0 && <p className="sl-muted">{text.looking}</p>}
              <Button loading={isFetching} onClick={() => void fetchNextPage()}>
                {text.older}
              </Button>
            </>
          ) : (
            lines.length > 0 && <span className="sl-muted">{text.end}</span>
          )}
        </div>
      )}
    </Section>
  )
}

function LogRow({ line, strategyId }: { readonly line: LogLine; readonly strategyId: string }) {
  const text = useLogText()
  const format = useFormat()
  return (
    <li className={`st-log-${line.level}`}>
      <time className="sl-muted sl-number" dateTime={line.created_at}>
        {format.time(line.created_at)}
      </time>
      <span className="st-log-level">{text.levels[line.level]}</span>
      <span>{line.text}</span>
      {line.run_id === null ? (
        <span />
      ) : (
        <Link
          to={strategyDetail.href({ params: { id: strategyId }, search: { tab: 'data', run: line.run_id } })}
          aria-label={text.ofRun}
        >
          {text.ofRun}
        </Link>
      )}
    </li>
  )
}

type Filter = ReturnType<typeof useFilter>['filter']

/** What the address asks for; days are of the tenant's zone. */
function useFilter() {
  const zone = useTimeZone()
  const [search] = strategyDetail.useSearch()
  const level = levels.filter(each => search.level === each)
  const from = toInstant(search.from, zone, 0)
  const to = toInstant(search.to, zone, 1)
  const filter = {
    ...(level.length > 0 && { level }),
    ...(search.keyword !== undefined && { keyword: search.keyword }),
    ...(search.run !== undefined && { run_id: search.run }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
  return { filter, isFiltered: Object.keys(filter).length > 0 }
}

const levels = ['record', 'notice', 'success', 'error', 'fatal'] as const

function Filters() {
  const text = useLogText()
  const [search, setSearch] = strategyDetail.useSearch()
  const runs = useRunOptions()
  return (
    <FilterBar
      values={search}
      // The bar hands back only values of the fields it was given.
      onChange={patch => setSearch(patch as Partial<typeof search>)}
      fields={[
        { kind: 'text', name: 'keyword', label: text.keyword },
        {
          kind: 'select',
          name: 'level',
          label: text.level,
          options: levels.map(value => ({ value, label: text.levels[value] })),
        },
        { kind: 'select', name: 'run', label: text.run, options: runs },
        ...(['from', 'to'] as const).map(name => ({
          kind: 'custom' as const,
          name,
          render: () => (
            <DayField
              key={name}
              aria-label={name === 'from' ? text.since : text.until}
              placeholder={name === 'from' ? text.since : text.until}
              value={search[name]}
              onChange={day => setSearch({ [name]: day })}
            />
          ),
        })),
      ]}
    />
  )
}

function useRunOptions() {
  const { id } = strategyDetail.useParams()
  const format = useFormat()
  const [{ run }] = strategyDetail.useSearch()
  const { data } = useQuery(api.run.list.query({ query: { strategy_id: id, pageSize: 50 } }))
  const options = (data?.content ?? []).map(each => ({ value: each.id, label: format.time(each.created_at) }))
  return run === undefined || options.some(({ value }) => value === run)
    ? options
    : [...options, { value: run, label: run }]
}

interface ToolsProps {
  readonly strategyId: string
  readonly name: string
  readonly filter: Filter
  readonly isTailing: boolean
  onTail(isOn: boolean): void
}

function Tools({ strategyId, name, filter, isTailing, onTail }: ToolsProps) {
  const text = useLogText()
  const id = useId()
  const download = useMutation({
    mutationFn: async () =>
      saveFile(await api.strategyLog.export({ params: { id: strategyId }, body: filter }), `${name}.log`),
    onSuccess: () => void message.success(text.downloaded),
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <span className="st-list-extra">
      <span className="st-switch">
        <Switch id={id} size="small" checked={isTailing} onChange={onTail} />
        <label htmlFor={id}>{text.tail}</label>
      </span>
      <CanButton
        size="small"
        icon={<DownloadOutlined />}
        authority="strategy:export"
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {text.download}
      </CanButton>
    </span>
  )
}

/** Newest first; only what the filter wants. */
function useTail(strategyId: string, isTailing: boolean, filter: Filter) {
  const [fresh, setFresh] = useState<readonly LogLine[]>([])
  const state = useLive(
    isTailing ? strategyId : null,
    signal => api.strategyLog.tail({ params: { id: strategyId }, query: {}, signal }),
    line => setFresh(before => [line, ...before].slice(0, KEPT)),
  )
  const { level, keyword, run_id, from, to } = filter
  const isWanted = (line: LogLine): boolean =>
    (!level || level.some(each => each === line.level)) &&
    (!keyword || line.text.toLowerCase().includes(keyword.toLowerCase())) &&
    (!run_id || line.run_id === run_id) &&
    (!from || Date.parse(line.created_at) >= Date.parse(from)) &&
    (!to || Date.parse(line.created_at) < Date.parse(to))
  return { fresh: fresh.filter(isWanted), state }
}
