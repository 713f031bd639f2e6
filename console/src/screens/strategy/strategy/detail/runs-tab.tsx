import { countMissing, isLiveRun, runStates } from '@sluice/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows, LIVE_POLL_MS, queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { useStateOptions } from '../../../../ui/use-state-options.ts'
import { useUiText } from '../../../../ui/use-text.ts'
import { strategyDetail } from '../pages.ts'
import { useText } from '../texts/use-text.ts'
import type { Run } from '../types.ts'
import { RunDrawer } from './run-drawer.tsx'
import { WaitingText } from './waiting-text.tsx'

const elapsedMs = (run: Run): number | null =>
  run.started_at === null ? null : Date.parse(run.finished_at ?? new Date().toISOString()) - Date.parse(run.started_at)

/** Every run with its books. */
export function RunsTab({ strategyId }: { readonly strategyId: string }) {
  const text = useText().runs
  const [search, setSearch] = strategyDetail.useSearch()
  const setOpen = (run: Run | null) => setSearch({ run: run?.id })
  const states = useStateOptions('run')
  const state = runStates.find(name => name === search.state)
  const query = { strategy_id: strategyId, page: search.page, pageSize: search.pageSize, ...(state && { state }) }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.run.list.query({ query }),
    ...keepRows,
    refetchInterval: answer => (answer.state.data?.content.some(run => isLiveRun(run.state)) ? LIVE_POLL_MS : false),
  })
  const open = useOpenRun(search.run, data?.content)
  return (
    <>
      <DataTable<Run>
        id="runs"
        label={text.label}
        columns={useColumns(setOpen)}
        rowKey={run => run.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page: search.page, pageSize: search.pageSize }}
        onPaging={({ page, pageSize }) =>
          setSearch({ ...(page !== undefined && { page }), ...(pageSize !== undefined && { pageSize }) })
        }
        isFiltered={state !== undefined}
        onClearFilters={() => setSearch({ state: undefined, page: 1 })}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
        toolbar={
          <FilterBar
            fields={[{ kind: 'select', name: 'state', label: text.state, options: states }]}
            values={search}
            // The bar hands back only values of the fields it was given.
            onChange={patch => setSearch({ ...(patch as Partial<typeof search>), page: 1 })}
          />
        }
      />
      <RunDrawer run={open} onClose={() => setOpen(null)} />
    </>
  )
}

/** The run that the address names; one that the page of the list does not hold is asked for. */
function useOpenRun(id: string | undefined, listed: readonly Run[] | undefined): Run | null {
  const here = listed?.find(run => run.id === id)
  const isElsewhere = Boolean(id) && listed !== undefined && here === undefined
  const { data } = useQuery({ ...api.run.get.query({ params: { id: id ?? '' } }), enabled: isElsewhere })
  return here ?? (isElsewhere ? (data?.content ?? null) : null)
}

function useColumns(onOpen: (run: Run) => void): DataColumn<Run>[] {
  const text = useText().runs
  const { states } = useUiText()
  const format = useFormat()
  return [
    {
      key: 'state',
      title: text.state,
      width: 120,
      isAlwaysShown: true,
      render: (_, run) => <StateTag kind="run" state={run.state} />,
    },
    { key: 'trigger', title: text.trigger, width: 80, render: (_, run) => states.trigger[run.trigger] },
    { key: 'version', title: text.version, width: 70, align: 'end', dataIndex: 'version' },
    {
      key: 'started',
      title: text.started,
      width: 170,
      render: (_, run) => format.time(run.started_at ?? run.created_at),
    },
    { key: 'duration', title: text.duration, width: 110, render: (_, run) => format.duration(elapsedMs(run)) },
    { key: 'read', title: text.read, width: 100, align: 'end', render: (_, run) => format.number(run.counts.read) },
    {
      key: 'written',
      title: text.written,
      width: 100,
      align: 'end',
      render: (_, run) => format.number(run.counts.written),
    },
    {
      key: 'errors',
      title: text.errors,
      width: 100,
      align: 'end',
      render: (_, run) => <Unwritten counts={run.counts} />,
    },
    {
      key: 'failure',
      title: text.failure,
      width: 200,
      ellipsis: true,
      render: (_, run) =>
        run.imbalance ?? run.failure?.message ?? (run.waiting ? <WaitingText waiting={run.waiting} /> : '–'),
    },
    {
      key: 'actions',
      title: text.actions,
      width: 130,
      fixed: 'end',
      isAlwaysShown: true,
      render: (_, run) => <RunActions run={run} onOpen={onOpen} />,
    },
  ]
}

/** What did not arrive, and how much of it waits or was rejected. */
function Unwritten({ counts }: { readonly counts: Run['counts'] }) {
  const text = useText().runs
  const format = useFormat()
  return (
    <>
      {format.number(countMissing(counts))}
      {counts.failed > 0 && <div className="sl-muted">{text.held(format.number(counts.failed))}</div>}
      {counts.rejected > 0 && <div className="sl-muted">{text.rejectedRows(format.number(counts.rejected))}</div>}
    </>
  )
}

function RunActions({ run, onOpen }: { readonly run: Run; onOpen(run: Run): void }) {
  const text = useText().runs
  const stop = useMutation({
    mutationFn: () => api.run.stop({ params: { id: run.id } }),
    onSuccess() {
      void message.success(text.stopAsked)
      void queryClient.invalidateQueries({ queryKey: api.run.list.key() })
    },
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <>
      <Button type="link" size="small" onClick={() => onOpen(run)}>
        {text.view}
      </Button>
      {isLiveRun(run.state) && (
        <CanButton
          type="link"
          size="small"
          danger
          authority="strategy:stop"
          loading={stop.isPending}
          onClick={() => stop.mutate()}
        >
          {text.stop}
        </CanButton>
      )}
    </>
  )
}
