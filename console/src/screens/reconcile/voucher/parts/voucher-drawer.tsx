import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useMinor } from '../../../../lib/minor.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useText } from '../use-text.ts'
import { useVoucherAct } from './queries.ts'
import { VoucherClaim } from './voucher-claim.tsx'
import { VoucherMark } from './voucher-mark.tsx'

interface Props {
  readonly id: string
  onClose(): void
}

/** One voucher: its entries, in balance, and what becomes of it. */
export function VoucherDrawer({ id, onClose }: Props) {
  const all = useText()
  const text = all.drawer
  const money = useMinor()
  const [open, setOpen] = useState<'post' | 'discard' | null>(null)
  const [number, setNumber] = useState('')
  const params = { id }
  const { data, error, refetch } = useQuery(api.voucher.get.query({ params }))
  const done = () => setOpen(null)
  const post = useVoucherAct(async (_: null) => {
    await api.voucher.post({ params, body: { number } })
    return text.posted
  }, done)
  const discard = useVoucherAct(async (_: null) => {
    await api.voucher.discard({ params })
    return all.states.void
  }, done)
  const voucher = data?.content
  return (
    <Drawer
      open
      size={760}
      title={
        voucher ? (
          <>
            {text.title} {voucher.account} · {voucher.day_from} – {voucher.day_to} <VoucherMark state={voucher.state} />
          </>
        ) : (
          text.title
        )
      }
      onClose={onClose}
    >
      {error ? <ErrorBlock isSmall error={error} onRetry={() => void refetch()} /> : !voucher && <Skeleton rows={6} />}
      {voucher && (
        <>
          {voucher.state === 'taken' && voucher.trouble === null && <Alert type="info" showIcon title={text.taken} />}
          <VoucherClaim voucher={voucher} />
          <div className="rv-acts">
            {(voucher.state === 'draft' || voucher.state === 'taken') && (
              <CanButton authority="reconciliation:update" onClick={() => setOpen('post')}>
                {text.post}
              </CanButton>
            )}
            {voucher.state === 'draft' && (
              <CanButton danger authority="reconciliation:update" onClick={() => setOpen('discard')}>
                {text.discard}
              </CanButton>
            )}
          </div>
          <table className="rv-entries">
            <thead>
              <tr>
                <th scope="col">{text.subject}</th>
                <th scope="col">{text.item}</th>
                <th scope="col" className="rv-money">
                  {text.debit} {voucher.currency}
                </th>
                <th scope="col" className="rv-money">
                  {text.credit} {voucher.currency}
                </th>
              </tr>
            </thead>
            <tbody>
              {voucher.entries.map(({ side, subject, item, source, amount_minor }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name, and their order is theirs
                <tr key={at}>
                  <td className={side === 'credit' ? 'rv-credit' : ''}>{subject}</td>
                  <td>
                    {item}
                    {source === 'adjustments' && <span className="sl-muted"> · {text.adjustment}</span>}
                  </td>
                  <td className="rv-money">{side === 'debit' && money(amount_minor, voucher.currency)}</td>
                  <td className="rv-money">{side === 'credit' && money(amount_minor, voucher.currency)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={2}>
                  {text.sum}
                </th>
                <td className="rv-money">
                  <strong>{money(voucher.debit_minor, voucher.currency)}</strong>
                </td>
                <td className="rv-money">
                  <strong>{money(voucher.credit_minor, voucher.currency)}</strong>
                </td>
              </tr>
            </tfoot>
          </table>
        </>
      )}
      <Dialog
        open={open === 'post'}
        width={420}
        title={text.postTitle}
        okText={text.post}
        cancelText={all.cancel}
        okButtonProps={{ disabled: number.trim() === '' }}
        confirmLoading={post.isPending}
        onOk={() => post.mutate(null)}
        onCancel={() => setOpen(null)}
      >
        <Form layout="vertical">
          <Form.Item label={text.number}>
            <Input
              aria-label={text.number}
              maxLength={200}
              value={number}
              onChange={event => setNumber(event.target.value)}
            />
          </Form.Item>
        </Form>
      </Dialog>
      <ConfirmDanger
        open={open === 'discard'}
        title={text.discardTitle}
        text={text.discardText}
        action={text.discard}
        isBusy={discard.isPending}
        onConfirm={() => discard.mutate(null)}
        onCancel={() => setOpen(null)}
      />
    </Drawer>
  )
}
