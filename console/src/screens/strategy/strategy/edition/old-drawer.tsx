import type { ContentOut } from '@sluice/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { type Format, useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { strategyDetail } from '../pages.ts'
import { useEditionText } from '../texts/use-edition-text.ts'
import { usePublishText } from '../texts/use-publish-text.ts'
import { refreshComparisons } from './comparison.ts'

type Module = typeof import('@sluice/api/modules/strategy/strategy-publish/contract.ts')['strategyPublish']
type Row = ContentOut<Module['listEditions']>[number]

const POLL_MS = 2_000
const isBusy = ({ comparison }: Row): boolean => comparison?.state === 'queued' || comparison?.state === 'running'

export interface OldDrawerProps {
  readonly isOpen: boolean
  onClose(): void
}

/** Strategies in an older edition, each with what the newer one would say. */
export function OldDrawer({ isOpen, onClose }: OldDrawerProps) {
  const text = useEditionText().list
  return (
    <Drawer title={text.title} size={960} open={isOpen} onClose={onClose}>
      {isOpen && <OldList />}
    </Drawer>
  )
}

function OldList() {
  const text = useEditionText()
  const [paging, setPaging] = useState({ page: 1, pageSize: 20 })
  const { data, error, isFetching, refetch } = useQuery({
    ...api.strategyPublish.listEditions.query({
      query: { page: String(paging.page), pageSize: String(paging.pageSize) },
    }),
    ...keepRows,
    refetchInterval: query => (query.state.data?.content.some(isBusy) ? POLL_MS : false),
  })
  const rows = data?.content
  const waiting = rows?.filter(row => row.comparison === null) ?? []
  const compare = useMutation({
    async mutationFn(chosen: readonly Row[]) {
      for (const { id, version } of chosen) await api.strategyPublish.compare({ params: { id }, body: { version } })
      return chosen.length
    },
    onSuccess: count => void message.success(text.list.asked(String(count))),
    onError: error => void message.error(describeError(error).message),
    onSettled: refreshComparisons,
  })
  return (
    <>
      <p className="sl-muted">{text.list.hint}</p>
      <DataTable<Row>
        id="old-editions"
        label={text.list.title}
        columns={useColumns(row => compare.mutate([row]))}
        rowKey={row => row.id}
        rows={rows}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={paging}
        onPaging={patch => setPaging({ ...paging, ...patch })}
        empty={<Empty isSmall title={text.list.empty} />}
        extra={
          <CanButton
            authority="strategy:update"
            reason={waiting.length === 0 ? text.list.allCompared : undefined}
            loading={compare.isPending}
            onClick={() => compare.mutate(waiting)}
          >
            {text.list.compareAll}
          </CanButton>
        }
      />
    </>
  )
}

function useColumns(onCompare: (row: Row) => void): DataColumn<Row>[] {
  const all = useEditionText()
  const text = all.list
  const { states } = usePublishText().rehearsal
  const format = useFormat()
  return [
    {
      key: 'name',
      title: text.name,
      width: 220,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, row) => <Link to={strategyDetail.href({ params: { id: row.id } })}>{row.name}</Link>,
    },
    { key: 'version', title: text.version, width: 80, render: (_, row) => row.version },
    { key: 'records', title: text.records, width: 120, render: (_, row) => format.number(row.records) },
    {
      key: 'result',
      title: text.result,
      width: 260,
      render: (_, row) => (row.has_draft ? text.hasDraft : describe(row, { text, states, format })),
    },
    { key: 'reports', title: text.reports, width: 120, render: (_, row) => format.number(row.reports) },
    {
      key: 'act',
      title: '',
      width: 140,
      render: (_, row) => (
        <CanButton
          size="small"
          authority="strategy:update"
          reason={isBusy(row) ? all.underWay : undefined}
          onClick={() => onCompare(row)}
        >
          {row.comparison ? all.again : all.compare}
        </CanButton>
      ),
    },
  ]
}

interface Words {
  readonly text: ReturnType<typeof useEditionText>['list']
  readonly states: ReturnType<typeof usePublishText>['rehearsal']['states']
  readonly format: Format
}

function describe({ comparison }: Row, { text, states, format }: Words): string {
  if (!comparison) return text.notCompared
  if (comparison.state !== 'done') return states[comparison.state]
  const [otherwise, refused, examined] = [comparison.otherwise, comparison.refused, comparison.examined].map(count =>
    format.number(count),
  ) as [string, string, string] // three figures
  return comparison.otherwise === 0 ? text.allSame(examined) : text.outcome(otherwise, refused, examined)
}
