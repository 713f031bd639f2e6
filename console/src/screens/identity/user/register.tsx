import { useQuery } from '@tanstack/react-query'
import { Button, Input, type InputProps, Popover } from 'antd'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useWords } from '../../../lib/i18n.ts'
import { mobile, useMedia } from '../../../lib/media.ts'
import { findPasswordProblems } from '../../../lib/password-rules.ts'
import { useCountdown } from '../../../lib/use-countdown.ts'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { login, registerResult } from './pages.ts'
import { CaptchaField } from './parts/captcha-field.tsx'
import { Field } from './parts/field.tsx'
import { NotEnabled } from './parts/not-enabled.tsx'
import { PasswordStrength } from './parts/password-strength.tsx'
import { Problem } from './parts/problem.tsx'
import { findFieldErrors, type Registration } from './registration.ts'
import { type CaptchaProof, encode, loadCipher, readRefusal, type SignIn } from './sign-in.ts'
import { useText } from './use-text.ts'
import './user.css'

const PATH = '/api/passport/register'
const nothing: Registration = { company: '', code: '', username: '', password: '', password2: '' }

/** A tenant of one's own, where this installation lets everybody have one. */
export default function Register() {
  const text = useText()
  const { data, error, refetch } = useQuery(api.passport.options.query())
  if (error) return <ErrorBlock error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={6} hasTitle />
  if (!data.content.registration) return <NotEnabled title={text.registerClosed} text={text.registerClosedText} />
  return <RegisterForm />
}

function RegisterForm() {
  const text = useText()
  const say = useWords()
  const navigate = useNavigate()
  const [values, setValues] = useState(nothing)
  const [proof, setProof] = useState<CaptchaProof | null>(null)
  const [round, setRound] = useState(0)
  const [wasSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [outcome, setOutcome] = useState<SignIn | null>(null)
  const [waitSeconds, setWaitSeconds] = useCountdown()
  const isNarrow = useMedia(mobile)
  const problems = findPasswordProblems({ oldPassword: null, password: values.password, password2: values.password2 })
  const own = findErrors(
    values,
    text,
    problems.map(({ field, text: words }) => [field, say(words)] as const),
  )
  const errors: Readonly<Record<string, string>> = { ...refused, ...(wasSent ? own : {}) }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setSent(true)
    setRefused({})
    if (Object.keys(own).length > 0 || proof === null || isBusy || waitSeconds > 0) return
    setBusy(true)
    setOutcome(null)
    try {
      const encodedata = await encode({ ...values, captcha: proof }, PATH)
      const { content } = await api.register.create({ body: { encodedata } })
      await navigate(registerResult.href({ search: content }), { replace: true })
    } catch (error) {
      const fields = findFieldErrors(error)
      const refusal = readRefusal(error)
      setRefused(fields)
      setOutcome(Object.keys(fields).length > 0 ? null : refusal)
      if (refusal.kind === 'wait') setWaitSeconds(refusal.seconds)
      setRound(round + 1)
    }
    setBusy(false)
  }
  const change = (name: keyof Registration) => ({
    value: values[name],
    onChange: (event: { readonly target: { readonly value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setRefused(({ [name]: _, ...rest }) => rest)
    },
  })
  const input = (name: keyof Registration, label: string, more: InputProps, hint?: string): ReactNode => (
    <Field label={label} error={errors[name] ?? null} hint={hint ?? null}>
      {field => <Input {...field} {...more} {...change(name)} size="large" />}
    </Field>
  )
  return (
    <form className="us-form" noValidate onSubmit={event => void submit(event)} onFocus={() => void loadCipher()}>
      <h1>{text.registerTitle}</h1>
      <p className="us-intro">{text.registerIntro}</p>
      {input('company', text.company, { autoComplete: 'organization', maxLength: 100, autoFocus: true })}
      {input('code', text.tenantCode, { autoComplete: 'off', maxLength: 40 }, text.codeHint)}
      {input('username', text.username, { autoComplete: 'username', maxLength: 60 }, text.usernameHint)}
      <Field label={text.password} error={errors['password'] ?? null}>
        {field => (
          <Popover
            trigger="focus"
            placement={isNarrow ? 'bottomRight' : 'right'}
            content={<PasswordStrength password={values.password} />}
            destroyOnHidden
          >
            <Input.Password
              {...field}
              {...change('password')}
              size="large"
              autoComplete="new-password"
              maxLength={200}
            />
          </Popover>
        )}
      </Field>
      <Field label={text.password2} error={errors['password2'] ?? null}>
        {field => (
          <Input.Password
            {...field}
            {...change('password2')}
            size="large"
            autoComplete="new-password"
            maxLength={200}
          />
        )}
      </Field>
      <CaptchaField
        purpose="register"
        round={round}
        error={wasSent && proof === null ? text.captchaMissing : null}
        onChange={setProof}
      />
      <div role="alert">
        <Problem outcome={outcome} waitSeconds={waitSeconds} />
      </div>
      <Button type="primary" size="large" htmlType="submit" block loading={isBusy} disabled={waitSeconds > 0}>
        {waitSeconds > 0 ? text.waitButton(waitSeconds) : text.registerSubmit}
      </Button>
      <p className="us-forgot">
        <Link to={login.href()}>{text.haveAccount}</Link>
      </p>
    </form>
  )
}

/** By field; what the rules of passwords say comes as pairs, the first of each field counts. */
function findErrors(
  values: Registration,
  text: ReturnType<typeof useText>,
  passwords: readonly (readonly [string, string])[],
): Record<string, string> {
  const code = values.code.trim()
  const username = values.username.trim()
  return {
    ...(values.company.trim().length < 2 && { company: text.companyMissing }),
    ...(!/^[a-z0-9][a-z0-9-]{1,39}$/.test(code) && { code: code === '' ? text.tenantMissing : text.codeHint }),
    ...(!/^(?!.*@[^.]*$)[\p{L}\p{N}][\p{L}\p{N}._@-]{2,59}$/u.test(username) && {
      username: username === '' ? text.usernameMissing : text.usernameHint,
    }),
    ...Object.fromEntries(passwords.toReversed()),
  }
}
