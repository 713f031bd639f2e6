import { CommentOutlined, DownloadOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Select, Tabs } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useMinor } from '../../../../lib/minor.ts'
import { keepRows } from '../../../../lib/query.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { listStates, sorts } from '../pages.ts'
import type { Entry, Flow, Line, Search } from '../types.ts'
import { useText } from '../use-text.ts'
import { useCards } from './cards.tsx'
import { EntryActions } from './entry-actions.tsx'
import { StateMark } from './state-mark.tsx'
import { useRuleNames } from './use-rule-names.ts'

// Opened on demand.
const EntryDrawer = lazy(async () => ({ default: (await import('./entry-drawer.tsx')).EntryDrawer }))

interface Props {
  readonly flow: Flow
  readonly search: Search
  onChange(patch: Partial<Search>): void
}

/** What is asked of the server: only what is set. */
const toQuery = ({ flow: _, mine, ...search }: Search) => ({
  ...Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)),
  ...(mine && { mine: '1' }),
})

/** Matches and single lines, bills on one side, documents on the other. */
export function EntryTable({ flow, search, onChange }: Props) {
  const text = useText()
  const [places, setPlaces] = useState<readonly string[]>([])
  const [selected, setSelected] = useState<string[]>([])
  const [shown, setShown] = useState<Entry | null>(null)
  const after = places.at(-1)
  const filter = toQuery(search)
  const list = useQuery({
    ...api.flow.entries.query({ params: { id: flow.id }, query: { ...filter, ...(after !== undefined && { after }) } }),
    ...keepRows,
  })
  const { data, isPlaceholderData } = list
  const entries = data?.content.entries
  const change = (patch: Partial<Search>) => {
    setPlaces([])
    setSelected([])
    onChange(patch)
  }
  const turn = (to: readonly string[]) => {
    setSelected([])
    setPlaces(to)
  }
  const chosen = entries?.filter(({ key }) => selected.includes(key)) ?? []
  return (
    <>
      <StateTabs flow={flow} search={search} onChange={change} />
      <DataTable
        id="recon-entries"
        density="small"
        label={text.list}
        columns={useColumns(flow, setShown)}
        rowKey={entry => entry.key}
        rows={entries}
        error={list.error}
        isFetching={list.isFetching}
        onReload={() => void list.refetch()}
        isFiltered={(search.number ?? search.currency ?? search.rule) !== undefined || search.mine === true}
        onClearFilters={() => change({ number: undefined, currency: undefined, rule: undefined, mine: undefined })}
        empty={
          <Empty isSmall title={text.empty[search.state === 'unhandled' ? 'done' : 'other']} text={text.emptyText} />
        }
        toolbar={<Filters flow={flow} search={search} onChange={change} />}
        extra={
          <>
            <Select
              aria-label={text.filters.sort}
              value={search.sort}
              options={sorts.map(value => ({ value, label: text.sorts[value] }))}
              onChange={sort => change({ sort })}
            />
            <Export flowId={flow.id} search={search} />
          </>
        }
        selection={{
          selected,
          onSelect: setSelected,
          actions: <EntryActions flow={flow} entries={chosen} onDone={() => setSelected([])} />,
        }}
      />
      <nav className="rf-pages" aria-label={text.pages}>
        <Button disabled={places.length === 0} onClick={() => turn(places.slice(0, -1))}>
          {text.previous}
        </Button>
        <Button
          disabled={data?.content.next == null || isPlaceholderData}
          onClick={() => turn([...places, data?.content.next ?? ''])}
        >
          {text.next}
        </Button>
      </nav>
      {shown && (
        <Suspense>
          <EntryDrawer flow={flow} entry={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  )
}

/** States with how many lines each has; the sums of a tab are those of its list. */
function StateTabs({ flow, search, onChange }: Props) {
  const text = useText()
  const { number } = useFormat()
  const { data } = useCards(flow.id, search)
  const count = (state: Search['state']): number | undefined => {
    if (state === 'all' || state === 'different' || !data) return undefined
    return data.content
      .filter(({ currency }) => search.currency === undefined || search.currency === currency)
      .map(card => (state === 'unhandled' ? card.unhandled : card.states[state]))
      .reduce((sum, { a, b }) => sum + a.lines + b.lines, 0)
  }
  return (
    <Tabs
      className="rf-tabs"
      activeKey={search.state}
      onChange={key => onChange({ state: listStates.find(state => state === key) ?? 'unhandled' })}
      items={listStates.map(state => {
        const lines = count(state)
        return {
          key: state,
          label: (
            <>
              {text.lists[state]} {lines !== undefined && <span className="rf-count">{number(lines)}</span>}
            </>
          ),
        }
      })}
    />
  )
}

function Filters({ flow, search, onChange }: Props) {
  const text = useText()
  const names = useRuleNames(flow)
  const currencies = [...new Set(flow.accounts.map(({ currency }) => currency))]
  return (
    <FilterBar
      values={search}
      onChange={patch => onChange(patch)}
      fields={[
        { kind: 'text', name: 'number', label: text.filters.number },
        {
          kind: 'select',
          name: 'rule',
          label: text.filters.rule,
          options: flow.config.rules.map(({ id }) => ({ value: id, label: names(id) })),
        },
        ...(currencies.length > 1 || search.currency !== undefined
          ? [
              {
                kind: 'select' as const,
                name: 'currency',
                label: text.filters.currency,
                options: currencies.map(value => ({ value, label: value })),
              },
            ]
          : []),
        {
          kind: 'custom',
          name: 'mine',
          render: () => (
            <Button
              key="mine"
              type={search.mine ? 'primary' : 'default'}
              aria-pressed={search.mine === true}
              onClick={() => onChange({ mine: search.mine ? undefined : true })}
            >
              {text.filters.mine}
            </Button>
          ),
        },
      ]}
    />
  )
}

function Export({ flowId, search }: { readonly flowId: string; readonly search: Search }) {
  const text = useText()
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      saveFile(await api.flow.exportEntries({ params: { id: flowId }, query: toQuery(search) }), 'reconciliation.csv'),
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

function useColumns(flow: Flow, open: (entry: Entry) => void): DataColumn<Entry>[] {
  const text = useText()
  const { shortTime } = useFormat()
  const names = useRuleNames(flow)
  const { columns } = text
  return [
    {
      key: 'state',
      title: columns.state,
      width: 104,
      isAlwaysShown: true,
      render: (_, { state }) => <StateMark state={state} />,
    },
    {
      key: 'at',
      title: columns.at,
      width: 104,
      render: (_, entry) => <span className="sl-number">{shortTime(entry.occurred_at)}</span>,
    },
    {
      key: 'a',
      title: columns.a,
      width: 164,
      isAlwaysShown: true,
      render: (_, entry) => <Numbers entry={entry} side="a" onOpen={open} />,
    },
    {
      key: 'a-minor',
      title: columns.aMinor,
      width: 100,
      align: 'end',
      isAlwaysShown: true,
      render: (_, entry) => <Money entry={entry} side="a" />,
    },
    {
      key: 'b-minor',
      title: columns.bMinor,
      width: 100,
      align: 'end',
      isAlwaysShown: true,
      render: (_, entry) => <Money entry={entry} side="b" />,
    },
    {
      key: 'b',
      title: columns.b,
      width: 164,
      isAlwaysShown: true,
      render: (_, entry) => <Numbers entry={entry} side="b" onOpen={open} />,
    },
    {
      key: 'difference',
      title: columns.difference,
      width: 128,
      align: 'end',
      render: (_, entry) => <Difference entry={entry} />,
    },
    {
      key: 'why',
      title: columns.why,
      width: 190,
      ellipsis: true,
      render: (_, entry) => <span>{sayWhy(entry, text, names)}</span>,
    },
    {
      key: 'who',
      title: columns.who,
      width: 96,
      render: (_, entry) => (
        <>
          {whoOf(entry)}{' '}
          {entry.comments > 0 && (
            <span className="sl-muted">
              <CommentOutlined /> {entry.comments}
            </span>
          )}
        </>
      ),
    },
  ]
}

const whoOf = ({ group, a, b }: Entry): string => {
  const line = a.lines[0] ?? b.lines[0]
  return group?.decided_by || line?.assignee || line?.decided_by || ''
}

function sayWhy(
  { group, exception, state, a, b }: Entry,
  text: ReturnType<typeof useText>,
  names: (rule: string) => string,
): string {
  if (group?.adjustment?.state === 'submitted') return text.submitted(group.adjustment.item)
  if (group) return group.reason || names(group.rule)
  const line = a.lines[0] ?? b.lines[0]
  if (state === 'carried') return text.carriedUntil(line?.carried_until ?? '', line?.reason ?? '')
  if (state === 'ignored') return line?.reason ?? ''
  if (exception) return text.kinds[exception.kind as keyof typeof text.kinds] ?? exception.kind
  return text.notYet
}

const numberOf = ({ order_no, number }: Line): string => order_no ?? number ?? ''

function Numbers({
  entry,
  side,
  onOpen,
}: {
  readonly entry: Entry
  readonly side: 'a' | 'b'
  onOpen(entry: Entry): void
}) {
  const text = useText()
  const { lines, count } = entry[side]
  const [first] = lines
  if (first === undefined) return <span className="rf-none">{text.missing}</span>
  const label = numberOf(first) || text.noNumber
  return (
    <Button type="link" size="small" className="rf-open" onClick={() => onOpen(entry)}>
      <span className="rf-number">{label}</span>
      {count > 1 ? (
        <span className="sl-muted"> {text.more(count)}</span>
      ) : (
        first.item && <span className="sl-muted"> {first.item}</span>
      )}
    </Button>
  )
}

function Money({ entry, side }: { readonly entry: Entry; readonly side: 'a' | 'b' }) {
  const money = useMinor()
  const { count, minor } = entry[side]
  return <span className="rf-money">{count === 0 ? '–' : money(minor, entry.currency)}</span>
}

function Difference({ entry }: { readonly entry: Entry }) {
  const money = useMinor()
  const { difference_minor, currency } = entry
  return (
    <span className={`rf-money ${difference_minor === '0' ? 'sl-muted' : 'rf-warn'}`}>
      {money(difference_minor, currency)} {currency}
    </span>
  )
}
