import { MobileOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { Alert, Button, Input } from 'antd'
import { type SubmitEvent, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { isPhone } from '../../../../lib/phone-number.ts'
import { useCountdown } from '../../../../lib/use-countdown.ts'
import { type CaptchaProof, loadCipher, readRefusal, type SignIn, signIn } from '../sign-in.ts'
import { useText } from '../use-text.ts'
import { CaptchaField } from './captcha-field.tsx'
import { Field } from './field.tsx'
import type { FormProps } from './password-form.tsx'
import { Problem } from './problem.tsx'

interface Sent {
  readonly ticket: string
  readonly code?: string | undefined
}

/** A phone number and the code it receives. */
export function PhoneForm({ onOutcome }: FormProps) {
  const text = useText()
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [proof, setProof] = useState<CaptchaProof | null>(null)
  const [round, setRound] = useState(0)
  const [checked, setChecked] = useState<'nothing' | 'sending' | 'all'>('nothing')
  const [sent, setSent] = useState<Sent | null>(null)
  const [busy, setBusy] = useState<'send' | 'submit' | null>(null)
  const [outcome, setOutcome] = useState<SignIn | null>(null)
  const [resendSeconds, setResendSeconds] = useCountdown()
  const [waitSeconds, setWaitSeconds] = useCountdown()
  const phoneError =
    checked === 'nothing' ? null : phone.trim() === '' ? text.phoneMissing : isPhone(phone) ? null : text.phoneWrong
  const send = async () => {
    setChecked('sending')
    if (!isPhone(phone) || proof === null || resendSeconds > 0) return
    setBusy('send')
    setOutcome(null)
    try {
      const { content } = await api.captcha.sms({ query: { phone, captcha_id: proof.id, captcha: proof.answer } })
      setSent(content)
      setResendSeconds(content.resend_in)
      setChecked('nothing')
    } catch (error) {
      const refusal = readRefusal(error)
      setOutcome(refusal)
      if (refusal.kind === 'wait') setResendSeconds(refusal.seconds)
    }
    setBusy(null)
    setRound(round + 1)
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setChecked('all')
    if (!isPhone(phone) || code.trim() === '' || sent === null || busy !== null) return
    setBusy('submit')
    const result = await signIn({ phone: phone.trim(), ticket: sent.ticket, code: code.trim() })
    setBusy(null)
    setOutcome(result)
    if (result.kind === 'wait') setWaitSeconds(result.seconds)
    onOutcome(result)
  }
  const codeError =
    checked !== 'all' ? null : sent === null ? text.codeFirst : code.trim() === '' ? text.captchaMissing : null
  return (
    <form noValidate onSubmit={event => void submit(event)} onFocus={() => void loadCipher()}>
      <Field label={text.phone} error={phoneError}>
        {field => (
          <Input
            {...field}
            size="large"
            type="tel"
            prefix={<MobileOutlined />}
            autoComplete="tel"
            autoFocus
            maxLength={30}
            value={phone}
            onChange={event => setPhone(event.target.value)}
          />
        )}
      </Field>
      <CaptchaField
        purpose="sms"
        round={round}
        error={checked === 'sending' && proof === null ? text.captchaMissing : null}
        onChange={setProof}
      />
      <Field label={text.smsCode} error={codeError}>
        {field => (
          <div className="us-code">
            <Input
              {...field}
              size="large"
              inputMode="numeric"
              prefix={<SafetyCertificateOutlined />}
              autoComplete="one-time-code"
              maxLength={10}
              value={code}
              onChange={event => setCode(event.target.value)}
            />
            <Button size="large" loading={busy === 'send'} disabled={resendSeconds > 0} onClick={() => void send()}>
              {resendSeconds > 0 ? text.resendIn(resendSeconds) : text.sendCode}
            </Button>
          </div>
        )}
      </Field>
      <div role="status">
        {sent && outcome === null && (
          <Alert
            type="success"
            showIcon
            className="us-problem"
            title={sent.code === undefined ? text.codeSent : text.codeShown(sent.code)}
          />
        )}
      </div>
      <div role="alert">
        <Problem outcome={outcome} waitSeconds={Math.max(waitSeconds, resendSeconds)} />
      </div>
      <Button
        type="primary"
        size="large"
        htmlType="submit"
        block
        loading={busy === 'submit'}
        disabled={waitSeconds > 0}
      >
        {waitSeconds > 0 ? text.waitButton(waitSeconds) : text.submit}
      </Button>
    </form>
  )
}
