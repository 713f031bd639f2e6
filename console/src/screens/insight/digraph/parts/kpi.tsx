import { figureSources } from '@sluice/contract'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { linkOf } from '../figure-links.ts'
import type { Component, Figure, ShownProps } from '../types.ts'
import { useText } from '../use-text.ts'

const toneOf = ({ warn_at: warn, bad_at: bad }: Component['options'], value: number | null): string => {
  if (value === null) return ''
  if (bad !== null && value >= bad) return 'db-bad'
  return warn !== null && value >= warn ? 'db-warn' : ''
}

/** One number, as large as its place allows, and the list it counts. */
export function Kpi({ component, figure, scale, isLive }: ShownProps & { readonly figure: Figure }) {
  const text = useText()
  const { number } = useFormat()
  const { value, name } = figure
  const said = number(value)
  const to = linkOf(figure)
  const room = Math.min(component.height * 0.42, ((component.width - 40) / Math.max(4, said.length)) * 1.5)
  const tone = toneOf(component.options, value)
  const body = (
    <>
      <span
        className={`db-value ${tone}`}
        style={{ fontSize: room * scale, color: tone === '' ? (component.options.colour ?? undefined) : undefined }}
      >
        {tone !== '' && <span aria-hidden="true">▲ </span>}
        {said}
      </span>
      <span className="db-unit">{value === null ? text.show.nothing : text.units[figureSources[name].unit]}</span>
    </>
  )
  return isLive && to !== undefined ? (
    <Link className="db-kpi-body" to={to}>
      {body}
    </Link>
  ) : (
    <div className="db-kpi-body">{body}</div>
  )
}
