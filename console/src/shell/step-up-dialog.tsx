import type { StepUpDue } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { api } from '../lib/api.ts'
import { describeError } from '../lib/describe-error.ts'
import { defineTexts } from '../lib/i18n.ts'
import { leaveFor } from '../lib/sso-journey.ts'
import { endStepUp } from '../lib/step-up.ts'
import { Dialog } from '../ui/dialog.tsx'
import { zh } from './step-up-text.zh.ts'

const useText = defineTexts(zh, {
  'en-US': () => import('./step-up-text.en.ts'),
  'zh-TW': () => import('./step-up-text.tw.ts'),
  'pt-BR': () => import('./step-up-text.pt.ts'),
})

interface Values {
  readonly proof: string
}

/** Asks for the password, or a code of the authenticator; then the call that was refused is made again by itself. */
export function StepUpDialog({ due }: { readonly due: StepUpDue }) {
  const text = useText()
  const [form] = Form.useForm<Values>()
  const isCode = due.method === 'totp'
  const prove = useMutation({
    mutationFn: ({ proof }: Values) =>
      api.stepUp.prove({ body: isCode ? { code: proof.trim() } : { password: proof } }),
    onSuccess: () => endStepUp(true),
    onError: error => form.setFields([{ name: 'proof', errors: [describeError(error).message] }]),
  })
  return (
    <Dialog
      open
      width={420}
      title={text.title}
      mask={{ closable: false }}
      okText={text.confirm}
      confirmLoading={prove.isPending}
      onOk={() => form.submit()}
      onCancel={() => endStepUp(false)}
    >
      <p>{text.intro(due.minutes)}</p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={values => prove.mutate(values)}>
        <Form.Item
          name="proof"
          label={isCode ? text.code : text.password}
          extra={isCode ? text.codeExtra : undefined}
          rules={[{ required: true, whitespace: isCode, message: isCode ? text.codeMissing : text.passwordMissing }]}
        >
          {isCode ? (
            <Input autoComplete="one-time-code" maxLength={20} autoFocus />
          ) : (
            <Input.Password autoComplete="current-password" autoFocus />
          )}
        </Form.Item>
        <button type="submit" hidden />
      </Form>
      {!isCode && due.providers.length > 0 && <Providers providers={due.providers} />}
    </Dialog>
  )
}

/** For who has no password: a fresh sign-in at the provider. The page is left, so what was refused is done by hand again. */
function Providers({ providers }: Pick<StepUpDue, 'providers'>) {
  const text = useText()
  const leave = useMutation({
    mutationFn: (id: string) => api.stepUp.beginSso({ body: { provider_id: id } }),
    onSuccess: ({ content }) => {
      const { pathname, search } = window.location
      leaveFor(content.url, { binding: content.binding, purpose: 'prove', returnTo: pathname + search })
    },
  })
  return (
    <>
      <p className="sl-muted">{text.orSso}</p>
      {providers.map(({ id, label }) => (
        <Button key={id} loading={leave.isPending && leave.variables === id} onClick={() => leave.mutate(id)}>
          {text.by(label)}
        </Button>
      ))}
      <div role="alert">{leave.error !== null && describeError(leave.error).message}</div>
    </>
  )
}
