import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { dataDetail } from '../../../strategy/strategy/pages.ts'
import { voucherList } from '../pages.ts'
import type { Voucher } from '../types.ts'
import { useText } from '../use-text.ts'
import { useVoucherAct } from './queries.ts'

/** Which strategy has it, what the ledger said, and the way back; what it takes back. */
export function VoucherClaim({ voucher }: { readonly voucher: Voucher }) {
  const text = useText().claim
  const { time } = useFormat()
  const [isReleasing, setReleasing] = useState(false)
  const { id, state, strategy, strategy_id, record_id, trouble, is_unknown, reverses, reverses_no } = voucher
  return (
    <>
      {reverses !== null && (
        <p>
          {text.reverses(reverses_no ?? '')}{' '}
          <Link to={voucherList.href({ search: { voucher: reverses } })}>{text.original}</Link>
        </p>
      )}
      {voucher.released_at !== null && (
        <p className="sl-muted">
          {text.releasedBy(voucher.released_by, time(voucher.released_at), voucher.release_reason)}
        </p>
      )}
      {state === 'taken' && (
        <>
          {is_unknown && <Alert type="warning" showIcon title={text.unknown} />}
          {!is_unknown && trouble !== null && <Alert type="error" showIcon title={text.refused(trouble)} />}
          <p>
            {strategy === null ? text.unseen : text.by(strategy, time(voucher.taken_at))}{' '}
            {strategy_id !== null && record_id !== null && (
              <Link to={dataDetail.href({ params: { strategy: strategy_id, id: record_id } })}>{text.record}</Link>
            )}
          </p>
          <div className="rv-acts">
            <CanButton authority="reconciliation:update" onClick={() => setReleasing(true)}>
              {text.release}
            </CanButton>
          </div>
        </>
      )}
      {isReleasing && <Release id={id} onClose={() => setReleasing(false)} />}
    </>
  )
}

function Release({ id, onClose }: { readonly id: string; onClose(): void }) {
  const all = useText()
  const text = all.claim
  const [reason, setReason] = useState('')
  const release = useVoucherAct(async (_: null) => {
    await api.voucher.release({ params: { id }, body: { reason } })
    return text.released
  }, onClose)
  return (
    <Dialog
      open
      width={460}
      title={text.releaseTitle}
      okText={text.release}
      cancelText={all.cancel}
      okButtonProps={{ disabled: reason.trim() === '', danger: true }}
      confirmLoading={release.isPending}
      onOk={() => release.mutate(null)}
      onCancel={onClose}
    >
      <p>{text.releaseText}</p>
      <Form layout="vertical">
        <Form.Item label={text.reason}>
          <Input.TextArea
            aria-label={text.reason}
            rows={2}
            maxLength={500}
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
