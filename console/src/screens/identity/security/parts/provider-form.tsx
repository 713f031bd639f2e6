import { ApiError } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Form, Input, Switch } from 'antd'
import { message, notification } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import { SECRET_MASK, SecretInput } from '../../../../ui/secret-input.tsx'
import type { Provider } from '../types.ts'
import { useText } from '../use-text.ts'

export interface ProviderFormProps {
  /** Absent: a new one. */
  readonly provider?: Provider
  onClose(): void
}

interface Values {
  readonly label: string
  readonly issuer: string
  readonly client_id: string
  readonly client_secret: string
  readonly scope: string
  readonly redirect_uri: string
  readonly is_enabled: boolean
}

/** Stays out of what the browser keeps. */
const SECRET = ['client_secret'] as const
const aboutOf = (provider: ProviderFormProps['provider']) => `sso/${provider?.id ?? 'new'}`

/** What the tenant agreed on with its identity provider. */
export function ProviderForm({ provider, onClose }: ProviderFormProps) {
  const text = useText()
  const words = text.form
  const queryClient = useQueryClient()
  const [form] = Form.useForm<Values>()
  const save = useMutation({
    mutationFn: async (values: Values): Promise<void> => {
      if (provider)
        await api.sso.update({ params: { id: provider.id }, body: { ...values, version: provider.version } })
      else await api.sso.create({ body: values })
    },
    onSuccess: () => {
      dropDraft(aboutOf(provider))
      message.success(text.providers.saved)
      void queryClient.invalidateQueries({ queryKey: api.sso.list.key() })
      onClose()
    },
    onError: error => {
      const fields = readFields(error)
      form.setFields(fields)
      if (fields.length > 0) return
      const { title, message: why } = describeError(error)
      notification.error({ title, description: why })
    },
  })
  const required = [{ required: true, whitespace: true, message: words.missing }]
  return (
    <Dialog
      open
      about={aboutOf(provider)}
      width={560}
      title={provider ? words.editTitle : words.addTitle}
      okText={words.save}
      confirmLoading={save.isPending}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={toValues(provider)} onFinish={values => save.mutate(values)}>
        <FormDraft about={aboutOf(provider)} version={provider?.version} without={SECRET} />
        <Form.Item name="label" label={words.name} extra={words.nameExtra} rules={required}>
          <Input maxLength={60} autoFocus />
        </Form.Item>
        <Form.Item name="issuer" label={words.issuer} extra={words.issuerExtra} rules={required}>
          <Input maxLength={500} />
        </Form.Item>
        <Form.Item name="client_id" label={words.client} rules={required}>
          <Input maxLength={300} autoComplete="off" />
        </Form.Item>
        <Form.Item name="client_secret" label={words.secret} extra={words.secretExtra}>
          <SecretInput isStored={provider?.client_secret === SECRET_MASK} />
        </Form.Item>
        <Form.Item name="scope" label={words.scope} rules={required}>
          <Input maxLength={300} />
        </Form.Item>
        <Form.Item name="redirect_uri" label={words.callback} extra={words.callbackExtra} rules={required}>
          <Input maxLength={500} />
        </Form.Item>
        <Form.Item name="is_enabled" label={words.enabled} valuePropName="checked">
          <Switch />
        </Form.Item>
        <button type="submit" hidden />
      </Form>
    </Dialog>
  )
}

const toValues = (provider: Provider | undefined): Values => ({
  label: provider?.label ?? '',
  issuer: provider?.issuer ?? '',
  client_id: provider?.client_id ?? '',
  client_secret: provider?.client_secret ?? '',
  scope: provider?.scope ?? 'openid profile email',
  redirect_uri: provider?.redirect_uri ?? `${window.location.origin}/user/sso`,
  is_enabled: provider?.is_enabled ?? true,
})

const names = ['label', 'issuer', 'client_id', 'client_secret', 'scope', 'redirect_uri', 'is_enabled'] as const

/** What the server found wrong, at its field. */
function readFields(error: unknown) {
  const content = error instanceof ApiError && Array.isArray(error.body?.content) ? error.body.content : []
  const found = content as readonly { readonly field?: string; readonly message?: string }[]
  return names.flatMap(name => {
    const item = found.find(({ field }) => field === name)
    return item ? [{ name, errors: [item.message ?? ''] }] : []
  })
}
