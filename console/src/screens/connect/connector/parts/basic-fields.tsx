import { Form, Input, InputNumber, Segmented } from 'antd'
import { useStateOptions } from '../../../../ui/use-state-options.ts'
import { useText } from '../use-text.ts'
import './limits.css'

/** Name, environment, remark and the account's limits, inside the connector's form. */
export function BasicFields({ platformName }: { readonly platformName: string }) {
  const text = useText().form
  const envs = useStateOptions('env')
  return (
    <>
      <Form.Item
        name="name"
        label={text.name}
        extra={text.nameHint}
        validateTrigger="onBlur"
        rules={[{ required: true, whitespace: true, message: text.nameRequired }]}
      >
        <Input maxLength={60} autoComplete="off" placeholder={text.namePlaceholder(platformName)} />
      </Form.Item>
      <Form.Item name="env" label={text.env} extra={text.envHint}>
        <Segmented aria-label={text.env} options={envs} />
      </Form.Item>
      <div className="cn-limits">
        <Form.Item name="rate_per_second" label={text.rate} extra={text.rateHint}>
          <InputNumber className="sl-wide" min={0.001} max={100_000} placeholder={text.unlimited} />
        </Form.Item>
        <Form.Item name="concurrency" label={text.concurrency} extra={text.concurrencyHint}>
          <InputNumber className="sl-wide" min={1} max={1000} precision={0} placeholder={text.unlimited} />
        </Form.Item>
      </div>
      <Form.Item name="remark" label={text.remark}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} placeholder={text.remarkPlaceholder} />
      </Form.Item>
    </>
  )
}
