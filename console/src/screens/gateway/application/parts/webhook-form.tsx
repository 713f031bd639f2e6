import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Checkbox, Form, Input, Select } from 'antd'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import type { Application } from '../types.ts'
import { useText } from '../use-text.ts'

const webhookEvents = ['created', 'changed', 'written', 'error', 'alert', 'recovered'] as const

interface Values {
  readonly strategy_id: string
  readonly url: string
  readonly events: (typeof webhookEvents)[number][]
}

export interface WebhookFormProps {
  readonly application: Application
  onMade(secret: string): void
  onClose(): void
}

/** Of which strategy's records, which events, and where to. */
export function WebhookForm({ application, onMade, onClose }: WebhookFormProps) {
  const { webhooks: text, form: words } = useText()
  const client = useQueryClient()
  const [form] = Form.useForm<Values>()
  const about = `gateway-webhook/${application.id}`
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Values) => api.webhook.create({ params: { id: application.id }, body }),
    onSuccess: async ({ content }) => {
      dropDraft(about)
      onClose()
      onMade(content.secret)
      await client.invalidateQueries({ queryKey: api.webhook.list.key() })
    },
  })
  const required = { required: true, message: words.required }
  return (
    <Dialog
      open
      about={about}
      title={text.create}
      okText={words.save}
      cancelText={words.cancel}
      confirmLoading={isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={describeError(error).message} className="sl-form-notice" />}
      <Form
        form={form}
        layout="vertical"
        initialValues={{ strategy_id: application.scopes[0]?.strategy_id, events: ['written', 'error'] }}
        onFinish={(values: Values) => mutate(values)}
      >
        <FormDraft about={about} />
        <Form.Item name="strategy_id" label={words.strategy} rules={[required]}>
          <Select
            options={application.scopes.map(scope => ({ value: scope.strategy_id, label: scope.strategy_name }))}
          />
        </Form.Item>
        <Form.Item name="url" label={text.url} rules={[required, { type: 'url', message: text.urlWrong }]}>
          <Input maxLength={2000} autoComplete="off" placeholder="https://" />
        </Form.Item>
        <Form.Item
          name="events"
          label={text.eventsLabel}
          rules={[{ type: 'array', min: 1, message: words.required }]}
          extra={text.eventsHint}
        >
          <Checkbox.Group options={webhookEvents.map(value => ({ value, label: text.events[value] }))} />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
