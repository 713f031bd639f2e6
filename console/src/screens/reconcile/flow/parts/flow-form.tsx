import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useAccountOptions } from '../../recon-account/public.ts'
import type { Flow } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshFlows } from './queries.ts'

interface Props {
  /** Absent: a new one. */
  readonly flow?: Flow
  onDone(id: string): void
  onClose(): void
}

interface Values {
  readonly name: string
  readonly account_ids: string[]
}

/** Which accounts are brought together, and under which name. */
export function FlowForm({ flow: latest, onDone, onClose }: Props) {
  const all = useText()
  const text = all.form
  const client = useQueryClient()
  // It keeps to what it began with: a newer one arriving unseen must end in a refused save, not in a loss.
  const [flow] = useState(latest)
  const [form] = Form.useForm<Values>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (values: Values) =>
      flow
        ? api.flow.update({ params: { id: flow.id }, body: { ...values, config: flow.config, version: flow.version } })
        : api.flow.create({ body: values }),
    onSuccess: async ({ content }) => {
      message.success(text.saved)
      onClose()
      await refreshFlows(client)
      onDone(content.id)
    },
  })
  const submit = async () => {
    const values = await form.validateFields().catch(() => null)
    if (values) mutate(values)
  }
  const initial: Values = { name: flow?.name ?? '', account_ids: [...(flow?.account_ids ?? [])] }
  return (
    <Dialog
      open
      width={520}
      title={flow ? text.change : text.create}
      okText={text.save}
      cancelText={all.cancel}
      confirmLoading={isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={describeError(error).message} />}
      <Form form={form} layout="vertical" initialValues={initial} onFinish={() => void submit()}>
        <Form.Item name="name" label={text.name} rules={[{ required: true, whitespace: true, message: text.required }]}>
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="account_ids"
          label={text.accounts}
          extra={text.hint}
          rules={[{ required: true, message: text.required }]}
        >
          <Select mode="multiple" options={useAccountOptions()} showSearch={{ optionFilterProp: 'label' }} />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
