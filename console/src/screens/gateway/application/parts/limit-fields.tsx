import { useQuery } from '@tanstack/react-query'
import { Form, InputNumber } from 'antd'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { FindSelect } from '../../../../parts/find-select.tsx'
import { plans } from '../../plan/public.ts'
import { useText } from '../use-text.ts'

const MOST = 60_000

/** A plan, and what the application sets in place of its limits. */
export function LimitFields() {
  const text = useText()
  const { number } = useFormat()
  const form = Form.useFormInstance()
  const planId = Form.useWatch<string | null | undefined>('plan_id', form) ?? null
  const { data } = useQuery({ ...api.plan.get.query({ params: { id: planId ?? '' } }), enabled: planId !== null })
  const plan = planId === null ? undefined : data?.content
  const rules = planId === null ? [{ required: true, message: text.form.required }] : []
  const stead = (value: number | null | undefined) =>
    plan ? { placeholder: value == null ? text.noQuota : number(value) } : {}
  return (
    <>
      <Form.Item label={text.columns.plan} extra={text.form.planHint} htmlFor="gw-plan">
        <FindSelect
          id="gw-plan"
          of={plans}
          allowClear
          placeholder={text.noPlan}
          value={planId}
          // Its own limits go: those of the plan are what is meant, until one is entered again.
          onChange={id => {
            const own = id === undefined ? { rate_per_minute: 60, burst: 60 } : { rate_per_minute: null, burst: null }
            form.setFieldsValue({ plan_id: id ?? null, ...own })
          }}
        />
      </Form.Item>
      <Form.Item name="plan_id" hidden>
        <input />
      </Form.Item>
      <Form.Item name="rate_per_minute" label={text.form.rate} rules={rules}>
        <InputNumber min={1} max={MOST} precision={0} {...stead(plan?.rate_per_minute)} />
      </Form.Item>
      <Form.Item name="burst" label={text.form.burst} extra={text.form.burstHint} rules={rules}>
        <InputNumber min={1} max={MOST} precision={0} {...stead(plan?.burst)} />
      </Form.Item>
      <Form.Item name="quota_per_day" label={text.form.quota} extra={text.form.quotaHint}>
        <InputNumber min={1} max={1_000_000_000} precision={0} {...stead(plan?.quota_per_day)} />
      </Form.Item>
      <Form.Item name="quota_per_month" label={text.form.month} extra={text.form.monthHint}>
        <InputNumber min={1} max={30_000_000_000} precision={0} {...stead(plan?.quota_per_month)} />
      </Form.Item>
      <Form.Item name="concurrency" label={text.form.concurrency} extra={text.form.concurrencyHint}>
        <InputNumber min={1} max={1000} precision={0} {...stead(plan?.concurrency)} />
      </Form.Item>
    </>
  )
}
