import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useMinor } from '../../../../lib/minor.ts'
import { keepRows } from '../../../../lib/query.ts'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Figure } from '../../../../ui/figure.tsx'
import { flowIndex } from '../pages.ts'
import type { Card, Search } from '../types.ts'
import { useText } from '../use-text.ts'

export const useCards = (flowId: string, { account_id, from, to }: Search) =>
  useQuery({
    ...api.flow.cards.query({
      params: { id: flowId },
      query: { ...(account_id && { account_id }), ...(from && { from }), ...(to && { to }) },
    }),
    ...keepRows,
  })

interface Props {
  readonly flowId: string
  readonly search: Search
}

/** What both sides sum up to, each currency in a line of its own; every card opens the list it counts. */
export function Cards({ flowId, search }: Props) {
  const text = useText()
  const { data, error, refetch } = useCards(flowId, search)
  if (error && !data) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  return (
    <section aria-label={text.cards.label} className="rf-cards">
      {data?.content.map(card => (
        <CardRow key={card.currency} card={card} search={search} />
      ))}
    </section>
  )
}

function CardRow({ card, search }: { readonly card: Card; readonly search: Search }) {
  const text = useText().cards
  const money = useMinor()
  const { number } = useFormat()
  const { currency, a, b, unhandled } = card
  const say = (minor: string) => <span className="rf-money">{money(minor, currency)}</span>
  const to = (state: Search['state']) => flowIndex.href({ search: { ...search, state, currency, number: undefined } })
  const waiting = unhandled.a.lines + unhandled.b.lines
  const unexplained = String(BigInt(card.difference_minor) - BigInt(card.booked_minor))
  return (
    <div className="sl-figures rf-card-row">
      <Figure
        label={text.receivable(currency)}
        value={say(b.all.minor)}
        hint={text.lines(number(b.all.lines))}
        to={to('all')}
      />
      <Figure
        label={text.received(currency)}
        value={say(a.all.minor)}
        hint={text.lines(number(a.all.lines))}
        to={to('all')}
      />
      <Figure
        label={text.difference(currency)}
        value={say(card.difference_minor)}
        hint={text.booked(money(card.booked_minor, currency), money(unexplained, currency))}
        {...(unexplained !== '0' && { tone: 'warn' as const })}
        to={to('different')}
      />
      <Figure
        label={text.unhandled(currency)}
        value={<span className="rf-money">{number(waiting)}</span>}
        hint={text.sides(money(unhandled.a.minor, currency), money(unhandled.b.minor, currency))}
        tone={waiting > 0 ? 'bad' : 'good'}
        to={to('unhandled')}
      />
    </div>
  )
}
