import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { message, notification } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { readFields } from '../../../../lib/read-fields.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormDraft } from '../../../../ui/form-draft.tsx'
import { SECRET_MASK, SecretInput } from '../../../../ui/secret-input.tsx'
import type { Setting } from '../types.ts'
import { useText } from '../use-text.ts'

export interface SettingFormProps {
  readonly setting: Setting
  onClose(): void
}

/** What services that wait for a heartbeat offer. */
const MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 720, 1440]

interface Values {
  readonly heartbeat_url?: string
  readonly heartbeat_minutes: number
  /** -1: never */
  readonly self_test_hour: number
}

/** Stays out of what the browser keeps. */
const SECRET = ['heartbeat_url'] as const

/** Heartbeat and daily test. */
export function SettingForm({ setting, onClose }: SettingFormProps) {
  const text = useText().setting
  const [form] = Form.useForm<Values>()
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: ({ heartbeat_url, heartbeat_minutes, self_test_hour }: Values) =>
      api.alert.saveSetting({
        body: {
          heartbeat_url: heartbeat_url ?? '',
          heartbeat_minutes,
          self_test_hour: self_test_hour < 0 ? null : self_test_hour,
        },
      }),
    onSuccess: async () => {
      dropDraft('alert/setting')
      message.success(text.saved)
      onClose()
      await client.invalidateQueries({ queryKey: api.alert.setting.key() })
    },
    onError: error => {
      const wrong = readFields(error, ['heartbeat_url', 'heartbeat_minutes'] as const)
      form.setFields(wrong)
      if (wrong.length > 0) return
      const { title, message: why } = describeError(error)
      notification.error({ title, description: why })
    },
  })
  const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: text.hourAt(hour) }))
  return (
    <Dialog
      open
      about="alert/setting"
      width={520}
      title={text.editTitle}
      okText={text.save}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ ...setting, self_test_hour: setting.self_test_hour ?? -1 }}
        onFinish={values => save.mutate(values)}
      >
        <FormDraft about="alert/setting" without={SECRET} />
        <Form.Item name="heartbeat_url" label={text.url} extra={text.urlHint}>
          <SecretInput isStored={setting.heartbeat_url === SECRET_MASK} placeholder="https://" />
        </Form.Item>
        <Form.Item name="heartbeat_minutes" label={text.minutes}>
          <Select options={MINUTES.map(value => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item name="self_test_hour" label={text.hour}>
          <Select options={[{ value: -1, label: text.hourNone }, ...hours]} />
        </Form.Item>
        <button type="submit" hidden />
      </Form>
    </Dialog>
  )
}
