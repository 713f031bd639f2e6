import { DownloadOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { useMinor } from '../../../lib/minor.ts'
import { keepRows } from '../../../lib/query.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { CanButton } from '../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { LinePages } from '../billing/public.ts'
import { differenceList, sorts } from './pages.ts'
import { Filters } from './parts/filters.tsx'
import { Summary } from './parts/summary.tsx'
import { toFilter } from './parts/to-filter.ts'
import type { Difference, Search } from './types.ts'
import { useText } from './use-text.ts'
import './difference.css'

// Opened on demand.
const DifferenceDrawer = lazy(async () => ({
  default: (await import('./parts/difference-drawer.tsx')).DifferenceDrawer,
}))
const AssignDialog = lazy(async () => ({ default: (await import('./parts/assign-dialog.tsx')).AssignDialog }))

const EMPTY: Partial<Search> = {
  ...{ state: 'waiting', account_id: undefined, item_id: undefined, side: undefined, currency: undefined },
  ...{ bucket: undefined, assignee: undefined, overdue: undefined, number: undefined, from: undefined, to: undefined },
}

/** What is open, how old, and whose: and everything people do with it but settling. */
export default function DifferenceList() {
  const text = useText()
  const [search, setSearch] = differenceList.useSearch()
  const [places, setPlaces] = useState<readonly string[]>([])
  const [selected, setSelected] = useState<string[]>([])
  const [shown, setShown] = useState<Difference | null>(null)
  const [isAssigning, setAssigning] = useState(false)
  const after = places.at(-1)
  const filter = toFilter(search)
  const query = { ...filter, sort: search.sort, ...(after !== undefined && { after }) }
  const list = useQuery({ ...api.difference.list.query({ query }), ...keepRows })
  const lines = list.data?.content.lines
  const change = (patch: Partial<Search>) => {
    setPlaces([])
    setSelected([])
    setSearch(patch)
  }
  const chosen = lines?.filter(({ key }) => selected.includes(key)) ?? []
  return (
    <>
      <PageHeader title={text.label} text={text.intro} />
      <Summary search={search} />
      <DataTable
        id="recon-differences"
        density="small"
        label={text.list}
        columns={useColumns(setShown)}
        rowKey={line => line.key}
        rows={lines}
        error={list.error}
        isFetching={list.isFetching}
        onReload={() => void list.refetch()}
        isFiltered={Object.keys(filter).length > 1 || search.state !== 'waiting'}
        onClearFilters={() => change(EMPTY)}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
        toolbar={<Filters search={search} onChange={change} />}
        extra={
          <>
            <Select
              aria-label={text.filters.sort}
              value={search.sort}
              options={sorts.map(value => ({ value, label: text.sorts[value] }))}
              onChange={sort => change({ sort })}
            />
            <Export search={search} />
          </>
        }
        selection={{
          selected,
          onSelect: setSelected,
          actions: (
            <CanButton size="small" type="primary" authority="reconciliation:update" onClick={() => setAssigning(true)}>
              {text.assign.open}
            </CanButton>
          ),
        }}
      />
      <LinePages
        places={places}
        next={list.isPlaceholderData ? null : (list.data?.content.next ?? null)}
        onChange={next => {
          setSelected([])
          setPlaces(next)
        }}
      />
      <Suspense>
        {shown && <DifferenceDrawer line={shown} onClose={() => setShown(null)} />}
        {isAssigning && chosen.length > 0 && (
          <AssignDialog
            lines={chosen}
            onDone={() => {
              setAssigning(false)
              setSelected([])
            }}
            onClose={() => setAssigning(false)}
          />
        )}
      </Suspense>
    </>
  )
}

function Export({ search }: { readonly search: Search }) {
  const text = useText()
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      saveFile(
        await api.difference.export({ query: { ...toFilter(search), sort: search.sort } }),
        'open-differences.xlsx',
      ),
    onError: error => message.error(describeError(error).message),
  })
  return (
    <CanButton
      authority="reconciliation:export"
      icon={<DownloadOutlined />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {text.export}
    </CanButton>
  )
}

function useColumns(open: (line: Difference) => void): DataColumn<Difference>[] {
  const text = useText()
  const { number } = useFormat()
  const money = useMinor()
  const { columns } = text
  return [
    {
      key: 'number',
      title: columns.number,
      width: 190,
      isAlwaysShown: true,
      render: (_, line) => (
        <Button type="link" size="small" className="sl-number" onClick={() => open(line)}>
          {line.order_no ?? line.number ?? text.noNumber}
        </Button>
      ),
    },
    { key: 'side', title: columns.side, width: 84, render: (_, line) => text.sides[line.side] },
    {
      key: 'amount',
      title: columns.amount,
      width: 140,
      align: 'end',
      isAlwaysShown: true,
      render: (_, line) => (
        <span className="rd-money">
          {money(line.amount_minor, line.currency)} {line.currency}
        </span>
      ),
    },
    {
      key: 'owner',
      title: columns.owner,
      width: 110,
      isAlwaysShown: true,
      ellipsis: true,
      render: (_, line) => line.assignee ?? <span className="rd-nobody">{text.nobody}</span>,
    },
    {
      key: 'due',
      title: columns.due,
      width: 110,
      render: (_, line) =>
        line.due_on && (
          <span className={`rd-day ${line.is_overdue ? 'rd-bad' : ''}`}>
            {line.due_on}
            {line.is_overdue && ` ${text.filters.overdue}`}
          </span>
        ),
    },
    {
      key: 'age',
      title: columns.age,
      width: 84,
      align: 'end',
      render: (_, line) => (
        <span className={`rd-day ${line.bucket === '90+' ? 'rd-bad' : ''}`}>{text.days(number(line.age_days))}</span>
      ),
    },
    { key: 'day', title: columns.day, width: 106, render: (_, line) => <span className="rd-day">{line.day}</span> },
    {
      key: 'kind',
      title: columns.kind,
      width: 110,
      ellipsis: true,
      render: (_, line) =>
        line.kind === null ? text.noKind : (text.kinds[line.kind as keyof typeof text.kinds] ?? line.kind),
    },
    { key: 'account', title: columns.account, width: 140, ellipsis: true, render: (_, line) => line.account },
    { key: 'item', title: columns.item, width: 110, ellipsis: true, render: (_, line) => line.item },
    {
      key: 'notes',
      title: columns.notes,
      width: 140,
      render: (_, line) =>
        line.comments + line.evidence > 0 && (
          <span className="sl-muted">{text.notes(line.comments, line.evidence)}</span>
        ),
    },
  ]
}
