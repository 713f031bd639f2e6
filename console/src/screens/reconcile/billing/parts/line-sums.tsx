import { useQuery } from '@tanstack/react-query'
import { useAmount } from '../../../../lib/amount.ts'
import type { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Figure } from '../../../../ui/figure.tsx'
import { useText } from '../use-text.ts'

/** Sums of all lines that the filter finds, each currency for itself. */
export function LineSums({ read }: { readonly read: ReturnType<typeof api.billing.sums.query> }) {
  const text = useText()
  const amount = useAmount()
  const { number } = useFormat()
  const { data, error, refetch } = useQuery({ ...read, ...keepRows })
  if (error && !data) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  return (
    <section aria-label={text.sums}>
      {data?.content.map(sum => (
        <div key={sum.currency} className="rb-sums">
          <Figure label={text.count} value={number(sum.count)} hint={sum.currency} />
          <Figure label={text.in} value={amount(sum.in)} hint={sum.currency} />
          <Figure label={text.out} value={amount(sum.out)} hint={sum.currency} />
          <Figure label={text.net} value={amount(sum.net)} hint={sum.currency} />
        </div>
      ))}
    </section>
  )
}
