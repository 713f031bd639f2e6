import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { Figure } from '../../../../ui/figure.tsx'
import { Section } from '../../../../ui/section.tsx'
import { differenceList } from '../../../reconcile/difference/pages.ts'
import { periodList } from '../../../reconcile/period/pages.ts'
import type { Board } from '../overview.ts'
import { useText } from '../use-text.ts'

/** What a month's end asks for: differences that are open, and accounts whose months are. */
export function Finance({ finance }: { readonly finance: NonNullable<Board['finance']> }) {
  const text = useText().board
  const { number } = useFormat()
  const count = (value: number): string => (value > finance.most ? text.more(number(finance.most)) : number(value))
  const names = text.financeFigures
  return (
    <Section title={text.finance}>
      <div className="sl-figures wp-inside">
        <Figure label={names.open} value={count(finance.open)} to={differenceList.href()} />
        <Figure
          label={names.overdue}
          value={count(finance.overdue)}
          {...(finance.overdue > 0 && { tone: 'bad' as const })}
          to={differenceList.href({ search: { overdue: true } })}
        />
        <Figure
          label={names.mine}
          value={count(finance.mine)}
          {...(finance.mine > 0 && { tone: 'warn' as const })}
          to={differenceList.href({ search: { assignee: 'me' } })}
        />
      </div>
      {finance.accounts.length === 0 && <p className="sl-muted wp-none">{text.accountsNone}</p>}
      <ol className="wp-small-list">
        {finance.accounts.map(({ id, name, closed_month: month, is_behind: isBehind }) => (
          <li key={id}>
            <Link to={periodList.href({ search: { account_id: id } })} lang="" dir="auto">
              {name}
            </Link>
            <span className={isBehind ? 'wp-warn' : 'sl-muted'}>
              {month === null ? text.neverClosed : text.closed(month.slice(0, 7))}
              {isBehind && month !== null && ` · ${text.behind}`}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
