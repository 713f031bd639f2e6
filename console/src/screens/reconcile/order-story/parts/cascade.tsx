import { Suspense, useMemo } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { sayMinor, useMinor } from '../../../../lib/minor.ts'
import { useSettings } from '../../../../lib/settings.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { Story } from '../types.ts'
import { useText } from '../use-text.ts'

// ECharts weighs more than the screen.
const Chart = lazyPart(async () => ({ default: (await import('../../../../ui/chart.tsx')).Chart }))

/** How high a bar is: for the eye alone. What is written on it is exact. */
const draw = (minor: string, currency: string): number => Number(sayMinor(minor, currency))

/** From what was paid down to what was settled, and how much of that arrived and is booked. */
export function Cascade({ story }: { readonly story: Story }) {
  const text = useText()
  const money = useMinor()
  const { number } = useFormat()
  const look = useSettings(settings => (settings.navTheme === 'realDark' ? 'dark' : 'light'))
  const { steps, currency } = story
  const drawn = useMemo(
    () => ({
      points: steps.map(({ kind }) => text.steps[kind]),
      values: steps.map(({ amount_minor }) => draw(amount_minor, currency)),
      written: steps.map(({ amount_minor }) => money(amount_minor, currency)),
      totals: steps.flatMap(({ kind }, at) => (['settled', 'bank', 'voucher'].includes(kind) ? [at] : [])),
    }),
    [steps, currency, text, money],
  )
  return (
    <Section title={`${text.chart} · ${currency}`}>
      <div className="ro-chart">
        <Suspense fallback={<Skeleton rows={6} />}>
          <Chart
            kind="waterfall"
            label={text.chart}
            heading={text.columns.step}
            points={drawn.points}
            series={[{ name: text.columns.amount, values: drawn.values }]}
            totals={drawn.totals}
            written={drawn.written}
            look={look}
            format={number}
          />
        </Suspense>
      </div>
    </Section>
  )
}
