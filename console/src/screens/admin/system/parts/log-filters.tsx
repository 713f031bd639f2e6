import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { DayField } from '../../../../ui/day-field.tsx'
import { FilterBar, type FilterField } from '../../../../ui/filter-bar.tsx'
import { operationLog } from '../pages.ts'
import { useText } from '../use-text.ts'

/** Who, what, to what, with what result, from where and when. */
export function LogFilters() {
  const text = useText()
  const [search, setSearch] = operationLog.useSearch()
  const { data } = useQuery(api.system.logNames.query())
  const options = (names: readonly { readonly name: string; readonly label: string }[] | undefined) =>
    (names ?? []).map(({ name, label }) => ({ value: name, label }))
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
        { kind: 'text', name: 'keyword', label: text.keyword },
        { kind: 'text', name: 'user', label: text.user },
        { kind: 'select', name: 'action', label: text.action, options: uniteTwins(options(data?.content.actions)) },
        { kind: 'select', name: 'object', label: text.objectType, options: options(data?.content.object_types) },
        { kind: 'select', name: 'operation', label: text.columns.operation, options: words(text.operations) },
        { kind: 'select', name: 'result', label: text.result, options: words(text.results) },
        { kind: 'text', name: 'ip', label: text.ip },
        day('from'),
        day('to'),
      ]}
      values={search}
      onChange={patch => setSearch({ ...patch, page: 1 })}
    />
  )
}

/** The specified GETs read the same as the calls beside them; the code tells them apart. */
const uniteTwins = (options: readonly { readonly value: string; readonly label: string }[]) =>
  options.map(option => ({
    ...option,
    label: option.value.endsWith('ByGet') ? `${option.label} (GET)` : option.label,
  }))
