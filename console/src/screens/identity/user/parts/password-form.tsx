import { LockOutlined, UserOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { type KeyboardEvent, type SubmitEvent, Suspense, useState } from 'react'
import { useCountdown } from '../../../../lib/use-countdown.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { type CaptchaProof, loadCipher, type SignIn, signIn } from '../sign-in.ts'
import { useText } from '../use-text.ts'
import { Field } from './field.tsx'
import { Problem } from './problem.tsx'

// Seen after three wrong passwords.
const CaptchaField = lazyPart(async () => ({ default: (await import('./captcha-field.tsx')).CaptchaField }))

export interface FormProps {
  /** `done`, or `secondFactor` with its ticket. Everything else the form says itself. */
  onOutcome(outcome: SignIn): void
}

/** User name and password. Two plain fields: antd's Form would be a tenth of this page's weight. */
export function PasswordForm({ onOutcome }: FormProps) {
  const text = useText()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [proof, setProof] = useState<CaptchaProof | null>(null)
  const [round, setRound] = useState(0)
  const [bits, setBits] = useState<number | null>(null)
  const [wasSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<SignIn | null>(null)
  const [hasCapsLock, setCapsLock] = useState(false)
  const [waitSeconds, setWaitSeconds] = useCountdown()
  const needsCaptcha = round > 0
  const isComplete = username.trim() !== '' && password !== '' && (!needsCaptcha || proof !== null)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setSent(true)
    if (!isComplete || isBusy || waitSeconds > 0) return
    setBusy(true)
    const result = await signIn({ username: username.trim(), password, ...(proof && { captcha: proof }) })
    setBusy(false)
    setOutcome(result)
    if (result.kind === 'wait') setWaitSeconds(result.seconds)
    // The question that was asked is spent by its answer.
    if (result.kind === 'workNeeded') setBits(result.bits)
    if (result.kind === 'captchaNeeded' || result.kind === 'workNeeded' || needsCaptcha) {
      setSent(false)
      setRound(round + 1)
    }
    onOutcome(result)
  }
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <form noValidate onSubmit={event => void submit(event)} onFocus={() => void loadCipher()}>
      <Field label={text.username} error={wasSent && username.trim() === '' ? text.usernameMissing : null}>
        {field => (
          <Input
            {...field}
            size="large"
            prefix={<UserOutlined />}
            autoComplete="username"
            autoFocus
            maxLength={200}
            value={username}
            onChange={event => setUsername(event.target.value)}
          />
        )}
      </Field>
      <Field
        label={text.password}
        error={wasSent && password === '' ? text.passwordMissing : null}
        hint={hasCapsLock ? text.capsLock : null}
        isWarning
      >
        {field => (
          <Input.Password
            {...field}
            size="large"
            prefix={<LockOutlined />}
            autoComplete="current-password"
            maxLength={1000}
            value={password}
            onChange={event => setPassword(event.target.value)}
            onKeyDown={watchCapsLock}
            onKeyUp={watchCapsLock}
          />
        )}
      </Field>
      {needsCaptcha && (
        <Suspense>
          <CaptchaField
            purpose="login"
            round={round}
            bits={bits}
            error={wasSent && proof === null ? text.captchaMissing : null}
            onChange={setProof}
          />
        </Suspense>
      )}
      <div role="alert">
        <Problem outcome={outcome} waitSeconds={waitSeconds} />
      </div>
      <Button type="primary" size="large" htmlType="submit" block loading={isBusy} disabled={waitSeconds > 0}>
        {waitSeconds > 0 ? text.waitButton(waitSeconds) : text.submit}
      </Button>
    </form>
  )
}
