import { Suspense } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { useSettings } from '../../../../lib/settings.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { Analysis } from '../types.ts'
import { useText } from '../use-text.ts'

const Chart = lazyPart(async () => ({ default: (await import('../../../../ui/chart.tsx')).Chart }))

/** Hours of today, else days. */
export function Trend({ analysis }: { readonly analysis: Analysis }) {
  const text = useText()
  const { number, shortTime } = useFormat()
  const isDark = useSettings(settings => settings.navTheme) === 'realDark'
  const { points, span } = analysis
  const keys = ['written', 'errors', 'rejected'] as const
  return (
    <Section title={text.trend}>
      <div className="an-chart">
        <Suspense fallback={<Skeleton rows={6} />}>
          <Chart
            kind="line"
            label={text.trend}
            heading={text.time}
            look={isDark ? 'dark' : 'light'}
            format={number}
            points={points.map(({ at }) => (span === 'today' ? shortTime(at).slice(-5) : shortTime(at).slice(0, 5)))}
            series={keys.map(key => ({ name: text.figures[key], values: points.map(point => point[key]) }))}
          />
        </Suspense>
      </div>
    </Section>
  )
}
