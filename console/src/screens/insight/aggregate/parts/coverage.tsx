import { Alert } from 'antd'
import { useFormat } from '../../../../lib/format.ts'
import type { Preview } from '../types.ts'
import { useText } from '../use-text.ts'

/** Of how many records a result speaks, and which are not in it. */
export function Coverage({ result }: { readonly result: Preview }) {
  const text = useText()
  const format = useFormat()
  const { read, of, matched, lines, gone, refused, cut } = result.coverage
  const shown = format.number(result.rows.length)
  const head =
    cut === null
      ? text.coversAll(format.number(read))
      : of === null
        ? text.coversSome(format.number(read))
        : text.covers(format.number(read), format.number(of))
  const notes = [
    text.matched(format.number(matched), format.number(lines)),
    ...(gone > 0 ? [text.gone(format.number(gone))] : []),
    ...(refused > 0 ? [text.refused(format.number(refused))] : []),
    ...(result.left_out > 0 ? [text.leftOut(format.number(result.left_out))] : []),
    ...(result.rows.length < result.groups ? [text.rowCount(shown, format.number(result.groups))] : []),
  ]
  return (
    <div className="rp-coverage" role="status">
      {cut !== null && <Alert type="warning" showIcon title={head} description={text.cuts[cut]} />}
      <p className="sl-muted">{[...(cut === null ? [head] : []), ...notes].join(' · ')}</p>
    </div>
  )
}
