import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useMinor } from '../../../../lib/minor.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { Candidate, Entry, Flow, Line } from '../types.ts'
import { useText } from '../use-text.ts'
import { useRuleNames } from './use-rule-names.ts'

interface Props {
  readonly flow: Flow
  readonly entry: Entry
  readonly line: Line
  onMatch(candidate: Line): void
}

/** The lines of the other side that come nearest, how far each is in every respect, and the rule that nearly took it. */
export function WhyNot({ flow, entry, line, onMatch }: Props) {
  const all = useText()
  const text = all.whyNot
  const params = { id: flow.id, side: line.side, line: line.id }
  const { data, error, refetch } = useQuery(api.flow.explain.query({ params }))
  const kind = entry.exception?.kind as keyof typeof all.kinds | undefined
  return (
    <Section title={text.title} text={kind ? all.kinds[kind] : all.notYet}>
      {error && <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />}
      {!(data || error) && <Skeleton rows={3} />}
      {data?.content.length === 0 && <p>{text.nobody}</p>}
      {data?.content.map(candidate => (
        <Near key={candidate.line.id} flow={flow} candidate={candidate} onMatch={onMatch} />
      ))}
    </Section>
  )
}

const DAY_MS = 86_400_000

function Near({ flow, candidate, onMatch }: Pick<Props, 'flow' | 'onMatch'> & { readonly candidate: Candidate }) {
  const all = useText()
  const text = all.whyNot
  const money = useMinor()
  const { time, duration } = useFormat()
  const names = useRuleNames(flow)
  const { line, difference_minor, nearest } = candidate
  const lag = candidate.lag_ms.replace('-', '')
  const facts = [
    { key: 'reference', isEqual: candidate.reference === 'equal', say: text.references[candidate.reference] },
    {
      key: 'amount',
      isEqual: difference_minor === '0',
      say:
        difference_minor === '0'
          ? text.sameAmount
          : text.amount(`${money(difference_minor, line.currency)} ${line.currency}`),
    },
    { key: 'time', isEqual: Number(lag) < DAY_MS, say: lag === '0' ? text.sameTime : text.time(duration(Number(lag))) },
    ...(candidate.is_same_currency ? [] : [{ key: 'currency', isEqual: false, say: text.currency(line.currency) }]),
    ...(candidate.is_taken ? [{ key: 'taken', isEqual: false, say: text.taken }] : []),
  ]
  return (
    <article className="rf-near">
      <div className="rf-line-head">
        <span className="rf-number">{line.order_no ?? line.number ?? all.noNumber}</span>
        <span className="rf-money">
          {money(line.amount_minor, line.currency)} {line.currency}
        </span>
      </div>
      <div className="sl-muted">{[time(line.occurred_at), line.account, line.item].filter(Boolean).join(' · ')}</div>
      <ul className="rf-facts">
        {facts.map(({ key, isEqual, say }) => (
          <li key={key} className={isEqual ? 'rf-good' : 'rf-warn'}>
            {isEqual ? '✓' : '✗'} {say}
          </li>
        ))}
      </ul>
      {nearest && (
        <p className="rf-nearly">
          {nearest.failures.length === 0
            ? text.several(names(nearest.rule))
            : text.nearly(names(nearest.rule), nearest.failures.map(({ why }) => text.failures[why]).join(all.and))}
        </p>
      )}
      {!candidate.is_taken && candidate.is_same_currency && (
        <CanButton size="small" authority="reconciliation:update" onClick={() => onMatch(line)}>
          {text.match}
        </CanButton>
      )}
    </article>
  )
}
