import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, Suspense, useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { readRedirect } from '../../../lib/login-redirect.ts'
import { login, register, sso } from './pages.ts'
import { PasswordForm } from './parts/password-form.tsx'
import type { SignIn } from './sign-in.ts'
import { useText } from './use-text.ts'
import './user.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Most come by password.
const PhoneForm = lazyPart(async () => ({ default: (await import('./parts/phone-form.tsx')).PhoneForm }))
const SecondFactorForm = lazyPart(async () => ({
  default: (await import('./parts/second-factor-form.tsx')).SecondFactorForm,
}))

const ways = ['password', 'phone'] as const
type Way = (typeof ways)[number]

/** Sign-in by password or by phone, and the second factor where one is set up. */
export default function Login() {
  const text = useText()
  const navigate = useNavigate()
  const [{ redirect }] = login.useSearch()
  const [way, setWay] = useState<Way>('password')
  const [ticket, setTicket] = useState<string | null>(null)
  const { data } = useQuery(api.passport.options.query())
  const offered = data?.content
  const finish = () => void navigate(readRedirect(redirect, window.location.origin), { replace: true })
  const take = (outcome: SignIn) => {
    if (outcome.kind === 'done') finish()
    if (outcome.kind === 'secondFactor') setTicket(outcome.ticket)
  }
  if (ticket !== null)
    return (
      <Suspense>
        <SecondFactorForm ticket={ticket} onDone={finish} onBack={() => setTicket(null)} />
      </Suspense>
    )
  return (
    <div className="us-form">
      <h1>{text.title}</h1>
      <p className="us-intro">{text.intro}</p>
      {offered?.sms && <Ways way={way} onChange={setWay} />}
      {way === 'password' ? (
        <PasswordForm onOutcome={take} />
      ) : (
        <Suspense>
          <PhoneForm onOutcome={take} />
        </Suspense>
      )}
      <p className="us-forgot">
        {offered?.sso && <Link to={sso.href({ search: { redirect } })}>{text.bySso}</Link>}
        {offered?.registration && <Link to={register.href()}>{text.toRegister}</Link>}
        <span>{text.forgot}</span>
      </p>
    </div>
  )
}

interface WaysProps {
  readonly way: Way
  onChange(way: Way): void
}

/** Two tabs by hand: antd's would be a twentieth of this page's weight. */
function Ways({ way, onChange }: WaysProps) {
  const text = useText()
  const id = useId()
  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const other = way === 'password' ? 'phone' : 'password'
    onChange(other)
    document.getElementById(`${id}-${other}`)?.focus()
  }
  return (
    <div className="us-ways" role="tablist" aria-label={text.ways}>
      {ways.map(each => (
        <button
          key={each}
          id={`${id}-${each}`}
          type="button"
          role="tab"
          aria-selected={way === each}
          tabIndex={way === each ? 0 : -1}
          onClick={() => onChange(each)}
          onKeyDown={move}
        >
          {each === 'password' ? text.byPassword : text.byPhone}
        </button>
      ))}
    </div>
  )
}
