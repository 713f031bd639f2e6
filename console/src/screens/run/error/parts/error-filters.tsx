import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { DayField } from '../../../../ui/day-field.tsx'
import { FilterBar, type FilterField } from '../../../../ui/filter-bar.tsx'
import { errorList } from '../pages.ts'
import { useText } from '../use-text.ts'
import { usePeople } from './use-people.ts'

/** What, how far, whose, where from, and when. */
export function ErrorFilters() {
  const text = useText()
  const [search, setSearch] = errorList.useSearch()
  const people = usePeople()
  const strategies = useQuery(api.strategy.list.query({ body: { t: 1 } }))
  const groups = useQuery(api.strategy.groups.query())
  const platforms = usePlatformChoices()
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
      values={search}
      // The bar hands back only values of the fields it was given.
      onChange={patch => setSearch({ ...(patch as Partial<typeof search>), page: 1 })}
      fields={[
        { kind: 'text', name: 'keyword', label: text.keyword },
        { kind: 'multi', name: 'category', label: text.category, options: words(text.categories) },
        {
          kind: 'select',
          name: 'status',
          label: text.status,
          options: [...words(text.statuses), { value: 'all', label: text.all }],
        },
        {
          kind: 'select',
          name: 'owner',
          label: text.owner,
          options: [
            { value: 'me', label: text.ownerMe },
            { value: 'none', label: text.ownerNone },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ],
        },
        {
          kind: 'select',
          name: 'strategy',
          label: text.strategy,
          options: (strategies.data?.content ?? []).map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          kind: 'select',
          name: 'group',
          label: text.group,
          options: (groups.data?.content ?? []).map(group => ({ value: group || '-', label: group || text.noGroup })),
        },
        { kind: 'select', name: 'platform', label: text.platform, options: platforms },
        day('from'),
        day('to'),
      ]}
    />
  )
}

/** Platforms that connectors of the tenant are of. */
function usePlatformChoices(): { value: string; label: string }[] {
  const { data } = useQuery(api.connector.list.query({ query: { pageSize: 500, sort: 'name' } }))
  const names = new Map((data?.content ?? []).map(connector => [connector.platform_id, connector.platform_name]))
  return [...names].map(([value, label]) => ({ value, label }))
}
