import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { api } from '../../../../lib/api.ts'
import { DayField } from '../../../../ui/day-field.tsx'
import type { ModelConfig } from '../types.ts'
import { useText } from '../use-text.ts'

interface Props {
  readonly config: ModelConfig
  onChange(config: ModelConfig): void
}

type Rate = ModelConfig['rates'][number]

const PERCENT = /^\d{1,2}(\.\d{1,6})?$/
const MOST = 100

/** What the platform may take by contract: of which amounts, how much, and from which day on. */
export function RateList({ config, onChange }: Props) {
  const text = useText().rates
  const { data } = useQuery(api.accountingItem.list.query())
  const items = data?.content.map(({ code, name }) => ({ value: code, label: name })) ?? []
  const { rates } = config
  const put = (next: Rate[]) => onChange({ ...config, rates: next })
  const change = (at: number, patch: Partial<Rate>) =>
    put(rates.map((rate, place) => (place === at ? { ...rate, ...patch } : rate)))
  const add = () =>
    put([
      ...rates,
      {
        ...{ item: rates.at(-1)?.item ?? 'service', base: rates.at(-1)?.base ?? ['goods'], percent: '0.6' },
        ...{ valid_from: new Date().toISOString().slice(0, 10), rounding: 'half_up' },
      },
    ])
  return (
    <>
      <ul className="rm-rates">
        {rates.map((rate, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rate is known by its place while it is edited
          <li key={at} className="rm-rate">
            <Select
              aria-label={text.item}
              className="rm-rate-item"
              value={rate.item}
              options={items}
              onChange={item => change(at, { item })}
            />
            <span>=</span>
            <Select
              aria-label={text.base}
              className="rm-rate-base"
              mode="multiple"
              value={rate.base}
              options={items}
              status={rate.base.length === 0 ? 'error' : ''}
              onChange={base => change(at, { base })}
            />
            <span>×</span>
            <Input
              aria-label={text.percent}
              className="rm-rate-percent"
              suffix="%"
              value={rate.percent}
              status={PERCENT.test(rate.percent) ? '' : 'error'}
              onChange={event => change(at, { percent: event.target.value.trim() })}
            />
            <DayField
              aria-label={text.from}
              value={rate.valid_from}
              onChange={day => day !== undefined && change(at, { valid_from: day })}
            />
            <Select
              aria-label={text.rounding}
              className="rm-rate-rounding"
              value={rate.rounding}
              options={(['half_up', 'half_even'] as const).map(value => ({ value, label: text.roundings[value] }))}
              onChange={rounding => change(at, { rounding })}
            />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={text.remove(at + 1)}
              onClick={() => put(rates.filter((_, place) => place !== at))}
            />
          </li>
        ))}
      </ul>
      <Button icon={<PlusOutlined />} disabled={rates.length >= MOST} onClick={add}>
        {text.add}
      </Button>
    </>
  )
}
