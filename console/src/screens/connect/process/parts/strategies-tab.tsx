import type { ContentOut } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { keepRows } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import { processDetail } from '../pages.ts'
import { useText } from '../use-text.ts'

type Bound = ContentOut<
  typeof import('@sluice/api/modules/connect/process/contract.ts')['process']['strategies']
>[number]

// Opened by few.
const MoveDialog = lazyPart(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }))

/** Strategies bound to the pool; several can be moved to another at once. */
export function StrategiesTab({ poolId }: { readonly poolId: string }) {
  const text = useText().bound
  const [{ keyword, page, pageSize }, setSearch] = processDetail.useSearch()
  const [selected, setSelected] = useState<string[]>([])
  const [isMoving, setMoving] = useState(false)
  const query = { page, pageSize, ...(keyword !== undefined && { keyword }) }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.process.strategies.query({ params: { id: poolId }, query }),
    ...keepRows,
  })
  const move = (
    <CanButton size="small" authority="strategy:update" onClick={() => setMoving(true)}>
      {text.move}
    </CanButton>
  )
  return (
    <>
      <DataTable<Bound>
        id="process-strategies"
        label={text.name}
        columns={useColumns()}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize }}
        onPaging={patch => setSearch({ page: patch.page ?? 1, pageSize: patch.pageSize ?? pageSize })}
        isFiltered={keyword !== undefined}
        onClearFilters={() => setSearch({ keyword: undefined, page: 1 })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
        selection={{ selected, onSelect: setSelected, actions: move }}
        toolbar={
          <FilterBar
            fields={[{ kind: 'text', name: 'keyword', label: text.keyword }]}
            values={{ keyword }}
            // The bar hands back only the field it was given.
            onChange={patch => setSearch({ ...(patch as { keyword?: string | undefined }), page: 1 })}
          />
        }
      />
      {isMoving && (
        <Suspense>
          <MoveDialog
            fromId={poolId}
            ids={selected}
            nameOf={id => data?.content.find(row => row.id === id)?.name ?? id}
            onClose={() => setMoving(false)}
            onMoved={() => setSelected([])}
          />
        </Suspense>
      )}
    </>
  )
}

function useColumns(): DataColumn<Bound>[] {
  const text = useText().bound
  return [
    {
      key: 'name',
      ellipsis: true,
      title: text.name,
      width: 320,
      isAlwaysShown: true,
      render: (_, row) => <Link to={strategyDetail.href({ params: { id: row.id } })}>{row.name}</Link>,
    },
    { key: 'group', ellipsis: true, title: text.group, width: 180, render: (_, row) => row.group || '–' },
    {
      key: 'status',
      title: text.status,
      width: 120,
      render: (_, row) => <StateTag kind="strategy" state={row.status} />,
    },
  ]
}
