import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useLanguage } from '../../../../lib/i18n.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { RecoveryCodes } from '../../../../ui/totp-setup.tsx'
import { useIdentityText } from '../use-identity-text.ts'

export interface CodeDialogProps {
  readonly act: 'renew' | 'disable'
  onDone(): void
  onCancel(): void
}

/** What weakens the second factor asks for it once more. */
export function CodeDialog({ act, onDone, onCancel }: CodeDialogProps) {
  const text = useIdentityText().totp
  const language = useLanguage()
  const [form] = Form.useForm<{ code: string }>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const submit = async ({ code }: { readonly code: string }) => {
    setBusy(true)
    setProblem(null)
    try {
      if (act === 'renew') setCodes((await api.totp.renewRecovery({ body: { code } })).content.recovery_codes)
      else {
        await api.totp.disable({ body: { code } })
        message.success(text.disabled)
        onDone()
      }
    } catch (failure) {
      setProblem(failure)
    }
    setBusy(false)
  }
  return (
    <Dialog
      open
      width={440}
      title={codes ? text.codesTitle : act === 'renew' ? text.renewTitle : text.disableTitle}
      okText={codes ? text.close : act === 'renew' ? text.renew : text.disable}
      okButtonProps={{ danger: act === 'disable' }}
      cancelButtonProps={codes ? { style: { display: 'none' } } : {}}
      closable={codes === null}
      mask={{ closable: false }}
      confirmLoading={isBusy}
      onOk={() => (codes ? onDone() : form.submit())}
      onCancel={onCancel}
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <Form form={form} layout="vertical" requiredMark={false} onFinish={values => void submit(values)}>
          <p>{act === 'renew' ? text.renewText : text.disableText}</p>
          <div role="alert">
            {problem !== null && (
              <Alert
                type="error"
                showIcon
                title={describeError(problem, language).message}
                className="sl-form-notice"
              />
            )}
          </div>
          <Form.Item name="code" label={text.code} rules={[{ required: true, min: 6, message: text.codeMissing }]}>
            <Input autoComplete="one-time-code" autoFocus maxLength={20} />
          </Form.Item>
          <button type="submit" hidden />
        </Form>
      )}
    </Dialog>
  )
}
