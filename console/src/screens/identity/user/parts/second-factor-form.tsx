import { SafetyCertificateOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { type SubmitEvent, useState } from 'react'
import { useCountdown } from '../../../../lib/use-countdown.ts'
import { finishSignIn, type SignIn } from '../sign-in.ts'
import { useText } from '../use-text.ts'
import { Field } from './field.tsx'
import { Problem } from './problem.tsx'
import '../user.css'

export interface SecondFactorFormProps {
  readonly ticket: string
  onDone(): void
  onBack(): void
}

/** The code of the authenticator, after the password was right. */
export function SecondFactorForm({ ticket, onDone, onBack }: SecondFactorFormProps) {
  const text = useText()
  const [code, setCode] = useState('')
  const [wasSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<SignIn | null>(null)
  const [waitSeconds, setWaitSeconds] = useCountdown()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setSent(true)
    if (code.trim().length < 6 || isBusy || waitSeconds > 0) return
    setBusy(true)
    const result = await finishSignIn(ticket, code.trim())
    setBusy(false)
    setOutcome(result)
    if (result.kind === 'wait') setWaitSeconds(result.seconds)
    if (result.kind === 'done') onDone()
  }
  return (
    <form className="us-form" noValidate onSubmit={event => void submit(event)}>
      <h1>{text.secondTitle}</h1>
      <p className="us-intro">{text.secondIntro}</p>
      <Field label={text.secondCode} error={wasSent && code.trim().length < 6 ? text.secondMissing : null}>
        {field => (
          <Input
            {...field}
            size="large"
            prefix={<SafetyCertificateOutlined />}
            autoComplete="one-time-code"
            autoFocus
            maxLength={20}
            value={code}
            onChange={event => setCode(event.target.value)}
          />
        )}
      </Field>
      <div role="alert">
        <Problem outcome={outcome} waitSeconds={waitSeconds} />
      </div>
      <Button type="primary" size="large" htmlType="submit" block loading={isBusy} disabled={waitSeconds > 0}>
        {waitSeconds > 0 ? text.waitButton(waitSeconds) : text.submit}
      </Button>
      <p className="us-forgot">
        <Button type="link" size="small" onClick={onBack}>
          {text.back}
        </Button>
      </p>
    </form>
  )
}
