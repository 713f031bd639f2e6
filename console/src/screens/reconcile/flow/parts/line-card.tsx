import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useMinor } from '../../../../lib/minor.ts'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { importList } from '../../bill-import/pages.ts'
import type { Line } from '../types.ts'
import { useText } from '../use-text.ts'

interface BothProps {
  readonly lines: readonly Line[]
  readonly currency: string
  readonly sums: { readonly a_minor: string; readonly b_minor: string; readonly difference_minor: string }
}

/** Bills left, documents right, and what they differ by between them. */
export function BothSides({ lines, currency, sums }: BothProps) {
  const text = useText().drawer
  const money = useMinor()
  const side = (name: 'a' | 'b', minor: string) => {
    const own = lines.filter(line => line.side === name)
    return (
      <section className="rf-side" aria-label={text.sides[name]}>
        <header className="rf-side-head">
          <h3>{text.sides[name]}</h3>
          <strong className="rf-money">{own.length === 0 ? '–' : money(minor, currency)}</strong>
        </header>
        {own.length === 0 && <p className="rf-none">{text.none[name]}</p>}
        {own.map(line => (
          <LineCard key={line.id} line={line} />
        ))}
      </section>
    )
  }
  return (
    <>
      <div className="rf-sides">
        {side('a', sums.a_minor)}
        {side('b', sums.b_minor)}
      </div>
      <p className={`rf-difference ${sums.difference_minor === '0' ? 'rf-good' : 'rf-warn'}`}>
        {text.difference}{' '}
        <strong className="rf-money">
          {money(sums.difference_minor, currency)} {currency}
        </strong>
      </p>
    </>
  )
}

/** One line: what is known of it, and one press to the line of the file or the record that it came from. */
export function LineCard({ line }: { readonly line: Line }) {
  const text = useText().drawer
  const money = useMinor()
  const { time } = useFormat()
  const [isRaw, setRaw] = useState(false)
  return (
    <article className="rf-line">
      <div className="rf-line-head">
        <span className="rf-number">{line.order_no ?? line.number ?? text.noNumber}</span>
        <span className="rf-money">{money(line.amount_minor, line.currency)}</span>
      </div>
      <div className="sl-muted rf-line-facts">
        {[time(line.occurred_at), line.account, line.item, line.order_no === null ? null : line.number, line.remark]
          .filter(Boolean)
          .join(' · ')}
      </div>
      <div className="rf-line-links">
        {line.file_id !== null && (
          <Button type="link" size="small" aria-expanded={isRaw} onClick={() => setRaw(!isRaw)}>
            {isRaw ? text.hideRaw : text.raw}
          </Button>
        )}
        {line.strategy_id !== null && line.record_id !== null && (
          <Link to={`/strategy/detail/${line.strategy_id}/${line.record_id}`}>{text.passport}</Link>
        )}
      </div>
      {isRaw && <Raw id={line.id} />}
    </article>
  )
}

/** The very line of the file that a bill line was read from. */
function Raw({ id }: { readonly id: string }) {
  const text = useText().drawer
  const { data, error, refetch } = useQuery(api.billing.raw.query({ params: { id } }))
  if (error) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={1} />
  const { file_id, file_name, line_no, text: raw } = data.content
  return (
    <>
      <Link to={importList.href({ search: { file: file_id } })}>{text.place(file_name, line_no)}</Link>
      <pre className="rf-raw">{raw}</pre>
    </>
  )
}
