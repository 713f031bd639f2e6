import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { useWords } from '../lib/i18n.ts'
import { findPasswordProblems, type PasswordChange } from '../lib/password-rules.ts'
import { Dialog } from './dialog.tsx'
import { useUiText } from './use-text.ts'

interface Values {
  readonly oldpassword?: string
  readonly password?: string
  readonly password2?: string
}

export interface PasswordDialogProps {
  readonly open: boolean
  /** Another user's name when an administrator resets; then the old password is not asked for. */
  readonly resetFor?: string
  /** Cannot be closed: the password must change before anything else. */
  readonly isForced?: boolean
  /** Sends the change; true: it was taken, and the dialog may close; else what the server has against one field. */
  onSubmit(change: PasswordChange): Promise<boolean | { readonly field: string; readonly message: string }>
  onClose(): void
}

const fieldOf = { oldPassword: 'oldpassword', password: 'password', password2: 'password2' } as const

/** Sets one's own password, or another user's. */
export function PasswordDialog({ open, resetFor, isForced = false, onSubmit, onClose }: PasswordDialogProps) {
  const text = useUiText()
  const say = useWords()
  const [form] = Form.useForm<Values>()
  const [isBusy, setBusy] = useState(false)
  const isOwn = resetFor === undefined
  const submit = async (values: Values) => {
    const change = {
      oldPassword: isOwn ? (values.oldpassword ?? '') : null,
      password: values.password ?? '',
      password2: values.password2 ?? '',
    }
    const problems = findPasswordProblems(change)
    form.setFields(
      (['oldPassword', 'password', 'password2'] as const).map(field => ({
        name: fieldOf[field],
        errors: problems.filter(problem => problem.field === field).map(problem => say(problem.text)),
      })),
    )
    if (problems.length > 0) return
    setBusy(true)
    const outcome = await onSubmit(change).finally(() => setBusy(false))
    if (outcome === true) onClose()
    else if (outcome !== false) form.setFields([{ name: outcome.field as keyof Values, errors: [outcome.message] }])
  }
  const input = (name: keyof Values, label: string, complete: string, extra?: string) => (
    <Form.Item key={name} name={name} label={label} extra={extra} required>
      <Input.Password autoComplete={complete} />
    </Form.Item>
  )
  return (
    <Dialog
      open={open}
      width={440}
      title={isOwn ? text.password.title : text.password.reset(resetFor)}
      closable={!isForced}
      keyboard={!isForced}
      mask={{ closable: false }}
      okText={text.password.save}
      confirmLoading={isBusy}
      cancelButtonProps={isForced ? { style: { display: 'none' } } : {}}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {isForced && <Alert type="info" showIcon title={text.password.forced} className="sl-form-notice" />}
      <Form form={form} layout="vertical" onFinish={values => void submit(values)} preserve={false}>
        {isOwn && !isForced && <p className="sl-muted">{text.password.ends}</p>}
        {isOwn && input('oldpassword', text.password.old, 'current-password')}
        {input('password', text.password.password, 'new-password', text.password.rule)}
        {input('password2', text.password.password2, 'new-password')}
        {/* Enter in any field sends; the visible button is the dialog's own. */}
        <button type="submit" hidden />
      </Form>
    </Dialog>
  )
}
