import { Form, InputNumber, Select } from 'antd'
import { useText } from '../use-text.ts'

const policies = ['off', 'error', 'always'] as const

/** Which bodies the log keeps, and for how long. */
export function BodyFields() {
  const text = useText()
  return (
    <>
      <Form.Item name="body_policy" label={text.bodies.label} extra={text.bodies.hint}>
        <Select options={policies.map(value => ({ value, label: text.bodies.policies[value] }))} />
      </Form.Item>
      <Form.Item name="body_days" label={text.bodies.days} rules={[{ required: true, message: text.form.required }]}>
        <InputNumber min={1} max={90} precision={0} />
      </Form.Item>
    </>
  )
}

/** Of one API, in place of the application's. */
export function ApiBodyField({ name }: { readonly name: number }) {
  const text = useText().bodies
  return (
    <Form.Item name={[name, 'body_policy']} label={text.ofApi}>
      <Select
        allowClear
        placeholder={text.same}
        options={policies.map(value => ({ value, label: text.policies[value] }))}
      />
    </Form.Item>
  )
}
