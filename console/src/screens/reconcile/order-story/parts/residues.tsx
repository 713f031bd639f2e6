import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { useMinor } from '../../../../lib/minor.ts'
import { voucherList } from '../../voucher/pages.ts'
import type { Story } from '../types.ts'
import { useText } from '../use-text.ts'
import { Lines, Toggle } from './lines.tsx'

/** What lies between two stages, open questions first: how much, why, and which lines. */
export function Residues({ story }: { readonly story: Story }) {
  const text = useText()
  const money = useMinor()
  const [open, setOpen] = useState<number | null>(null)
  const sorted = story.residues.toSorted((one, other) => Number(other.is_open) - Number(one.is_open))
  return (
    <div className="ro-wide">
      <table className="ro-table">
        <thead>
          <tr>
            <th scope="col" className="ro-cell">
              {text.columns.stage}
            </th>
            <th scope="col" className="ro-cell">
              {text.columns.why}
            </th>
            <th scope="col" className="ro-cell ro-number ro-end">
              {`${text.columns.left} ${story.currency}`}
            </th>
            <th scope="col" className="ro-cell">
              {text.columns.lines}
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((residue, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is the one of the answer
            <Fragment key={at}>
              <tr>
                <th scope="row" className="ro-cell ro-step">
                  {text.stages[residue.stage]}
                </th>
                <td className="ro-cell">
                  <span className={residue.is_open ? 'ro-warn' : 'sl-muted'}>
                    {residue.is_open ? text.openMark : text.explained}
                  </span>{' '}
                  {text.reasons[residue.reason]} <Detail residue={residue} currency={story.currency} />
                </td>
                <td className="ro-cell ro-number ro-end">{money(residue.amount_minor, story.currency)}</td>
                <td className="ro-cell">
                  <Toggle
                    story={story}
                    lines={residue.lines}
                    isOpen={open === at}
                    onPress={() => setOpen(open === at ? null : at)}
                  />
                </td>
              </tr>
              {open === at && (
                <tr>
                  <td className="ro-cell" colSpan={4}>
                    <Lines story={story} keys={residue.lines} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DetailProps {
  readonly residue: Story['residues'][number]
  readonly currency: string
}

/** What it is to be held against. */
function Detail({ residue: { stage, reason, detail }, currency }: DetailProps) {
  const text = useText()
  const money = useMinor()
  if (detail === '') return null
  if (stage === 'voucher')
    return <Link to={voucherList.href({ search: { voucher: detail } })}>{text.waitingVoucher}</Link>
  if (reason === 'bank_missing') return <span className="sl-muted">{text.batchName(detail)}</span>
  if (reason !== 'bank_differs') return <span className="sl-muted">{text.match(detail)}</span>
  const parts = detail.split('|')
  const [out = '0', arrived = '0'] = parts.slice(-2)
  const batch = parts.slice(0, -2).join('|')
  return <span className="sl-muted">{text.batch(batch, money(out, currency), money(arrived, currency))}</span>
}
