import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Space, Tag } from 'antd'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useLanguage } from '../../../../lib/i18n.ts'
import type { Center } from '../types.ts'
import { useText } from '../use-text.ts'

/** Whether the e-mail address counts, and the code by which it does. */
export function EmailConfirm({ center }: { readonly center: Center }) {
  const text = useText().emailConfirm
  const language = useLanguage()
  const client = useQueryClient()
  const { data: service } = useQuery(api.notice.mail.query())
  const [form] = Form.useForm<{ code: string }>()
  const send = useMutation({ mutationFn: () => api.account.sendEmailCode() })
  const confirm = useMutation({
    mutationFn: ({ code }: { readonly code: string }) => api.account.confirmEmail({ body: { code: code.trim() } }),
    onSuccess: async () => {
      message.success(text.done)
      await client.invalidateQueries({ queryKey: ['account'] })
      await client.invalidateQueries({ queryKey: api.notice.mail.key() })
    },
    onError: error => form.setFields([{ name: 'code', errors: [describeError(error, language).message] }]),
  })
  if (center.email === null) return null
  if (center.email_confirmed) return <Tag color="success">{text.confirmed(center.email)}</Tag>
  return (
    <section aria-label={text.title}>
      <p>
        <Tag color="warning">{text.unconfirmed}</Tag> {text.why}
      </p>
      {service?.content.is_on === false && <p className="sl-muted">{text.noMail}</p>}
      <div role="alert">
        {send.error !== null && <Alert type="error" showIcon title={describeError(send.error, language).message} />}
      </div>
      <Button disabled={!service?.content.is_on} loading={send.isPending} onClick={() => send.mutate()}>
        {send.data ? text.again : text.send}
      </Button>
      {send.data && (
        <Form form={form} layout="vertical" onFinish={values => confirm.mutate(values)}>
          <p>{text.sent(send.data.content.email, send.data.content.minutes)}</p>
          <Space align="end">
            <Form.Item
              name="code"
              label={text.code}
              rules={[{ required: true, pattern: /^\s*\d{6}\s*$/, message: text.codeMissing }]}
            >
              <Input inputMode="numeric" autoComplete="one-time-code" maxLength={8} />
            </Form.Item>
            <Form.Item>
              <Button type="primary" htmlType="submit" loading={confirm.isPending}>
                {text.confirm}
              </Button>
            </Form.Item>
          </Space>
        </Form>
      )}
    </section>
  )
}
