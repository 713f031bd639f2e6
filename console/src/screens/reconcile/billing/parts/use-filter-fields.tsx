import { CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { api } from '../../../../lib/api.ts'
import { DayField } from '../../../../ui/day-field.tsx'
import type { FilterField } from '../../../../ui/filter-bar.tsx'
import { useAccountOptions } from '../../recon-account/public.ts'
import { lineStates } from '../pages.ts'
import { useText } from '../use-text.ts'

/** What the address of a list of lines says. */
interface LineSearch {
  readonly account_id?: string | undefined
  readonly file_id?: string | undefined
  readonly strategy_id?: string | undefined
  readonly status?: (typeof lineStates)[number] | undefined
  readonly item_id?: string | undefined
  readonly way?: 'in' | 'out' | 'none' | undefined
  readonly kind?: string | undefined
  readonly number?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly booked_in?: string | undefined
}

export const EMPTY_FILTER = {
  account_id: undefined,
  file_id: undefined,
  strategy_id: undefined,
  status: undefined,
  item_id: undefined,
  way: undefined,
  kind: undefined,
  number: undefined,
  from: undefined,
  to: undefined,
  booked_in: undefined,
}

/** What is asked of the server: only what is set. */
export const toQuery = <S extends LineSearch>(search: S): { [K in keyof S]?: NonNullable<S[K]> } =>
  // Only values that are set are left.
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [K in keyof S]?: NonNullable<S[K]>
  }

/** Filters of the list, in the order of their use. */
export function useFilterFields(
  search: LineSearch,
  change: (patch: Partial<LineSearch>) => void,
  number: string,
): FilterField[] {
  const text = useText()
  const { filters } = text
  const accounts = useAccountOptions()
  const { data } = useQuery(api.accountingItem.list.query())
  const items = data?.content.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const day = (name: 'from' | 'to'): FilterField => ({
    kind: 'custom',
    name,
    render: () => (
      <DayField
        key={name}
        aria-label={filters[name]}
        placeholder={filters[name]}
        value={search[name]}
        onChange={value => change({ [name]: value })}
      />
    ),
  })
  // It came with the address, from where the file, the strategy or the month is shown.
  const only = (name: 'file_id' | 'strategy_id' | 'booked_in', label: string, title: string): FilterField[] =>
    search[name] === undefined
      ? []
      : [
          {
            kind: 'custom',
            name,
            render: () => (
              <Button key={name} icon={<CloseOutlined />} title={title} onClick={() => change({ [name]: undefined })}>
                {label}
              </Button>
            ),
          },
        ]
  return [
    { kind: 'select', name: 'account_id', label: filters.account, options: accounts },
    {
      kind: 'select',
      name: 'status',
      label: filters.status,
      options: lineStates.map(value => ({ value, label: text.states[value] })),
    },
    {
      kind: 'select',
      name: 'item_id',
      label: filters.item,
      options: [{ value: 'none', label: filters.noItem }, ...items],
    },
    {
      kind: 'select',
      name: 'way',
      label: filters.way,
      options: (['in', 'out', 'none'] as const).map(value => ({ value, label: text.ways[value] })),
    },
    { kind: 'text', name: 'number', label: number },
    day('from'),
    day('to'),
    ...only('file_id', filters.file, filters.allFiles),
    ...only('strategy_id', filters.strategy, filters.allStrategies),
    ...only('booked_in', filters.late(search.booked_in?.slice(0, 7) ?? ''), filters.allMonths),
  ]
}
