import { Suspense } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { linkOf } from '../figure-links.ts'
import type { Component, Figure, ShownProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { Countdown } from './countdown.tsx'
import { Kpi } from './kpi.tsx'
import { PartList } from './part-list.tsx'
import { RowList } from './row-list.tsx'
import { SheetText } from './sheet-text.tsx'

const FigureChart = lazyPart(async () => ({ default: (await import('./figure-chart.tsx')).FigureChart }))
const WideFigure = lazyPart(async () => ({ default: (await import('./wide-figure.tsx')).WideFigure }))
const FlowPicture = lazyPart(async () => ({ default: (await import('./flow-picture.tsx')).FlowPicture }))

export interface ComponentViewProps extends Omit<ShownProps, 'figures'> {
  readonly dashboard: string
  readonly look: string
  readonly figures: ReadonlyMap<string, Figure>
  /** How old the reading is by now, beyond what the server said. */
  readonly staleIds: ReadonlySet<string>
}

/** One component with its title, or why it shows nothing. */
export function ComponentView({ dashboard, figures: all, staleIds, look, ...props }: ComponentViewProps) {
  const text = useText()
  const { component, isLive } = props
  const { time } = useFormat()
  if (component.kind === 'text') return <SheetText component={component} name={dashboard} isLive={isLive} />
  const figures = component.sources.flatMap(name => all.get(name) ?? [])
  const [first] = figures
  const isStale = staleIds.has(component.id) && first !== undefined
  const title = component.title || nameOf(component, text)
  const to = first?.state === 'ok' ? linkOf(first) : undefined
  return (
    <section className={`db-card db-kind-${component.kind} ${isStale ? 'db-old' : ''}`} aria-label={title}>
      <h2 className="db-title">{isLive && to !== undefined ? <Link to={to}>{title}</Link> : title}</h2>
      <div className="db-body">
        <Suspense fallback={<Skeleton rows={6} />}>
          <Body {...props} figures={figures} look={look} title={title} />
        </Suspense>
      </div>
      {isStale && <p className="db-age">{text.show.stale(time(first.read_at))}</p>}
    </section>
  )
}

type Words = ReturnType<typeof useText>

const nameOf = ({ kind, sources }: Component, text: Words): string =>
  sources.map(name => text.figures[name]).join(' · ') || text.kinds[kind]

interface BodyProps extends ShownProps {
  readonly look: string
  readonly title: string
}

function Body({ look, title, ...props }: BodyProps) {
  const text = useText().show
  const { component, figures } = props
  if (component.kind === 'countdown') return <Countdown component={component} />
  if (component.sources.length === 0) return <Note>{text.unnamed}</Note>
  const [first] = figures
  if (first === undefined) return <Note>{text.loading}</Note>
  if (figures.some(({ state }) => state === 'forbidden')) return <Note>{text.forbidden}</Note>
  if (figures.every(({ state }) => state === 'failed')) return <Note>{text.failed}</Note>
  if (component.kind === 'kpi') return <Kpi {...props} figure={first} />
  if (isEmpty(first)) return <Note>{first.name === 'newest.alerts' ? text.calm : text.nothing}</Note>
  if (component.kind === 'flow') return <FlowPicture {...props} figure={first} />
  if (component.kind === 'sankey' || component.kind === 'heat')
    return <WideFigure {...props} figure={first} look={look} title={title} />
  if (component.kind === 'ranking') return <PartList {...props} figure={first} />
  if (component.kind === 'log') return <RowList {...props} figure={first} />
  if (component.kind === 'table')
    return first.rows.length > 0 ? (
      <RowList {...props} figure={first} />
    ) : (
      <PartList {...props} figure={first} isTable />
    )
  return <FigureChart {...props} look={look} title={title} />
}

/** Whether there is nothing to draw: a share of nothing, no part, no row, no strategy. */
const isEmpty = ({ value, points, parts, rows, cells, graph }: Figure): boolean =>
  value === null &&
  cells.length === 0 &&
  points.length === 0 &&
  parts.length === 0 &&
  rows.length === 0 &&
  !graph?.edges.length

function Note({ children }: { readonly children: string }) {
  return <p className="db-note">{children}</p>
}
