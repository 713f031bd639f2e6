import { useFormat } from '../../../../lib/format.ts'
import { Figure } from '../../../../ui/figure.tsx'
import { errorList } from '../../../run/error/pages.ts'
import type { Overview } from '../overview.ts'
import { useText } from '../use-text.ts'

type FigureText = ReturnType<typeof useText>['figures']

/** The numbers of the day. Before they are known a dash holds each place. */
export function OverviewFigures({ overview }: { readonly overview: Overview | undefined }) {
  const { figures: text } = useText()
  const { number } = useFormat()
  const errors = overview?.errors ?? 0
  const unknown = overview?.unknown ?? 0
  const rejected = overview?.rejected ?? 0
  return (
    <div className="sl-figures">
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
      <Figure
        label={text.written}
        value={number(overview?.today.written)}
        hint={overview && text.writtenHint(number(overview.today.read))}
      />
      <Figure label={text.runs} value={number(overview?.today.runs)} hint={text.runsHint} />
      <Figure
        label={text.errors}
        value={number(overview?.errors)}
        hint={
          overview &&
          listHints(text, errors > 0 ? number(overview.retrying) : null, rejected > 0 ? number(rejected) : null)
        }
        {...(errors + rejected > 0 && {
          tone: 'bad' as const,
          to: errors > 0 ? errorList.href({ search: { status: 'all' } }) : '/strategy/index?errors=1',
        })}
      />
      <Figure
        label={text.unknown}
        value={number(overview?.unknown)}
        hint={unknown > 0 ? text.unknownHint : text.noUnknown}
        {...(unknown > 0 && { tone: 'warn' as const, to: errorList.href({ search: { status: 'all' } }) })}
      />
    </div>
  )
}

/** Nothing is left only where no row was refused as it was read, either. */
function listHints(text: FigureText, retrying: string | null, rejected: string | null): string {
  const hints = [
    retrying === null ? [] : text.errorsHint(retrying),
    rejected === null ? [] : text.rejectedHint(rejected),
  ]
  return hints.flat().join(' · ') || text.noErrors
}
