import { Button, Select } from 'antd'
import { DayField } from '../../../../ui/day-field.tsx'
import type { Flow, Search } from '../types.ts'
import { useText } from '../use-text.ts'

interface Props {
  readonly flow: Flow
  readonly flows: readonly Flow[]
  readonly search: Search
  onChange(patch: Partial<Search>): void
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** First and last day of a month, so many before this one. */
function monthOf(back: number, now = new Date()): { readonly from: string; readonly to: string } {
  const first = new Date(now.getFullYear(), now.getMonth() - back, 1)
  const last = new Date(now.getFullYear(), now.getMonth() - back + 1, 0)
  const month = `${first.getFullYear()}-${pad(first.getMonth() + 1)}`
  return { from: `${month}-01`, to: `${month}-${pad(last.getDate())}` }
}

/** Which accounts and which days everything below is about. */
export function FlowBar({ flow, flows, search, onChange }: Props) {
  const text = useText().bar
  const months = [monthOf(0), monthOf(1)] as const
  return (
    <search className="rf-bar" aria-label={text.label}>
      <Select
        aria-label={text.flow}
        className="rf-flow"
        value={flow.id}
        showSearch={{ optionFilterProp: 'label' }}
        options={flows.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={id => onChange({ flow: id, account_id: undefined, rule: undefined })}
      />
      <Select
        aria-label={text.account}
        className="rf-account"
        value={search.account_id ?? ''}
        options={[
          { value: '', label: text.allAccounts(flow.accounts.length) },
          ...flow.accounts.map(({ id, name, currency }) => ({ value: id, label: `${name} · ${currency}` })),
        ]}
        onChange={id => onChange({ account_id: id === '' ? undefined : id })}
      />
      <DayField
        aria-label={text.from}
        placeholder={text.from}
        value={search.from}
        onChange={from => onChange({ from })}
      />
      <span aria-hidden="true">–</span>
      <DayField aria-label={text.to} placeholder={text.to} value={search.to} onChange={to => onChange({ to })} />
      {months.map((month, at) => (
        <Button
          key={month.from}
          size="small"
          type={search.from === month.from && search.to === month.to ? 'primary' : 'default'}
          onClick={() => onChange(month)}
        >
          {at === 0 ? text.thisMonth : text.lastMonth}
        </Button>
      ))}
      {(search.from ?? search.to) !== undefined && (
        <Button size="small" type="link" onClick={() => onChange({ from: undefined, to: undefined })}>
          {text.everyDay}
        </Button>
      )}
    </search>
  )
}
