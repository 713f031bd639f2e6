import type { ContentOut } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { DayField } from '../../../../ui/day-field.tsx'
import { FilterBar, type FilterField } from '../../../../ui/filter-bar.tsx'
import { callLogList, slowSteps } from '../pages.ts'
import { useText } from '../use-text.ts'

const MANY = 500

type Applications = ContentOut<
  typeof import('@sluice/api/modules/gateway/application/contract.ts')['application']['list']
>

/** Those that an application may call now, each once. */
function listAssets(applications: Applications | undefined) {
  const names = new Map(
    (applications ?? []).flatMap(({ assets }) => assets.map(each => [each.asset_id, each.asset_name] as const)),
  )
  return [...names].map(([value, label]) => ({ value, label }))
}

/** Whose call, to what, how it ended, how long it took and when. */
export function CallFilters() {
  const text = useText()
  const [search, setSearch] = callLogList.useSearch()
  const applications = useQuery(api.application.list.query({ query: { sort: 'name', page: 1, pageSize: MANY } }))
  const strategies = useQuery(api.strategy.list.query({ body: { t: 1 } }))
  const named = (rows: readonly { readonly id: string; readonly name: string }[] | undefined) =>
    (rows ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const words = (record: Readonly<Record<string, string>>) =>
    Object.entries(record).map(([value, label]) => ({ value, label }))
  const day = (name: 'from' | 'to'): FilterField => ({
    kind: 'custom',
    name,
    render: () => (
      <DayField
        key={name}
        aria-label={text[name]}
        placeholder={text[name]}
        value={search[name]}
        onChange={next => setSearch({ [name]: next, page: 1 })}
      />
    ),
  })
  return (
    <FilterBar
      fields={[
        {
          kind: 'select',
          name: 'application',
          label: text.columns.application,
          options: named(applications.data?.content),
        },
        { kind: 'select', name: 'strategy', label: text.columns.strategy, options: named(strategies.data?.content) },
        { kind: 'select', name: 'asset', label: text.columns.asset, options: listAssets(applications.data?.content) },
        { kind: 'select', name: 'operation', label: text.columns.operation, options: words(text.operations) },
        { kind: 'select', name: 'result', label: text.columns.result, options: words(text.results) },
        { kind: 'text', name: 'status', label: text.columns.status },
        { kind: 'text', name: 'ip', label: text.columns.ip },
        {
          kind: 'select',
          name: 'slower',
          label: text.slower,
          options: slowSteps.map(value => ({ value, label: `≥ ${value} ms` })),
        },
        { kind: 'text', name: 'trace', label: text.trace },
        day('from'),
        day('to'),
      ]}
      values={search}
      onChange={patch => setSearch({ ...patch, page: 1 })}
    />
  )
}
