import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useLanguage } from '../../../../lib/i18n.ts'
import { isPhone } from '../../../../lib/phone-number.ts'
import { useCountdown } from '../../../../lib/use-countdown.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useIdentityText } from '../use-identity-text.ts'

export interface PhoneDialogProps {
  onDone(): void
  onCancel(): void
}

interface Values {
  readonly phone?: string
  readonly code?: string
}

/** A number, and the code that was sent to it. */
export function PhoneDialog({ onDone, onCancel }: PhoneDialogProps) {
  const text = useIdentityText().phone
  const language = useLanguage()
  const [form] = Form.useForm<Values>()
  const [seconds, setSeconds] = useCountdown()
  const send = useMutation({
    mutationFn: async () => {
      const { phone = '' } = await form.validateFields(['phone'])
      return (await api.passport.sendPhoneCode({ body: { phone } })).content
    },
    onSuccess: sent => setSeconds(sent.resend_in),
  })
  const confirm = useMutation({
    mutationFn: ({ code = '' }: Values) =>
      api.passport.confirmPhone({ body: { ticket: send.data?.ticket ?? '', code: code.trim() } }),
    onSuccess: () => {
      message.success(text.bound)
      onDone()
    },
  })
  const problem = confirm.error ?? send.error
  return (
    <Dialog
      open
      width={440}
      title={text.bind}
      okText={text.save}
      okButtonProps={{ disabled: !send.data }}
      confirmLoading={confirm.isPending}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onCancel}
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values: Values) => confirm.mutate(values)}>
        <div role="alert">
          {problem instanceof Error && (
            <Alert type="error" showIcon className="sl-form-notice" title={describeError(problem, language).message} />
          )}
          {send.data?.code !== undefined && (
            <Alert type="info" showIcon className="sl-form-notice" title={text.shown(send.data.code)} />
          )}
        </div>
        <Form.Item
          name="phone"
          label={text.number}
          rules={[
            { required: true, message: text.numberMissing },
            {
              validator: async (_, value: string | undefined) => {
                if (value && !isPhone(value)) throw new Error(text.numberWrong)
              },
            },
          ]}
        >
          <Input type="tel" autoComplete="tel" autoFocus maxLength={30} />
        </Form.Item>
        <Button loading={send.isPending} disabled={seconds > 0} onClick={() => send.mutate()}>
          {seconds > 0 ? text.resend(seconds) : text.send}
        </Button>
        <Form.Item name="code" label={text.code} rules={[{ required: true, message: text.codeMissing }]}>
          <Input inputMode="numeric" autoComplete="one-time-code" maxLength={10} disabled={!send.data} />
        </Form.Item>
        <button type="submit" hidden />
      </Form>
    </Dialog>
  )
}
