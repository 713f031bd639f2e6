import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useFormat } from '../../../../lib/format.ts'
import { Figure } from '../../../../ui/figure.tsx'
import type { Opened } from '../types.ts'
import { useText } from '../use-text.ts'

export interface PortalLimitsProps {
  readonly limits: Opened['limits']
  readonly isFetching: boolean
  onReload(): void
}

/** What the plan allows and what is left of it now, from what the gateway itself counts by. */
export function PortalLimits({ limits, isFetching, onReload }: PortalLimitsProps) {
  const text = useText().limits
  const { number, time } = useFormat()
  const { rate, day, month, concurrency } = limits
  const leftOf = ({ quota, left, used, ends_at: ends }: typeof day) =>
    quota === null
      ? { value: text.none, hint: text.used(number(used)) }
      : {
          value: number(left),
          hint: text.of(number(quota), time(ends)),
          ...(left === 0 && { tone: 'bad' as const }),
        }
  return (
    <section className="gp-figures" aria-label={text.label}>
      <Figure
        label={text.rate}
        value={number(rate.left)}
        hint={text.rateHint(number(rate.per_minute), number(rate.burst))}
        {...(rate.left === 0 && { tone: 'bad' as const })}
      />
      <Figure label={text.day} {...leftOf(day)} />
      <Figure label={text.month} {...leftOf(month)} />
      <Figure
        label={text.underWay}
        value={number(concurrency.under_way)}
        hint={concurrency.most === null ? text.none : text.most(number(concurrency.most))}
      />
      <Figure label={text.refused} value={number(limits.refused_today)} hint={limits.plan ?? ''} />
      <Button
        className="gp-reload"
        type="text"
        icon={<ReloadOutlined />}
        loading={isFetching}
        aria-label={text.reload}
        onClick={onReload}
      />
    </section>
  )
}
