import { useFormat } from '../../../../lib/format.ts'
import { Figure } from '../../../../ui/figure.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { dashboardMonitor } from '../pages.ts'
import type { Monitor } from '../types.ts'
import { useText } from '../use-text.ts'

type Search = Parameters<typeof dashboardMonitor.href>[0]

const to = (search: NonNullable<NonNullable<Search>['search']>) => dashboardMonitor.href({ search })

/** Looks are made twice a minute: what was not looked at for longer is not of now. */
const LOOK_MS = 120_000

/** What wants somebody first, then what goes on; a press lists what each counts. */
export function Figures({ reading, isOld }: { readonly reading: Monitor | undefined; readonly isOld: boolean }) {
  const text = useText()
  const { number } = useFormat()
  const { objectives, connectors, looked_at: looked } = reading ?? {}
  const isLookOld = reading !== undefined && looked != null && Date.parse(reading.at) - Date.parse(looked) > LOOK_MS
  const told = (said: string, at: string) => (
    <>
      {said} <RelativeTime value={at} />
    </>
  )
  const objective = (only: 'burning' | 'stale' | 'spent', tone: 'bad' | 'warn', isGrey: boolean) => (
    <div className={`mo-figure ${isGrey ? 'mo-is-old' : ''}`}>
      <Figure
        label={text.figures[only]}
        value={number(objectives?.[only])}
        hint={only === 'stale' && looked ? told(text.hints.looked, looked) : text.hints[only](number(objectives?.set))}
        to={to({ tab: 'objectives', only })}
        {...((objectives?.[only] ?? 0) > 0 && { tone })}
      />
    </div>
  )
  const waits = reading?.waits_since
  return (
    <div className={`sl-figures ${isOld ? 'mo-is-old' : ''}`}>
      {objective('burning', 'bad', false)}
      {objective('stale', 'bad', isLookOld)}
      {objective('spent', 'warn', false)}
      {connectors != null && (
        <Figure
          label={text.figures.trouble}
          value={number(connectors.trouble)}
          hint={text.hints.trouble(number(connectors.held), number(connectors.full))}
          to={to({ tab: 'connectors', only: 'trouble' })}
          {...(connectors.trouble > 0 && { tone: 'bad' as const })}
        />
      )}
      <Figure
        label={text.figures.queued}
        value={number(reading?.queued)}
        hint={waits ? told(text.hints.queued, waits) : text.hints.idle}
        to={to({ tab: 'runs', only: 'queued' })}
      />
      <Figure
        label={text.figures.running}
        value={number(reading?.running)}
        hint={text.hints.running(number(reading?.stopping))}
        to={to({ tab: 'runs', only: 'running' })}
      />
    </div>
  )
}
