import { useFormat } from '../../../../lib/format.ts'
import { Figure } from '../../../../ui/figure.tsx'
import { errorList } from '../../../run/error/pages.ts'
import { dashboardAnalysis } from '../pages.ts'
import type { Analysis } from '../types.ts'
import { useText } from '../use-text.ts'

/** What was moved, each beside the span before; a press lists the strategies that it is the sum of. */
export function VolumeFigures({ analysis }: { readonly analysis: Analysis | undefined }) {
  const text = useText()
  const { number, percent } = useFormat()
  const { now, before, span } = analysis ?? {}
  const compare = (value: number | undefined, then: number | undefined): string => {
    if (value === undefined || then === undefined) return ''
    if (then === 0) return text.beforeNone
    const change = (value - then) / then
    const said = value === then ? text.same : `${change > 0 ? '▲' : '▼'} ${percent(Math.abs(change))}`
    return text.before(number(then), said)
  }
  const one = (key: 'written' | 'read' | 'rejected' | 'errors', isBad: boolean) => (
    <Figure
      label={text.figures[key]}
      value={number(now?.[key])}
      hint={compare(now?.[key], before?.[key])}
      {...(span && {
        to: `${dashboardAnalysis.href({ search: { span, only: key, sort: `-${key}` } })}#strategies`,
      })}
      {...(isBad && (now?.[key] ?? 0) > 0 && { tone: 'bad' as const })}
    />
  )
  const share = (value: number | null | undefined) => (value == null ? '–' : `${number(value)}%`)
  return (
    <div className="sl-figures">
      {one('written', false)}
      {one('read', false)}
      <Figure
        label={text.figures.success}
        value={share(now?.success)}
        hint={before && (before.success === null ? text.beforeNone : text.before(share(before.success), ''))}
      />
      {one('errors', true)}
      {one('rejected', true)}
      <Figure
        label={text.silent}
        value={number(analysis?.silent)}
        hint={text.silentHint}
        {...(span && {
          to: `${dashboardAnalysis.href({ search: { span, only: 'silent', sort: '-before' } })}#strategies`,
        })}
        {...((analysis?.silent ?? 0) > 0 && { tone: 'warn' as const })}
      />
      <Figure
        label={text.figures.waiting}
        value={number(analysis?.waiting)}
        hint={text.waitingHint}
        to={errorList.href({ search: { status: 'all' } })}
        {...((analysis?.waiting ?? 0) > 0 && { tone: 'bad' as const })}
      />
    </div>
  )
}
