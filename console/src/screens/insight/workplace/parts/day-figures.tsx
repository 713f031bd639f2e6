import { useFormat } from '../../../../lib/format.ts'
import { Figure } from '../../../../ui/figure.tsx'
import { errorList } from '../../../run/error/pages.ts'
import { dashboardAnalysis } from '../../analysis/pages.ts'
import type { Board, Overview } from '../overview.ts'
import { useText } from '../use-text.ts'

/** Today beside the same weekday's usual up to now, and what waits. Before they are known a dash holds each place. */
export function DayFigures({
  board,
  overview,
}: {
  readonly board: Board | undefined
  readonly overview: Overview | undefined
}) {
  const { figures: text, board: words } = useText()
  const { number, percent } = useFormat()
  const day = board?.day ?? null
  const usual = day?.usual ?? null
  const errors = overview?.errors ?? 0
  const rejected = overview?.rejected ?? 0
  const change = day && usual && usual.written > 0 ? (day.now.written - usual.written) / usual.written : null
  const share = (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : percent(value / 100)
  const isLow = usual !== null && (day?.now.success ?? 100) + 5 < (usual.success ?? 0)
  const hints = [
    errors > 0 ? text.errorsHint(number(overview?.retrying)) : [],
    rejected > 0 ? text.rejectedHint(number(rejected)) : [],
  ].flat()
  return (
    <div className="sl-figures">
      <Figure
        label={text.written}
        value={number(day?.now.written)}
        hint={
          day &&
          (usual === null
            ? words.usualNone
            : words.usual(number(Math.round(usual.written)), change === null ? '–' : signed(change, percent)))
        }
        to={dashboardAnalysis.href({ search: { span: 'today', only: 'written' } })}
      />
      <Figure
        label={words.success}
        value={share(day?.now.success)}
        hint={usual === null ? undefined : words.usualSuccess(share(usual.success))}
        {...(isLow && { tone: 'warn' as const })}
        to={dashboardAnalysis.href({ search: { span: 'today', only: 'errors' } })}
      />
      <Figure
        label={text.errors}
        value={number(overview?.errors)}
        hint={overview && (hints.join(' · ') || text.noErrors)}
        {...(errors + rejected > 0 && {
          tone: 'bad' as const,
          to: errors > 0 ? errorList.href({ search: { status: 'all' } }) : '/strategy/index?errors=1',
        })}
      />
      <Figure
        label={text.running}
        value={number(overview?.running)}
        hint={overview && text.runningHint(number(overview.strategies))}
        to="/strategy/index?status=running"
      />
      <Figure
        label={text.connectors}
        value={number(overview?.connectors)}
        hint={text.connectorsHint}
        to="/connector/index"
      />
    </div>
  )
}

const signed = (change: number, percent: (share: number) => string): string =>
  `${change > 0 ? '+' : change < 0 ? '−' : ''}${percent(Math.abs(change))}`
