import type { Plan } from '@sluice/api/modules/gateway/plan/contract.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Input, InputNumber, Radio } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import { planPriorities } from '../pages.ts'
import { useText } from '../use-text.ts'

type Values = Pick<
  Plan,
  'name' | 'remark' | 'rate_per_minute' | 'burst' | 'quota_per_day' | 'quota_per_month' | 'concurrency' | 'priority'
>

const NEW: Values = {
  ...{ name: '', remark: '', rate_per_minute: 60, burst: 60, priority: 'normal' },
  ...{ quota_per_day: null, quota_per_month: null, concurrency: null },
}

export interface PlanFormProps {
  /** Absent: a new one. */
  readonly plan?: Plan
  onClose(): void
}

export function PlanForm({ plan: latest, onClose }: PlanFormProps) {
  const text = useText()
  const client = useQueryClient()
  // It keeps to what it began with: a newer one arriving unseen must end in a refused save, not in a loss.
  const [plan] = useState(latest)
  const [form] = Form.useForm<Values>()
  const about = `gateway-plan/${plan?.id ?? 'new'}`
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ name, remark, rate_per_minute, burst, priority, ...given }: Values) => {
      const body = {
        ...{ name, remark, rate_per_minute, burst, priority },
        quota_per_day: given.quota_per_day ?? null,
        quota_per_month: given.quota_per_month ?? null,
        concurrency: given.concurrency ?? null,
      }
      if (!plan) return api.plan.create({ body })
      return api.plan.update({ params: { id: plan.id }, body: { ...body, version: plan.version } })
    },
    onSuccess: async () => {
      dropDraft(about)
      message.success(text.saved)
      onClose()
      await client.invalidateQueries({ queryKey: api.plan.list.key() })
    },
  })
  return (
    <Dialog
      open
      about={about}
      width={560}
      title={plan ? text.form.editTitle : text.form.createTitle}
      okText={text.form.save}
      cancelText={text.form.cancel}
      confirmLoading={isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={describeError(error).message} className="sl-form-notice" />}
      <Form form={form} layout="vertical" initialValues={plan ?? NEW} onFinish={(values: Values) => mutate(values)}>
        <FormDraft about={about} />
        <Fields />
      </Form>
    </Dialog>
  )
}

function Fields() {
  const text = useText()
  const { form, columns } = text
  const required = { required: true, message: form.required }
  return (
    <>
      <Form.Item name="name" label={columns.name} rules={[{ ...required, whitespace: true }]}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="remark" label={form.remark}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
      <Form.Item name="rate_per_minute" label={columns.rate} rules={[required]}>
        <InputNumber min={1} max={60_000} precision={0} />
      </Form.Item>
      <Form.Item name="burst" label={columns.burst} extra={form.burstHint} rules={[required]}>
        <InputNumber min={1} max={60_000} precision={0} />
      </Form.Item>
      <Form.Item name="quota_per_day" label={columns.day} extra={form.quotaHint}>
        <InputNumber min={1} max={1_000_000_000} precision={0} />
      </Form.Item>
      <Form.Item name="quota_per_month" label={columns.month} extra={form.quotaHint}>
        <InputNumber min={1} max={30_000_000_000} precision={0} />
      </Form.Item>
      <Form.Item name="concurrency" label={columns.concurrency} extra={form.concurrencyHint}>
        <InputNumber min={1} max={1000} precision={0} />
      </Form.Item>
      <Form.Item name="priority" label={columns.priority} extra={form.priorityHint}>
        <Radio.Group options={planPriorities.map(value => ({ value, label: text.priorities[value] }))} />
      </Form.Item>
    </>
  )
}
