import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { DayField } from '../../../../ui/day-field.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { Account } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshAccounts, usePlatformNames } from './queries.ts'

interface Values {
  readonly code: string
  readonly name: string
  readonly platform: string
  readonly currency: string
  readonly shop_no: string
  readonly company: string
  readonly opening: string
  readonly opening_on?: string
  readonly remark: string
}

export interface AccountFormProps {
  /** Absent: a new one. */
  readonly account?: Account
  onClose(): void
}

/** What an account is; its platform and currency are chosen once. */
export function AccountForm({ account: latest, onClose }: AccountFormProps) {
  const all = useText()
  const text = all.form
  const client = useQueryClient()
  // It keeps to what it began with: a newer one arriving unseen must end in a refused save, not in a loss.
  const [account] = useState(latest)
  const [form] = Form.useForm<Values>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ code, platform, currency, opening_on, ...rest }: Values) => {
      const settings = { ...rest, opening_on: opening_on ?? null }
      return account
        ? api.reconAccount.update({ params: { id: account.id }, body: { ...settings, version: account.version } })
        : api.reconAccount.create({ body: { ...settings, code, platform, currency } })
    },
    onSuccess: async () => {
      message.success(text.saved)
      onClose()
      await refreshAccounts(client)
    },
  })
  const submit = async () => {
    const values = await form.validateFields().catch(() => null)
    if (values) mutate({ ...initial, ...values })
  }
  const initial: Values = {
    ...{
      code: '',
      name: '',
      platform: 'alipay',
      currency: 'CNY',
      shop_no: '',
      company: '',
      opening: '0.00',
      remark: '',
    },
    ...(account && pick(account)),
  }
  return (
    <Dialog
      open
      width={640}
      title={account ? text.editTitle : text.createTitle}
      okText={text.save}
      cancelText={all.cancel}
      confirmLoading={isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={describeError(error).message} />}
      <Form form={form} layout="vertical" initialValues={initial} onFinish={() => void submit()}>
        <Fields isNew={account === undefined} />
      </Form>
    </Dialog>
  )
}

const pick = ({ code, name, platform, currency, shop_no, company, opening, opening_on, remark }: Account): Values => ({
  ...{ code, name, platform, currency, shop_no, company, opening, remark },
  ...(opening_on !== null && { opening_on }),
})

function Fields({ isNew }: { readonly isNew: boolean }) {
  const text = useText().form
  const platforms = Object.entries(usePlatformNames()).map(([value, label]) => ({ value, label }))
  const required = { required: true, whitespace: true, message: text.required }
  return (
    <>
      <Form.Item name="name" label={text.name} rules={[required]}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="code"
        label={text.code}
        rules={[required, { pattern: /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/, message: text.codeRule }]}
      >
        <Input maxLength={40} autoComplete="off" disabled={!isNew} />
      </Form.Item>
      <Form.Item name="platform" label={text.platform} rules={[required]}>
        <Select options={platforms} disabled={!isNew} />
      </Form.Item>
      <Form.Item
        name="currency"
        label={text.currency}
        rules={[required, { pattern: /^[A-Z]{3}$/, message: text.currencyRule }]}
      >
        <Input maxLength={3} disabled={!isNew} />
      </Form.Item>
      <Form.Item name="shop_no" label={text.shop} extra={text.shopHint}>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="company" label={text.company}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item
        name="opening"
        label={text.opening}
        rules={[required, { pattern: /^-?\d{1,16}(\.\d{1,4})?$/, message: text.openingRule }]}
      >
        <Input inputMode="decimal" />
      </Form.Item>
      <Form.Item name="opening_on" label={text.openingOn}>
        <DayField />
      </Form.Item>
      <Form.Item name="remark" label={text.remark}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </>
  )
}
