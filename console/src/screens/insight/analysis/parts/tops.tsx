import { Segmented } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { Section } from '../../../../ui/section.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import { dashboardAnalysis } from '../pages.ts'
import type { Analysis, Part } from '../types.ts'
import { useText } from '../use-text.ts'
import { Bars } from './bars.tsx'

type By = keyof Analysis['parts']

/** What the written records are made of, and the ten that have most errors, run longest or fell silent. */
export function Tops({ analysis }: { readonly analysis: Analysis }) {
  const text = useText()
  const { number, duration } = useFormat()
  const [by, setBy] = useState<By>('strategies')
  const { span, parts, top } = analysis
  const toStrategy = ({ id }: Part) => (id === '' ? undefined : strategyDetail.href({ params: { id } }))
  const listOf = ({ id }: Part) => {
    if (by === 'strategies' || id === '') return toStrategy({ id } as Part)
    const of = by === 'connectors' ? { target: id } : { platform: id }
    return `${dashboardAnalysis.href({ search: { span, only: 'written', ...of } })}#strategies`
  }
  const nameOf = ({ name }: Part) => name || text.rest
  return (
    <div className="an-quarters">
      <Section
        title={text.split}
        extra={
          <Segmented
            size="small"
            aria-label={text.split}
            value={by}
            options={(['strategies', 'connectors', 'platforms'] as const).map(value => ({
              value,
              label: text.by[value],
            }))}
            onChange={setBy}
          />
        }
      >
        <Bars label={text.split} parts={parts[by]} linkOf={listOf} nameOf={nameOf} format={number} />
      </Section>
      <Section title={text.errorsTop}>
        <Bars label={text.errorsTop} parts={top.errors} linkOf={toStrategy} nameOf={nameOf} format={number} />
      </Section>
      <Section title={text.slowest}>
        <Bars label={text.slowest} parts={top.slowest} linkOf={toStrategy} nameOf={nameOf} format={duration} />
      </Section>
      <Section title={text.silentTop}>
        <Bars label={text.silentTop} parts={top.silent} linkOf={toStrategy} nameOf={nameOf} format={number} />
      </Section>
    </div>
  )
}
