import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import { onlys, readOnly, readSort } from '../pages.ts'
import type { MonitorObjective } from '../types.ts'
import { useText } from '../use-text.ts'
import { Budget, Burn, Freshness, Success } from './cells.tsx'
import { everything, type ListProps, POLL_MS } from './list-props.ts'

const ObjectiveForm = lazyPart(async () => ({ default: (await import('./objective-form.tsx')).ObjectiveForm }))

/** Strategies with what they are held to. */
export function ObjectiveRows({ search, setSearch }: ListProps) {
  const text = useText()
  const [edited, setEdited] = useState<MonitorObjective | null>(null)
  const { page, pageSize, keyword } = search
  const only = readOnly('objectives', search.only)
  const sort = readSort('objectives', search.sort) ?? 'left'
  const filter = { sort, ...(only !== undefined && { only }), ...(keyword !== undefined && { keyword }) }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.monitor.objectives.query({ query: { ...filter, page, pageSize } }),
    ...keepRows,
    refetchInterval: POLL_MS,
  })
  return (
    <>
      <DataTable
        id="monitor-objectives"
        label={text.tabs.objectives}
        columns={useColumns(setEdited)}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize, sort }}
        onPaging={setSearch}
        isFiltered={only !== undefined || keyword !== undefined}
        onClearFilters={() => setSearch(everything)}
        empty={<Empty isSmall title={text.objectives.empty} text={text.objectives.emptyText} />}
        toolbar={
          <FilterBar
            fields={[
              { kind: 'text', name: 'keyword', label: text.keyword },
              {
                kind: 'select',
                name: 'only',
                label: text.only,
                options: onlys.objectives.map(value => ({ value, label: text.objectives.onlys[value] })),
              },
            ]}
            values={search}
            onChange={patch => setSearch({ ...patch, page: 1 })}
          />
        }
      />
      <Suspense>{edited && <ObjectiveForm row={edited} onClose={() => setEdited(null)} />}</Suspense>
    </>
  )
}

function useColumns(onEdit: (row: MonitorObjective) => void): DataColumn<MonitorObjective>[] {
  const { columns, days } = useText().objectives
  const { number } = useFormat()
  return [
    {
      key: 'name',
      title: columns.name,
      sortKey: 'name',
      width: 220,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, { id, name }) => (
        <Link lang="" to={strategyDetail.href({ params: { id } })}>
          {name}
        </Link>
      ),
    },
    { key: 'success', title: columns.success, width: 150, render: (_, row) => <Success row={row} /> },
    { key: 'age', title: columns.fresh, sortKey: 'age', width: 220, render: (_, row) => <Freshness row={row} /> },
    { key: 'left', title: columns.left, sortKey: 'left', width: 190, render: (_, row) => <Budget row={row} /> },
    { key: 'burn', title: columns.burn, sortKey: 'burn', width: 200, render: (_, row) => <Burn row={row} /> },
    { key: 'days', title: columns.days, width: 90, render: (_, row) => (row.goal ? days(number(row.goal.days)) : '–') },
    {
      key: 'actions',
      title: columns.actions,
      width: 140,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => <Actions row={row} onEdit={() => onEdit(row)} />,
    },
  ]
}

function Actions({ row, onEdit }: { readonly row: MonitorObjective; onEdit(): void }) {
  const text = useText().objectives
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    ...api.monitor.remove.mutation(),
    onSuccess: async () => {
      message.success(text.removed)
      setAsking(false)
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'monitor' })
    },
    onError: error => message.error(describeError(error).message),
  })
  return (
    <span className="sl-row-actions">
      <CanButton type="link" size="small" authority="strategy:update" onClick={onEdit}>
        {row.goal ? text.edit : text.set}
      </CanButton>
      {row.goal && (
        <CanButton type="link" size="small" danger authority="strategy:update" onClick={() => setAsking(true)}>
          {text.remove}
        </CanButton>
      )}
      <ConfirmDanger
        open={isAsking}
        title={text.removeTitle(row.name)}
        text={text.removeText}
        action={text.remove}
        isBusy={isPending}
        onConfirm={() => mutate({ params: { id: row.id } })}
        onCancel={() => setAsking(false)}
      />
    </span>
  )
}
