import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../../../lib/api.ts'
import { openOwnPassword } from '../../../lib/own-password.ts'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { maskEmail, maskPhone, showPhone } from './contact.ts'
import { settingsBase, settingsBinding, settingsSecurity } from './pages.ts'
import { SettingsFrame } from './parts/settings-frame.tsx'
import { TokenSection } from './parts/token-section.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { TotpPanel } from './totp-panel.tsx'
import { useText } from './use-text.ts'

/** What keeps the account safe: password, addresses, second factor, sign-ins, tokens for scripts. */
export default function SettingsSecurity() {
  return (
    <SettingsFrame page={settingsSecurity}>
      <AccountRows />
      <TotpPanel />
      <SessionsPanel />
      <TokenSection />
    </SettingsFrame>
  )
}

function AccountRows() {
  const text = useText().security
  const { data, error, refetch } = useQuery(api.account.center.query())
  if (!data)
    return (
      <Section title={text.title}>
        {error ? <ErrorBlock isSmall error={error} onRetry={() => void refetch()} /> : <Skeleton rows={4} />}
      </Section>
    )
  const { email, email_confirmed: isEmailConfirmed, phone, phone_confirmed: isConfirmed } = data.content
  const shownPhone = phone === null ? text.none : maskPhone(showPhone(phone))
  return (
    <Section title={text.title}>
      <Row
        title={text.password}
        value={text.passwordText}
        action={
          <Button type="link" onClick={openOwnPassword}>
            {text.change}
          </Button>
        }
      />
      <Row
        title={text.phone}
        value={phone === null ? text.none : `${shownPhone} · ${isConfirmed ? text.confirmed : text.unconfirmed}`}
        action={<Link to={settingsBinding.href()}>{text.change}</Link>}
      />
      <Row
        title={text.email}
        value={
          email === null ? text.none : `${maskEmail(email)} · ${isEmailConfirmed ? text.confirmed : text.unconfirmed}`
        }
        action={<Link to={settingsBase.href()}>{text.change}</Link>}
      />
    </Section>
  )
}

interface RowProps {
  readonly title: string
  readonly value: string
  readonly action: ReactNode
}

function Row({ title, value, action }: RowProps) {
  return (
    <div className="ac-row">
      <div>
        <strong>{title}</strong>
        <span className="sl-muted">{value}</span>
      </div>
      {action}
    </div>
  )
}
