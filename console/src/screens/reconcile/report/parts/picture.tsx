import { Suspense } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { sayMinor } from '../../../../lib/minor.ts'
import { useSettings } from '../../../../lib/settings.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'

// ECharts weighs more than the screen.
const Chart = lazyPart(async () => ({ default: (await import('../../../../ui/chart.tsx')).Chart }))

interface Props {
  readonly kind: 'line' | 'bar'
  readonly title: string
  readonly heading: string
  readonly points: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[]
}

/** For the eye alone: the table below has the exact amounts. */
export const drawMinor = (minor: string, currency: string): number => Number(sayMinor(minor, currency))

export function Picture({ kind, title, heading, points, series }: Props) {
  const { number } = useFormat()
  const look = useSettings(settings => (settings.navTheme === 'realDark' ? 'dark' : 'light'))
  if (points.length === 0) return null
  return (
    <Section title={title}>
      <div className="rr-chart">
        <Suspense fallback={<Skeleton rows={4} />}>
          <Chart
            kind={kind}
            label={title}
            heading={heading}
            points={points}
            series={series}
            look={look}
            format={number}
          />
        </Suspense>
      </div>
    </Section>
  )
}
