import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { useErrorColumns } from '../../../../parts/error-columns.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { dataDetail } from '../../../strategy/strategy/pages.ts'
import type { ErrorGroupDetail, ErrorRecord } from '../types.ts'
import { useText } from '../use-text.ts'
import { type ReplayScope, wholeGroup } from './replay-scope.ts'

const PAGE = 20

export interface GroupRecordsProps {
  readonly group: ErrorGroupDetail
  readonly of: 'open' | 'ignored'
  onReplay(scope: ReplayScope): void
}

/** As many records as the group counts, newest first. */
export function GroupRecords({ group, of, onReplay }: GroupRecordsProps) {
  const text = useText()
  const format = useFormat()
  const [keyword, setKeyword] = useState<string>()
  const [selected, setSelected] = useState<string[]>([])
  const body = { of, pageSize: PAGE, ...(keyword !== undefined && { keyword }) }
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...api.errorGroup.records.key(), group.id, body],
    queryFn: ({ pageParam, signal }) =>
      api.errorGroup.records({
        params: { id: group.id },
        body: { ...body, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.content.next,
    ...keepRows,
  })
  const rows = data?.pages.flatMap(page => page.content.rows)
  const isIgnored = of === 'ignored'
  // Whoever selects every row means all of them, not what of them the page shows.
  const isWhole = hasNextPage && !isIgnored && rows !== undefined && selected.length >= rows.length
  const replay = () => {
    if (!isWhole) onReplay({ ids: selected, count: selected.length, isIgnored })
    else onReplay(keyword === undefined ? wholeGroup(group) : { keyword, count: rows.length })
    setSelected([])
  }
  return (
    <>
      <DataTable<ErrorRecord>
        id="error-records"
        label={isIgnored ? text.drawer.leftLabel : text.drawer.recordsLabel}
        columns={useColumns(group)}
        rowKey={row => row.id}
        rows={rows}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        isFiltered={keyword !== undefined}
        onClearFilters={() => setKeyword(undefined)}
        empty={<Empty isSmall title={isIgnored ? text.drawer.noLeft : text.drawer.noRecords} />}
        selection={{
          selected,
          onSelect: setSelected,
          isWhole,
          actions: (
            <CanButton size="small" authority="strategy:update" onClick={replay}>
              {group.retire.length > 0 && !isIgnored
                ? text.drawer.decideSome(format.number(isWhole ? group.open_count : selected.length))
                : isWhole
                  ? text.drawer.replayAll
                  : text.drawer.replaySome(format.number(selected.length))}
            </CanButton>
          ),
        }}
        toolbar={
          <FilterBar
            values={{ keyword }}
            onChange={patch => setKeyword(typeof patch['keyword'] === 'string' ? patch['keyword'] : undefined)}
            fields={[{ kind: 'text', name: 'keyword', label: text.drawer.search }]}
          />
        }
        extra={
          keyword !== undefined &&
          !isIgnored && (
            <CanButton authority="strategy:update" onClick={() => onReplay({ keyword, count: rows?.length ?? 0 })}>
              {text.replay.filtered(keyword)}
            </CanButton>
          )
        }
      />
      {rows !== undefined && rows.length > 0 && (
        <div className="er-more">
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

function useColumns(group: ErrorGroupDetail): DataColumn<ErrorRecord>[] {
  const text = useText().drawer
  const open = (row: ErrorRecord) => dataDetail.href({ params: { strategy: group.strategy.id, id: row.id } })
  const shared = useErrorColumns<ErrorRecord>(row => ({
    number: <Link to={open(row)}>{row.number ?? row.key}</Link>,
    reason: row.message,
    system: group.system,
    since: row.created_at,
    owner: group.owner?.name,
    repair: group.repair,
    repairAt: label => <Link to={open(row)}>{label}</Link>,
  }))
  return [
    ...shared,
    { key: 'key', title: text.key, width: 150, ellipsis: true, isHidden: true, render: (_, row) => row.key },
    { key: 'state', title: text.state, width: 110, render: (_, row) => <StateTag kind="record" state={row.status} /> },
    {
      key: 'updated',
      title: text.updated,
      width: 120,
      isHidden: true,
      render: (_, row) => <RelativeTime value={row.updated_at} />,
    },
  ]
}
