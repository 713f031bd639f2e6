import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { api } from '../../../../lib/api.ts'
import { DayField } from '../../../../ui/day-field.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { useAccountOptions } from '../../recon-account/public.ts'
import { buckets, states } from '../pages.ts'
import type { Search } from '../types.ts'
import { useText } from '../use-text.ts'

interface Props {
  readonly search: Search
  onChange(patch: Partial<Search>): void
}

/** Filters in the order of their use. */
export function Filters({ search, onChange }: Props) {
  const text = useText()
  const { filters } = text
  const accounts = useAccountOptions()
  const { data: people } = useQuery(api.difference.people.query())
  const day = (name: 'from' | 'to') => ({
    kind: 'custom' as const,
    name,
    render: () => (
      <DayField
        key={name}
        aria-label={filters[name]}
        placeholder={filters[name]}
        value={search[name]}
        onChange={value => onChange({ [name]: value })}
      />
    ),
  })
  const flag = (name: 'mine' | 'overdue', isOn: boolean, patch: Partial<Search>) => ({
    kind: 'custom' as const,
    name,
    render: () => (
      <Button key={name} type={isOn ? 'primary' : 'default'} aria-pressed={isOn} onClick={() => onChange(patch)}>
        {filters[name]}
      </Button>
    ),
  })
  const isMine = search.assignee === 'me'
  return (
    <FilterBar
      values={search}
      onChange={patch => onChange(patch)}
      fields={[
        flag('mine', isMine, { assignee: isMine ? undefined : 'me' }),
        flag('overdue', search.overdue === true, { overdue: search.overdue ? undefined : true }),
        { kind: 'text', name: 'number', label: filters.number },
        {
          kind: 'select',
          name: 'assignee',
          label: filters.assignee,
          options: [
            { value: 'me', label: text.me },
            { value: 'nobody', label: text.nobody },
            ...(people?.content.map(({ id, name }) => ({ value: id, label: name })) ?? []),
          ],
        },
        {
          kind: 'select',
          name: 'bucket',
          label: filters.bucket,
          options: buckets.map(value => ({ value, label: text.buckets[value] })),
        },
        { kind: 'select', name: 'account_id', label: filters.account, options: accounts },
        {
          kind: 'select',
          name: 'side',
          label: filters.side,
          options: (['a', 'b'] as const).map(value => ({ value, label: text.sides[value] })),
        },
        {
          kind: 'select',
          name: 'state',
          label: filters.state,
          options: states.map(value => ({ value, label: text.states[value] })),
        },
        ...(search.currency === undefined
          ? []
          : [
              {
                kind: 'select' as const,
                name: 'currency',
                label: filters.currency,
                options: [{ value: search.currency, label: search.currency }],
              },
            ]),
        day('from'),
        day('to'),
      ]}
    />
  )
}
