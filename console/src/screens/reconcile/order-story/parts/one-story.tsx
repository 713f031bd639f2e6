import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { useMinor } from '../../../../lib/minor.ts'
import { Section } from '../../../../ui/section.tsx'
import { voucherList } from '../../voucher/pages.ts'
import type { Story } from '../types.ts'
import { useText } from '../use-text.ts'
import { Cascade } from './cascade.tsx'
import { Lines, Toggle } from './lines.tsx'
import { Residues } from './residues.tsx'

interface Props {
  readonly story: Story
  /** The only currency of the order. */
  readonly isAlone: boolean
}

/** First whether it agrees, then the picture, then every amount with its lines, then what is missing and why. */
export function OneStory({ story, isAlone }: Props) {
  const text = useText()
  const open = story.residues.filter(({ is_open }) => is_open)
  return (
    <>
      {!isAlone && <h3 className="ro-currency">{text.currency(story.currency)}</h3>}
      <p className={open.length === 0 ? 'ro-verdict ro-good' : 'ro-verdict ro-warn'}>
        <span aria-hidden="true">{open.length === 0 ? '✓' : '!'}</span>{' '}
        {open.length === 0 ? text.verdict.good : text.verdict.bad(open.length)}
      </p>
      <Stages story={story} />
      <Cascade story={story} />
      <Section title={text.table}>
        <Steps story={story} />
        {story.left_out.length > 0 && <p className="sl-muted">{text.leftOut(story.left_out.length)}</p>}
      </Section>
      <Section title={text.residues}>
        {story.residues.length === 0 ? <p>{text.nothingLeft}</p> : <Residues story={story} />}
      </Section>
    </>
  )
}

function Stages({ story: { stages, steps, residues, currency } }: { readonly story: Story }) {
  const text = useText()
  const money = useMinor()
  const settled = steps.find(({ kind }) => kind === 'settled')?.amount_minor ?? '0'
  return (
    <ul className="ro-stages">
      {stages.map(({ stage, reached_minor, open_minor }) => {
        // Questions whose amounts cancel out are questions all the same.
        const open = residues.filter(each => each.stage === stage && each.is_open).length
        const says =
          open_minor === '0' ? text.verdict.bad(open) : text.stageOpen(`${money(open_minor, currency)} ${currency}`)
        return (
          <li key={stage} className={open === 0 ? 'ro-stage' : 'ro-stage ro-stage-open'}>
            <strong>{text.stages[stage]}</strong>
            <span className={open === 0 ? 'ro-good' : 'ro-warn'}>
              {open === 0 ? `✓ ${text.stageGood}` : `! ${says}`}
            </span>
            <span className="sl-muted ro-money">
              {text.stageLeft(money(settled, currency), money(reached_minor, currency))}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Steps({ story }: { readonly story: Story }) {
  const text = useText()
  const money = useMinor()
  const [open, setOpen] = useState<string | null>(null)
  return (
    <div className="ro-wide">
      <table className="ro-table">
        <thead>
          <tr>
            <th scope="col" className="ro-cell">
              {text.columns.step}
            </th>
            <th scope="col" className="ro-cell ro-number ro-end">
              {`${text.columns.amount} ${story.currency}`}
            </th>
            <th scope="col" className="ro-cell ro-number ro-end">
              {text.columns.after}
            </th>
            <th scope="col" className="ro-cell">
              {text.columns.lines}
            </th>
          </tr>
        </thead>
        <tbody>
          {story.steps.map(({ kind, amount_minor, after_minor, lines, vouchers }) => {
            const isSum = kind === 'settled' || kind === 'bank' || kind === 'voucher'
            return (
              <Fragment key={kind}>
                <tr className={isSum ? 'ro-sum' : undefined}>
                  <th scope="row" className={isSum ? 'ro-cell' : 'ro-cell ro-step'}>
                    {text.steps[kind]}
                  </th>
                  <td className="ro-cell ro-number ro-end">{money(amount_minor, story.currency)}</td>
                  <td className="ro-cell ro-number ro-end">{isSum ? '' : money(after_minor, story.currency)}</td>
                  <td className="ro-cell">
                    <Toggle
                      story={story}
                      lines={lines}
                      isOpen={open === kind}
                      onPress={() => setOpen(open === kind ? null : kind)}
                    />
                    {vouchers.map(({ id, number }) => (
                      <Link key={id} className="ro-voucher" to={voucherList.href({ search: { voucher: id } })}>
                        {number === null ? text.waitingVoucher : text.number(number)}
                      </Link>
                    ))}
                  </td>
                </tr>
                {open === kind && (
                  <tr>
                    <td className="ro-cell" colSpan={4}>
                      <Lines story={story} keys={lines} />
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
