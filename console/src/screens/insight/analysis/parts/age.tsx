import { useFormat } from '../../../../lib/format.ts'
import { useAge } from '../../../../lib/use-age.ts'
import type { Analysis } from '../types.ts'
import { useText } from '../use-text.ts'

/** How old the figures are, and what they are compared with. */
export function Age({ analysis, receivedMs }: { readonly analysis: Analysis; readonly receivedMs: number }) {
  const text = useText()
  const { number, shortTime } = useFormat()
  const age = useAge(analysis, receivedMs)
  const compared = `${shortTime(analysis.before_from)} – ${shortTime(analysis.before_to)}`
  return <>{text.age(number(Math.round(age / 1000)), shortTime(analysis.from), compared)}</>
}
