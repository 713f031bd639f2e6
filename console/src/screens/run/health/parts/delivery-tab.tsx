import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { strategyHealth } from '../pages.ts'
import type { Delivery } from '../types.ts'
import { useText } from '../use-text.ts'

const POLL_MS = 5000
const tones = {
  waiting: 'calm',
  sending: 'busy',
  sent: 'good',
  failed: 'bad',
  unknown: 'warn',
  dropped: 'calm',
} as const satisfies Record<Delivery['state'], string>
const states = Object.keys(tones) as Delivery['state'][] // its own keys

/** Where each message went, and with what end. */
export function DeliveryTab() {
  const text = useText().delivery
  const [{ page, pageSize, state, channel }, setSearch] = strategyHealth.useSearch()
  const known = states.find(name => name === state)
  const query = {
    page,
    pageSize,
    ...(known !== undefined && { state: known }),
    ...(channel !== undefined && { channel_id: channel }),
  }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.alert.deliveries.query({ query }),
    ...keepRows,
    refetchInterval: POLL_MS,
  })
  return (
    <DataTable
      id="alert-deliveries"
      label={text.label}
      columns={useColumns()}
      rowKey={row => row.id}
      rows={data?.content}
      total={data?.total}
      error={error}
      isFetching={isFetching}
      onReload={() => void refetch()}
      paging={{ page, pageSize }}
      onPaging={patch => setSearch({ page: patch.page ?? 1, pageSize: patch.pageSize ?? pageSize })}
      isFiltered={known !== undefined || channel !== undefined}
      onClearFilters={() => setSearch({ state: undefined, channel: undefined, page: 1 })}
      empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
      toolbar={<Filters />}
    />
  )
}

function Filters() {
  const text = useText().delivery
  const [search, setSearch] = strategyHealth.useSearch()
  const { data } = useQuery(api.alert.channels.query({}))
  const channels = (data?.content ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FilterBar
      fields={[
        { kind: 'select', name: 'channel', label: text.channel, options: channels },
        {
          kind: 'select',
          name: 'state',
          label: text.state,
          options: states.map(value => ({ value, label: text.states[value] })),
        },
      ]}
      values={search}
      onChange={patch => setSearch({ ...patch, page: 1 })}
    />
  )
}

function useColumns(): DataColumn<Delivery>[] {
  const text = useText()
  const words = text.delivery
  const format = useFormat()
  return [
    {
      key: 'channel',
      title: words.channel,
      width: 200,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, row) => (
        <div>
          {row.channel_name}
          <div className="he-under">{row.recipient === '' ? text.channel.kinds[row.channel_kind] : row.recipient}</div>
        </div>
      ),
    },
    { key: 'kind', title: words.kind, width: 90, render: (_, row) => words.kinds[row.kind] },
    { key: 'content', title: words.content, width: 280, render: (_, row) => <Content row={row} /> },
    { key: 'state', title: words.state, width: 200, render: (_, row) => <State row={row} /> },
    { key: 'tries', title: words.tries, width: 70, align: 'end', dataIndex: 'tries' },
    { key: 'created', title: words.created, width: 170, render: (_, row) => format.time(row.created_at) },
    {
      key: 'actions',
      title: text.columns.actions,
      width: 100,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => (['failed', 'unknown', 'dropped'].includes(row.state) ? <Resend row={row} /> : '–'),
    },
  ]
}

function Content({ row }: { readonly row: Delivery }) {
  const text = useText().delivery
  const [first] = row.items
  return (
    <div title={row.items.map(item => `${item.object_name}: ${item.text}`).join('\n')}>
      {row.rule_name === '' ? text.kinds[row.kind] : row.rule_name}
      {first && (
        <div className="he-under">
          {first.object_name}: {first.text} {row.count > 1 && `(${text.count(row.count)})`}
        </div>
      )}
    </div>
  )
}

function State({ row }: { readonly row: Delivery }) {
  const text = useText().delivery
  const format = useFormat()
  const isWaiting = row.state === 'waiting'
  return (
    <div>
      <span className={`sl-tag sl-tag-${tones[row.state]}`}>{text.states[row.state]}</span>
      {isWaiting && row.is_held && <div className="he-under">{text.held}</div>}
      {row.failure !== null && <div className="he-under">{row.failure}</div>}
      {isWaiting && (row.is_held || row.tries > 0) && (
        <div className="he-under">{text.next(format.time(row.next_at))}</div>
      )}
    </div>
  )
}

function Resend({ row }: { readonly row: Delivery }) {
  const text = useText().delivery
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    ...api.alert.resend.mutation(),
    onSuccess: async () => {
      message.success(text.resent)
      await client.invalidateQueries({ queryKey: api.alert.deliveries.key() })
    },
    onError: error => message.error(describeError(error).message),
  })
  return (
    <CanButton
      type="link"
      size="small"
      authority="alert:update"
      loading={isPending}
      onClick={() => mutate({ params: { id: row.id } })}
    >
      {text.resend}
    </CanButton>
  )
}
