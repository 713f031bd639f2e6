import { LoginOutlined, TeamOutlined } from '@ant-design/icons'
import { Alert, Button, Input } from 'antd'
import { type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useLanguage } from '../../../lib/i18n.ts'
import { readRedirect } from '../../../lib/login-redirect.ts'
import { leaveFor, takeJourney } from '../../../lib/sso-journey.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { login, sso } from './pages.ts'
import { Field } from './parts/field.tsx'
import { attempt } from './sign-in.ts'
import { useText } from './use-text.ts'
import './user.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const SecondFactorForm = lazyPart(async () => ({
  default: (await import('./parts/second-factor-form.tsx')).SecondFactorForm,
}))

/** The way out to an identity provider, and the place it sends the browser back to. */
export default function Sso() {
  const [{ state }] = sso.useSearch()
  return state === undefined ? <Choose /> : <Arrive />
}

const TENANT_KEY = 'sso_tenant'
interface Choice {
  readonly id: string
  readonly label: string
}

function Choose() {
  const text = useText()
  const language = useLanguage()
  const navigate = useNavigate()
  const [{ redirect }] = sso.useSearch()
  const [tenant, setTenant] = useState(() => localStorage.getItem(TENANT_KEY) ?? '')
  const [wasSent, setSent] = useState(false)
  const [choices, setChoices] = useState<readonly Choice[] | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const run = async (what: string, work: () => Promise<void>) => {
    setBusy(what)
    setProblem(null)
    await work().catch(setProblem)
    setBusy(null)
  }
  const find = (event: SubmitEvent) => {
    event.preventDefault()
    setSent(true)
    if (tenant.trim() === '') return
    void run('find', async () => {
      const { content } = await api.sso.choices({ query: { tenant: tenant.trim() } })
      localStorage.setItem(TENANT_KEY, tenant.trim())
      setChoices(content)
    })
  }
  const leave = ({ id }: Choice) =>
    void run(id, async () => {
      const { content } = await api.sso.begin({ body: { provider_id: id } })
      leaveFor(content.url, { binding: content.binding, purpose: 'signIn', returnTo: redirect ?? '/' })
    })
  return (
    <form className="us-form" noValidate onSubmit={find}>
      <h1>{text.ssoTitle}</h1>
      <p className="us-intro">{text.ssoIntro}</p>
      <Field
        label={text.tenantCode}
        error={wasSent && tenant.trim() === '' ? text.tenantMissing : null}
        hint={text.tenantHint}
      >
        {field => (
          <Input
            {...field}
            size="large"
            prefix={<TeamOutlined />}
            autoComplete="organization"
            autoFocus
            maxLength={40}
            value={tenant}
            onChange={event => setTenant(event.target.value)}
          />
        )}
      </Field>
      <div role="alert">
        {problem !== null && (
          <Alert type="error" showIcon className="us-problem" title={describeError(problem, language).message} />
        )}
        {choices?.length === 0 && <Alert type="warning" showIcon className="us-problem" title={text.noProvider} />}
      </div>
      {choices && choices.length > 0 && (
        <div className="us-providers">
          {choices.map(choice => (
            <Button
              key={choice.id}
              size="large"
              block
              icon={<LoginOutlined />}
              loading={busy === choice.id}
              onClick={() => leave(choice)}
            >
              {text.signInWith(choice.label)}
            </Button>
          ))}
        </div>
      )}
      <Button
        type={choices?.length ? 'default' : 'primary'}
        size="large"
        htmlType="submit"
        block
        loading={busy === 'find'}
      >
        {text.findProviders}
      </Button>
      <p className="us-forgot">
        <Button type="link" size="small" onClick={() => navigate(login.href())}>
          {text.back}
        </Button>
      </p>
    </form>
  )
}

/** Back from the provider, once: the address holds what only this browser can use. */
function Arrive() {
  const text = useText()
  const navigate = useNavigate()
  const [arrival] = sso.useSearch()
  const [problem, setProblem] = useState<string | null>(null)
  const [ticket, setTicket] = useState<string | null>(null)
  const [returnTo, setReturnTo] = useState('/')
  const language = useLanguage()
  const wasRun = useRef(false)
  const run = useRef(async () => {})
  run.current = async () => {
    const journey = takeJourney()
    if (!journey) return setProblem(text.ssoLost)
    const { state = '', code, iss, error } = arrival
    if (error !== undefined) return setProblem(text.ssoRefused)
    const body = { state, binding: journey.binding, ...(code && { code }), ...(iss && { iss }) }
    const target = readRedirect(journey.returnTo, window.location.origin)
    setReturnTo(target)
    if (journey.purpose !== 'signIn') {
      try {
        await (journey.purpose === 'link' ? api.sso.link({ body }) : api.stepUp.completeSso({ body }))
        await navigate(target, { replace: true })
      } catch (failure) {
        setProblem(describeError(failure, language).message)
      }
      return
    }
    const outcome = await attempt(async () => (await api.sso.complete({ body })).content)
    if (outcome.kind === 'done') await navigate(target, { replace: true })
    else if (outcome.kind === 'secondFactor') setTicket(outcome.ticket)
    else setProblem(outcome.kind === 'failed' ? describeError(outcome.error, language).message : text.ssoFailed)
  }
  useEffect(() => {
    if (wasRun.current) return
    wasRun.current = true
    void run.current()
  }, [])
  if (ticket !== null)
    return (
      <Suspense>
        <SecondFactorForm
          ticket={ticket}
          onDone={() => void navigate(returnTo, { replace: true })}
          onBack={() => navigate(login.href())}
        />
      </Suspense>
    )
  if (problem === null)
    return (
      <div className="us-notice">
        <h1>{text.ssoArriving}</h1>
        <Skeleton rows={3} />
      </div>
    )
  return (
    <div className="us-notice" role="alert">
      <h1>{text.ssoFailed}</h1>
      <p>{problem}</p>
      <Button type="primary" size="large" onClick={() => navigate(login.href())}>
        {text.back}
      </Button>
    </div>
  )
}
