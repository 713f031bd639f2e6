import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { addMinor, useMinor } from '../../../../lib/minor.ts'
import { keepRows } from '../../../../lib/query.ts'
import { Bar } from '../../../../parts/bar.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Figure } from '../../../../ui/figure.tsx'
import { Section } from '../../../../ui/section.tsx'
import { buckets, differenceList } from '../pages.ts'
import type { DifferenceSums, Search } from '../types.ts'
import { useText } from '../use-text.ts'
import { toFilter } from './to-filter.ts'

type Sum = Pick<DifferenceSums['total'][number], 'currency' | 'side' | 'lines' | 'minor'>

const linesOf = (sums: readonly { readonly lines: number }[]): number => sums.reduce((sum, { lines }) => sum + lines, 0)
const minorOf = (sums: readonly Sum[], side: 'a' | 'b'): string =>
  addMinor(sums.filter(sum => sum.side === side).map(({ minor }) => minor))
const listOf = (sums: readonly Sum[]): string[] => [...new Set(sums.map(({ currency }) => currency))].toSorted()

/** What is open, how old, and whose: each figure opens the list that it counts. */
export function Summary({ search }: { readonly search: Search }) {
  const { data, error, refetch } = useQuery({ ...api.difference.sums.query({ query: toFilter(search) }), ...keepRows })
  if (error && !data) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const sums = data.content
  return (
    <>
      {listOf(sums.total).map(currency => (
        <Figures key={currency} currency={currency} sums={sums} search={search} />
      ))}
      {linesOf(sums.ages) + linesOf(sums.people) > 0 && (
        <div className="rd-panels">
          <Ages sums={sums} search={search} />
          <People sums={sums} search={search} />
        </div>
      )}
    </>
  )
}

interface PartProps {
  readonly sums: DifferenceSums
  readonly search: Search
}

const hrefOf = (search: Search, patch: Partial<Search>): string =>
  differenceList.href({ search: { ...search, ...patch } })

function Figures({ currency, sums, search }: PartProps & { readonly currency: string }) {
  const text = useText().cards
  const money = useMinor()
  const { number } = useFormat()
  const own = sums.total.filter(sum => sum.currency === currency)
  const count = (pick: (sum: (typeof own)[number]) => number) => own.reduce((sum, one) => sum + pick(one), 0)
  const [overdue, unassigned, mine] = [count(sum => sum.overdue), count(sum => sum.unassigned), count(sum => sum.mine)]
  const say = (value: number) => <span className="rd-money">{number(value)}</span>
  return (
    <div className="sl-figures">
      <Figure
        label={text.open(currency)}
        value={say(linesOf(own))}
        hint={text.sides(money(minorOf(own, 'a'), currency), money(minorOf(own, 'b'), currency))}
        to={hrefOf(search, { currency })}
      />
      <Figure
        label={text.overdue(currency)}
        value={say(overdue)}
        hint={text.overdueHint}
        tone={overdue > 0 ? 'bad' : 'good'}
        to={hrefOf(search, { currency, overdue: true })}
      />
      <Figure
        label={text.nobody(currency)}
        value={say(unassigned)}
        hint={text.nobodyHint}
        tone={unassigned > 0 ? 'warn' : 'good'}
        to={hrefOf(search, { currency, assignee: 'nobody' })}
      />
      <Figure
        label={text.mine(currency)}
        value={say(mine)}
        hint={text.mineHint}
        to={hrefOf(search, { currency, assignee: 'me' })}
      />
    </div>
  )
}

function Ages({ sums, search }: PartProps) {
  const text = useText()
  const most = Math.max(1, ...buckets.map(bucket => linesOf(sums.ages.filter(sum => sum.bucket === bucket))))
  return (
    <Section title={text.ages.title} text={text.ages.text}>
      <table className="rd-sums">
        <SumHead first={text.ages.column} />
        <tbody>
          {listOf(sums.ages).flatMap(currency =>
            buckets.map(bucket => {
              const own = sums.ages.filter(sum => sum.bucket === bucket && sum.currency === currency)
              // Of several currencies only what there is.
              if (own.length === 0 && listOf(sums.ages).length > 1) return null
              return (
                <SumRow
                  key={`${currency}${bucket}`}
                  name={text.buckets[bucket]}
                  to={hrefOf(search, { bucket, currency })}
                  own={own}
                  currency={currency}
                  share={linesOf(own) / most}
                  isChosen={search.bucket === bucket && (search.currency ?? currency) === currency}
                  {...(bucket === '90+' && { tone: 'bad' as const })}
                  {...(bucket === '31-90' && { tone: 'warn' as const })}
                />
              )
            }),
          )}
        </tbody>
      </table>
    </Section>
  )
}

function People({ sums, search }: PartProps) {
  const text = useText()
  const { number } = useFormat()
  const ids = [...new Set(sums.people.map(({ assignee_id, currency }) => `${assignee_id ?? ''}|${currency}`))]
  const rows = ids.map(id => sums.people.filter(sum => `${sum.assignee_id ?? ''}|${sum.currency}` === id))
  const most = Math.max(1, ...rows.map(linesOf))
  return (
    <Section title={text.people.title} text={text.people.text}>
      <table className="rd-sums">
        <SumHead first={text.people.column} />
        <tbody>
          {rows.slice(0, 12).map(own => {
            const { assignee_id = null, assignee = null, currency = '' } = own[0] ?? {}
            const overdue = own.reduce((sum, one) => sum + one.overdue, 0)
            const said = overdue > 0 ? ` · ${text.people.overdue} ${number(overdue)}` : ''
            return (
              <SumRow
                key={`${assignee_id}${currency}`}
                name={`${assignee ?? text.nobody}${said}`}
                to={hrefOf(search, { assignee: assignee_id ?? 'nobody', currency })}
                own={own}
                currency={currency}
                share={linesOf(own) / most}
                isChosen={search.assignee === (assignee_id ?? 'nobody')}
                {...((overdue > 0 || assignee_id === null) && { tone: assignee_id === null ? 'warn' : 'bad' })}
              />
            )
          })}
        </tbody>
      </table>
    </Section>
  )
}

function SumHead({ first }: { readonly first: string }) {
  const text = useText().sums
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        <th scope="col" aria-hidden />
        <th scope="col">{text.lines}</th>
        <th scope="col">{text.a}</th>
        <th scope="col">{text.b}</th>
        <th scope="col">{text.currency}</th>
      </tr>
    </thead>
  )
}

interface RowProps {
  readonly name: string
  readonly to: string
  readonly own: readonly Sum[]
  readonly currency: string
  readonly share: number
  readonly isChosen: boolean
  readonly tone?: 'bad' | 'warn'
}

function SumRow({ name, to, own, currency, share, isChosen, tone }: RowProps) {
  const money = useMinor()
  const { number } = useFormat()
  return (
    <tr className={isChosen ? 'rd-chosen' : ''}>
      <th scope="row">
        <Link to={to}>{name}</Link>
      </th>
      <td className="rd-share">
        <Bar share={share} {...(tone && { tone })} />
      </td>
      <td>{number(linesOf(own))}</td>
      <td>{money(minorOf(own, 'a'), currency)}</td>
      <td>{money(minorOf(own, 'b'), currency)}</td>
      <td>{currency}</td>
    </tr>
  )
}
