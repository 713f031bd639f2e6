import { Alert, Button, Form, Input, QRCode } from 'antd'
import { useState } from 'react'
import { describeError } from '../lib/describe-error.ts'
import { defineTexts, useLanguage } from '../lib/i18n.ts'
import { CopyText, copyToClipboard } from './copy-text.tsx'
import { Dialog } from './dialog.tsx'
import { zh } from './totp-text.zh.ts'
import './totp-setup.css'

const useTotpText = defineTexts(zh, {
  'en-US': () => import('./totp-text.en.ts'),
  'zh-TW': () => import('./totp-text.tw.ts'),
  'pt-BR': () => import('./totp-text.pt.ts'),
})

export interface TotpSetupProps {
  /** Cannot be closed: the tenant asks for it. */
  readonly isForced?: boolean
  onBegin(): Promise<{ readonly secret: string; readonly uri: string }>
  /** The recovery codes. */
  onConfirm(code: string): Promise<readonly string[]>
  /** After the codes were seen. */
  onDone(): void
  onClose(): void
}

type Step =
  | { readonly kind: 'intro' }
  | { readonly kind: 'scan'; readonly secret: string; readonly uri: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

/** Picture, first code, recovery codes. */
export function TotpSetup({ isForced = false, onBegin, onConfirm, onDone, onClose }: TotpSetupProps) {
  const text = useTotpText()
  const language = useLanguage()
  const [form] = Form.useForm<{ code?: string }>()
  const [step, setStep] = useState<Step>({ kind: 'intro' })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const run = async (work: () => Promise<Step>) => {
    setBusy(true)
    setProblem(null)
    await work().then(setStep, setProblem)
    setBusy(false)
  }
  const submit = (values: { readonly code?: string }) =>
    run(async () =>
      step.kind === 'intro'
        ? { kind: 'scan', ...(await onBegin()) }
        : { kind: 'codes', codes: await onConfirm((values.code ?? '').trim()) },
    )
  const isLast = step.kind === 'codes'
  return (
    <Dialog
      open
      width={460}
      title={isLast ? text.codesTitle : text.title}
      closable={!isForced && !isLast}
      keyboard={!isForced && !isLast}
      mask={{ closable: false }}
      okText={isLast ? text.done : step.kind === 'scan' ? text.enable : text.next}
      confirmLoading={isBusy}
      cancelButtonProps={isForced || isLast ? { style: { display: 'none' } } : {}}
      onOk={() => (isLast ? onDone() : form.submit())}
      onCancel={onClose}
    >
      {isForced && step.kind === 'intro' && (
        <Alert type="info" showIcon title={text.forced} className="sl-form-notice" />
      )}
      <div role="alert">
        {problem !== null && (
          <Alert type="error" showIcon title={describeError(problem, language).message} className="sl-form-notice" />
        )}
      </div>
      {step.kind === 'codes' ? (
        <RecoveryCodes codes={step.codes} />
      ) : (
        <Form form={form} layout="vertical" onFinish={values => void submit(values)} requiredMark={false}>
          {step.kind === 'intro' ? (
            <p>{text.intro}</p>
          ) : (
            <>
              <p>{text.scan}</p>
              <div className="sl-totp-picture" role="img" aria-label={text.picture}>
                <QRCode value={step.uri} type="svg" size={176} bordered={false} bgColor="#ffffff" color="#000000" />
              </div>
              <p className="sl-totp-secret">
                {text.secret} <CopyText isShown value={step.secret} />
              </p>
              <Form.Item
                name="code"
                label={text.code}
                rules={[{ required: true, pattern: /^\s*\d{6}\s*$/, message: text.codeMissing }]}
              >
                <Input inputMode="numeric" autoComplete="one-time-code" autoFocus maxLength={8} />
              </Form.Item>
            </>
          )}
          <button type="submit" hidden />
        </Form>
      )}
    </Dialog>
  )
}

/** Shown once. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const text = useTotpText()
  return (
    <>
      <p>{text.codesText}</p>
      <ol className="sl-totp-codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Button onClick={() => void copyToClipboard(codes.join('\n'))}>{text.copyCodes}</Button>
    </>
  )
}
