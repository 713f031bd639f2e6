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
  const listOf = (
    only: 'written' | 'read' | 'rejected' | 'errors' | undefined,
    sort: '-written' | '-read' | '-rejected' | '-errors',
  ) => span && { to: `${dashboardAnalysis.href({ search: { span, sort, ...(only && { only }) } })}#strategies` }
  const one = (key: 'written' | 'read' | 'rejected' | 'errors') => (
    <Figure
      label={text.figures[key]}
      value={number(now?.[key])}
      hint={compare(now?.[key], before?.[key])}
      {...listOf(key, `-${key}`)}
    />
  )
  const share = (value: number | null | undefined) => (value == null ? '–' : `${number(value)}%`)
  return (
    <>
      <div className="sl-figures an-lead">
        {one('written')}
        <Figure
          label={text.figures.success}
          value={share(now?.success)}
          hint={before && (before.success === null ? text.beforeNone : text.before(share(before.success), ''))}
          {...listOf(undefined, '-errors')}
          {...((now?.success ?? 100) < 95 && { tone: 'bad' as const })}
        />
        <Figure
          label={text.figures.waiting}
          value={number(analysis?.waiting)}
          hint={text.waitingHint}
          to={errorList.href({ search: { status: 'all' } })}
          {...((analysis?.waiting ?? 0) > 0 && { tone: 'bad' as const })}
        />
      </div>
      <div className="sl-figures an-rest">
        {one('read')}
        {one('errors')}
        {one('rejected')}
        <Figure
          label={text.silent}
          value={number(analysis?.silent)}
          hint={text.silentHint}
          {...(span && {
            to: `${dashboardAnalysis.href({ search: { span, only: 'silent', sort: '-before' } })}#strategies`,
          })}
          {...((analysis?.silent ?? 0) > 0 && { tone: 'warn' as const })}
        />
      </div>
    </>
  )
}
