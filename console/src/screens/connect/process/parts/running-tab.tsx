import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { LIVE_POLL_MS } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { useUiText } from '../../../../ui/use-text.ts'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import type { HeldRun } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshPools } from './queries.ts'

/** Runs under way, with what they have done so far; each can be ended. */
export function RunningTab({ poolId }: { readonly poolId: string }) {
  const text = useText().run
  const [ending, setEnding] = useState<HeldRun | null>(null)
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    ...api.process.running.query({ params: { id: poolId } }),
    refetchInterval: LIVE_POLL_MS,
  })
  const end = useEnd(() => setEnding(null))
  return (
    <>
      <DataTable<HeldRun>
        id="process-running"
        label={text.noneRunning}
        columns={useColumns(dataUpdatedAt, setEnding)}
        rowKey={run => run.id}
        rows={data?.content}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        empty={<Empty isSmall title={text.noneRunning} text={text.noneRunningText} />}
      />
      <ConfirmDanger
        open={ending !== null}
        title={text.terminateTitle(ending?.strategy_name ?? '')}
        text={text.terminateText}
        action={text.terminate}
        isBusy={end.isPending}
        onConfirm={() => ending && end.mutate(ending.id)}
        onCancel={() => setEnding(null)}
      />
    </>
  )
}

function useEnd(onDone: () => void) {
  const text = useText().run
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.run.stop({ params: { id } }),
    onSuccess: () => void message.success(text.terminated),
    onError: error => void message.error(describeError(error).message),
    onSettled: async () => {
      onDone()
      await refreshPools(client)
    },
  })
}

function useColumns(nowMs: number, onEnd: (run: HeldRun) => void): DataColumn<HeldRun>[] {
  const text = useText().run
  const { states } = useUiText()
  const format = useFormat()
  return [
    {
      key: 'strategy',
      ellipsis: true,
      title: text.strategy,
      width: 240,
      isAlwaysShown: true,
      render: (_, run) => (
        <Link to={strategyDetail.href({ params: { id: run.strategy_id } })}>{run.strategy_name}</Link>
      ),
    },
    { key: 'state', title: text.state, width: 120, render: (_, run) => <StateTag kind="run" state={run.state} /> },
    { key: 'trigger', title: text.trigger, width: 90, render: (_, run) => states.trigger[run.trigger] },
    {
      key: 'elapsed',
      title: text.elapsed,
      width: 120,
      render: (_, run) => format.duration(Math.max(0, nowMs - Date.parse(run.started_at))),
    },
    { key: 'read', title: text.read, width: 110, align: 'end', render: (_, run) => format.number(run.read) },
    { key: 'written', title: text.written, width: 110, align: 'end', render: (_, run) => format.number(run.written) },
    {
      key: 'machine',
      ellipsis: true,
      title: text.machine,
      width: 180,
      render: (_, run) => (run.host === null ? '–' : `${run.host} · ${run.pid}`),
    },
    {
      key: 'actions',
      title: text.actions,
      width: 90,
      fixed: 'end',
      isAlwaysShown: true,
      render: (_, run) => (
        <CanButton type="link" size="small" danger authority="strategy:stop" onClick={() => onEnd(run)}>
          {text.terminate}
        </CanButton>
      ),
    },
  ]
}
