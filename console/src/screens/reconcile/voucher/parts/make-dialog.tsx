import { Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { DayField } from '../../../../ui/day-field.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useAccountOptions } from '../../recon-account/public.ts'
import { useText } from '../use-text.ts'
import { useVoucherAct } from './queries.ts'

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

/** Of which account and days vouchers are drafted. */
export function MakeDialog({ onClose }: { onClose(): void }) {
  const all = useText()
  const text = all.form
  const accounts = useAccountOptions()
  const [account, setAccount] = useState<string | null>(null)
  const [what, setWhat] = useState<'month' | 'day'>('month')
  const [month, setMonth] = useState('')
  const [day, setDay] = useState<string | undefined>()
  const period = what === 'month' ? (MONTH.test(month) ? month : undefined) : day
  const act = useVoucherAct(async (_: null) => {
    const { content } = await api.voucher.make({ body: { account_id: account ?? '', period: period ?? '' } })
    return text.made(content.length)
  }, onClose)
  return (
    <Dialog
      open
      width={460}
      title={all.make}
      okText={text.ok}
      cancelText={all.cancel}
      okButtonProps={{ disabled: account === null || period === undefined }}
      confirmLoading={act.isPending}
      onOk={() => act.mutate(null)}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={text.account}>
          <Select
            aria-label={text.account}
            showSearch={{ optionFilterProp: 'label' }}
            value={account}
            options={accounts}
            onChange={setAccount}
          />
        </Form.Item>
        <Form.Item label={text.what} extra={text.hint}>
          <Radio.Group
            value={what}
            options={[
              { value: 'month', label: text.month },
              { value: 'day', label: text.day },
            ]}
            onChange={event => setWhat(event.target.value)}
          />
          {what === 'month' ? (
            <Input
              aria-label={text.month}
              placeholder={text.monthHint}
              maxLength={7}
              value={month}
              status={month === '' || MONTH.test(month) ? '' : 'error'}
              onChange={event => setMonth(event.target.value.trim())}
            />
          ) : (
            <DayField aria-label={text.day} value={day} onChange={setDay} />
          )}
        </Form.Item>
      </Form>
    </Dialog>
  )
}
