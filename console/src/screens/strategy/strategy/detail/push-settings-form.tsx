import { useMutation } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select } from 'antd'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import { Held } from '../../../../ui/held.tsx'
import { SecretInput } from '../../../../ui/secret-input.tsx'
import { usePushText } from '../texts/use-push-text.ts'
import type { PushEndpoint } from '../types.ts'

type Values = PushEndpoint['settings'] & { readonly secret: string }

export interface PushSettingsFormProps {
  readonly strategyId: string
  readonly endpoint: PushEndpoint
}

/** Stays out of what the browser keeps. */
const SECRET = ['secret'] as const

/** How senders prove themselves and how much they may send. */
export function PushSettingsForm({ strategyId, endpoint }: PushSettingsFormProps) {
  const text = usePushText()
  const [form] = Form.useForm<Values>()
  const initial: Values = { ...endpoint.settings, secret: endpoint.secret }
  const auth = Form.useWatch('auth', form) ?? initial.auth
  const scheme = Form.useWatch('scheme', form) ?? initial.scheme
  const about = `push/${strategyId}`
  const save = useMutation({
    mutationFn: ({ secret, ...settings }: Values) =>
      api.push.save({ params: { id: strategyId }, body: { settings: { ...endpoint.settings, ...settings }, secret } }),
    onSuccess({ content }) {
      dropDraft(about)
      form.setFieldsValue({ ...content.settings, secret: content.secret })
      void message.success(text.saved)
      void queryClient.invalidateQueries({ queryKey: api.push.get.key() })
    },
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <Form form={form} layout="vertical" initialValues={initial} onFinish={values => save.mutate(values)}>
      <FormDraft about={about} without={SECRET} />
      <Held isHeld={save.isPending}>
        <div className="st-columns">
          <Form.Item name="auth" label={text.auth}>
            <Select options={toOptions(text.auths)} />
          </Form.Item>
          <Form.Item name="scheme" label={text.scheme} hidden={auth === 'token'}>
            <Select options={toOptions(text.schemes)} />
          </Form.Item>
          <Form.Item
            name="secret"
            label={text.secret}
            hidden={auth === 'token'}
            rules={[{ required: auth !== 'token', message: text.required }]}
          >
            <SecretInput isStored={endpoint.secret !== ''} />
          </Form.Item>
          <SignatureFields isHidden={auth === 'token' || scheme !== 'custom'} />
          <Form.Item name="tolerance_seconds" label={text.tolerance} hidden={auth === 'token'}>
            <InputNumber min={1} max={3600} precision={0} />
          </Form.Item>
          <Form.Item name="delivery_header" label={text.deliveryHeader} extra={text.deliveryHelp}>
            <Input />
          </Form.Item>
          <Form.Item name="rate_per_minute" label={text.rate} rules={[{ required: true, message: text.required }]}>
            <InputNumber min={1} max={600_000} precision={0} />
          </Form.Item>
          <Form.Item name="max_kilobytes" label={text.size} rules={[{ required: true, message: text.required }]}>
            <InputNumber min={1} max={10_240} precision={0} />
          </Form.Item>
          <Form.Item
            name="retain_days"
            label={text.retain}
            extra={text.retainHelp}
            rules={[{ required: true, message: text.required }]}
          >
            <InputNumber min={1} max={90} precision={0} />
          </Form.Item>
        </div>
      </Held>
      <CanButton type="primary" htmlType="submit" authority="strategy:secret" loading={save.isPending}>
        {text.save}
      </CanButton>
    </Form>
  )
}

/** A way of signing of one's own. */
function SignatureFields({ isHidden }: { readonly isHidden: boolean }) {
  const text = usePushText()
  return (
    <>
      <Form.Item
        name="signature_header"
        label={text.signatureHeader}
        hidden={isHidden}
        rules={[{ required: !isHidden, message: text.required }]}
      >
        <Input />
      </Form.Item>
      <Form.Item name="signature_encoding" label={text.encoding} hidden={isHidden}>
        <Select options={toOptions({ hex: 'hex', base64: 'base64' })} />
      </Form.Item>
      <Form.Item name="signature_prefix" label={text.prefix} hidden={isHidden}>
        <Input placeholder="sha256=" />
      </Form.Item>
      <Form.Item name="timestamp_header" label={text.timestampHeader} extra={text.timestampHelp} hidden={isHidden}>
        <Input />
      </Form.Item>
    </>
  )
}

const toOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
