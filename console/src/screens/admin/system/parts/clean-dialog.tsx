import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Form } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { toInstant } from '../../../../lib/day.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useTimeZone } from '../../../../lib/session.ts'
import { DayField } from '../../../../ui/day-field.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useText } from '../use-text.ts'

const DAY_MS = 86_400_000
const KEPT_DAYS = 180

/** Deletes old rows, after asking. */
export function CleanDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText().cleaning
  const zone = useTimeZone()
  const client = useQueryClient()
  const [form] = Form.useForm<{ readonly before: string }>()
  const [failure, setFailure] = useState<string | null>(null)
  const clean = useMutation({
    mutationFn: (before: string) => api.system.deleteLog({ body: { before } }),
    onSuccess: ({ content }) => {
      message.success(text.done(content.deleted))
      onClose()
      void client.invalidateQueries({ queryKey: ['system'] })
    },
    onError: error => setFailure(describeError(error).message),
  })
  const submit = async () => {
    const values = await form.validateFields().catch(() => null)
    const before = values ? toInstant(values.before, zone, 0) : undefined
    if (before !== undefined) clean.mutate(before)
  }
  const checkAge = async (_rule: unknown, value: string | undefined) => {
    if (value && Date.parse(value) > Date.now() - KEPT_DAYS * DAY_MS) throw new Error(text.tooNew)
  }
  return (
    <Dialog
      open
      width={440}
      title={text.title}
      okText={text.action}
      okButtonProps={{ danger: true }}
      confirmLoading={clean.isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>{text.text}</p>
      {failure !== null && <Alert type="error" showIcon title={failure} className="sl-form-notice" />}
      <Form form={form} layout="vertical" onFinish={() => void submit()}>
        <Form.Item
          name="before"
          label={text.before}
          rules={[{ required: true, message: text.required }, { validator: checkAge }]}
        >
          <DayField />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
