import { Form, Input, Segmented } from 'antd'
import { useStateOptions } from '../../../ui/use-state-options.ts'
import { useText } from '../use-text.ts'

/** Name, environment and remark, inside the connector's form. */
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
        <Segmented options={envs} />
      </Form.Item>
      <Form.Item name="remark" label={text.remark}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} placeholder={text.remarkPlaceholder} />
      </Form.Item>
    </>
  )
}
