import { useInfiniteQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { dataDetail, strategyDetail } from '../../../strategy/strategy/pages.ts'
import { toListFilter } from '../model.ts'
import type { Definition, DrillRow, Group } from '../types.ts'
import { useText } from '../use-text.ts'

export interface DrillDrawerProps {
  readonly strategyId: string
  readonly definition: Definition
  readonly group: Group
  onClose(): void
}

const PAGE = 50

/** The records behind one group: as many as it counts. */
export function DrillDrawer({ strategyId, definition, group, onClose }: DrillDrawerProps) {
  const text = useText().drill
  const format = useFormat()
  const filter = toListFilter(definition, group.keys)
  return (
    <Drawer
      open
      size={760}
      title={text.title(format.number(group.records))}
      extra={
        filter && (
          <Link to={strategyDetail.href({ params: { id: strategyId }, search: { tab: 'data', ...filter } })}>
            {text.inList}
          </Link>
        )
      }
      onClose={onClose}
    >
      <Records strategyId={strategyId} definition={definition} group={group} />
    </Drawer>
  )
}

function Records({ strategyId, definition, group }: Omit<DrillDrawerProps, 'onClose'>) {
  const text = useText().drill
  const format = useFormat()
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...api.aggregate.drill.key(), strategyId, definition, group.keys],
    queryFn: ({ pageParam, signal }) =>
      api.aggregate.drill({
        params: { strategy: strategyId },
        body: { definition, keys: group.keys, pageSize: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.content.next,
  })
  const rows = data?.pages.flatMap(page => page.content.rows)
  const shown = rows?.length ?? 0
  // An answer without rows does not mean the end: it looked for as long as it may.
  const goesOn = hasNextPage && !isFetching && !error && shown < Math.min(PAGE, group.records)
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])
  const isAll = rows !== undefined && !hasNextPage
  return (
    <>
      {isAll && shown !== group.records && <Alert type="warning" showIcon title={text.changed} />}
      <DataTable<DrillRow>
        id="aggregate-drill"
        label={text.label}
        columns={useColumns(strategyId)}
        rowKey={row => row.id}
        rows={rows}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
      />
      <div className="rp-more">
        <span className="sl-muted" role="status">
          {isFetching ? text.searching : isAll ? text.end : text.shown(format.number(shown))}
        </span>
        {hasNextPage && (
          <Button loading={isFetching} onClick={() => void fetchNextPage()}>
            {text.more}
          </Button>
        )}
      </div>
    </>
  )
}

function useColumns(strategy: string): DataColumn<DrillRow>[] {
  const text = useText().drill
  const format = useFormat()
  return [
    {
      key: 'key',
      title: text.key,
      width: 200,
      isAlwaysShown: true,
      render: (_, row) => <Link to={dataDetail.href({ params: { strategy, id: row.id } })}>{row.key}</Link>,
    },
    { key: 'number', title: text.number, width: 160, ellipsis: true, render: (_, row) => row.number ?? '–' },
    {
      key: 'status',
      title: text.status,
      width: 120,
      render: (_, row) => <StateTag kind="record" state={row.status} />,
    },
    { key: 'updated', title: text.updated, width: 180, render: (_, row) => format.time(row.updated_at) },
  ]
}
