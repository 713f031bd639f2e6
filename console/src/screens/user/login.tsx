import { LockOutlined, UserOutlined } from '@ant-design/icons'
import { Alert, Button, Input } from 'antd'
import { type KeyboardEvent, type SubmitEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { describeError } from '../../lib/describe-error.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { readRedirect } from '../../lib/login-redirect.ts'
import { login } from './pages.ts'
import { Field } from './parts/field.tsx'
import { loadCipher, type SignIn, signIn } from './sign-in.ts'
import { useText } from './use-text.ts'
import './user.css'

/** Sign-in by user name and password. Two plain fields: antd's Form would be a tenth of this page's weight. */
export default function Login() {
  const text = useText()
  const navigate = useNavigate()
  const [{ redirect }] = login.useSearch()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [wasSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<SignIn | null>(null)
  const [hasCapsLock, setCapsLock] = useState(false)
  const [waitSeconds, setWaitSeconds] = useCountdown()
  const isComplete = username.trim() !== '' && password !== ''
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setSent(true)
    if (!isComplete || isBusy || waitSeconds > 0) return
    setBusy(true)
    const result = await signIn({ username: username.trim(), password })
    setBusy(false)
    setOutcome(result)
    if (result.kind === 'wait') setWaitSeconds(result.seconds)
    if (result.kind === 'done') await navigate(readRedirect(redirect, window.location.origin), { replace: true })
  }
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <form className="us-form" noValidate onSubmit={event => void submit(event)} onFocus={() => void loadCipher()}>
      <h1>{text.title}</h1>
      <p className="us-intro">{text.intro}</p>
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
      <div role="alert">
        <Problem outcome={outcome} waitSeconds={waitSeconds} />
      </div>
      <Button type="primary" size="large" htmlType="submit" block loading={isBusy} disabled={waitSeconds > 0}>
        {waitSeconds > 0 ? text.waitButton(waitSeconds) : text.submit}
      </Button>
      <p className="us-forgot">{text.forgot}</p>
    </form>
  )
}

interface ProblemProps {
  readonly outcome: SignIn | null
  readonly waitSeconds: number
}

function Problem({ outcome, waitSeconds }: ProblemProps) {
  const text = useText()
  const language = useLanguage()
  if (outcome === null || outcome.kind === 'done') return null
  if (outcome.kind === 'wait')
    return waitSeconds > 0 && <Alert type="warning" showIcon title={text.wait(waitSeconds)} className="us-problem" />
  if (outcome.kind === 'wrong') return <Alert type="error" showIcon title={text.wrong} className="us-problem" />
  const { title, message } = describeError(outcome.error, language)
  return <Alert type="error" showIcon title={title} description={message} className="us-problem" />
}

/** Seconds until the next try, counting down to 0. */
function useCountdown(): readonly [number, (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return [seconds, setSeconds]
}
