import {
  ClearOutlined,
  DownOutlined,
  KeyOutlined,
  LogoutOutlined,
  RobotOutlined,
  SettingOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { api, beginSignOut } from '../lib/api.ts'
import { dropOwnData } from '../lib/own-data.ts'
import { closeOwnPassword, openOwnPassword, useOwnPassword } from '../lib/own-password.ts'
import { queryClient } from '../lib/query.ts'
import { useSession } from '../lib/session.ts'
import { dropTokens, readTokens, storeTokens } from '../lib/tokens.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useShellText } from './use-text.ts'

// The form's code (22 kB) is for the few who change their password.
const OwnPassword = lazyPart(async () => ({ default: (await import('./own-password.tsx')).OwnPassword }))

// Asked for by few tenants.
const TotpDue = lazyPart(async () => ({ default: (await import('./totp-due.tsx')).TotpDue }))

/** What a signed-in user may do with the account. Spec §2. */
export function UserMenu() {
  const text = useShellText()
  const profile = useSession(session => session.profile)
  const navigate = useNavigate()
  const isPasswordOpen = useOwnPassword(({ isOpen }) => isOpen)
  const go = (path: string) => () => void navigate(path)
  const items = [
    { key: 'center', icon: <UserOutlined />, label: text.center, onClick: go('/account/center') },
    { key: 'settings', icon: <SettingOutlined />, label: text.ownSettings, onClick: go('/account/settings') },
    { key: 'password', icon: <KeyOutlined />, label: text.setPassword, onClick: openOwnPassword },
    { key: 'cache', icon: <ClearOutlined />, label: text.cacheRefresh, onClick: refreshCache },
    { key: 'assistant', icon: <RobotOutlined />, label: text.assistant, onClick: go('/account/assistant') },
    { type: 'divider' as const },
    { key: 'logout', icon: <LogoutOutlined />, label: text.logout, onClick: () => void logOut() },
  ]
  const isForced = profile?.must_change_password === true
  const isPasswordDue = isPasswordOpen || isForced
  const name = profile?.nickname || profile?.name || profile?.username || ''
  return (
    <>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        <Button type="text" className="sh-user" aria-label={`${text.user} ${name}`}>
          <UserPicture name={name} src={profile?.avatar ?? null} />
          <span className="sh-user-name">{name}</span>
          <DownOutlined className="sh-user-arrow" />
        </Button>
      </Dropdown>
      {isPasswordDue && (
        <Suspense>
          <OwnPassword open isForced={isForced} onClose={closeOwnPassword} />
        </Suspense>
      )}
      {profile?.must_set_up_totp === true && !isPasswordDue && (
        <Suspense>
          <TotpDue />
        </Suspense>
      )}
    </>
  )
}

interface PictureProps {
  readonly name: string
  readonly src: string | null
}

function UserPicture({ name, src }: PictureProps) {
  if (src !== null) return <img src={src} alt="" className="sh-avatar" />
  return (
    <span className="sh-avatar" aria-hidden="true">
      {name.slice(0, 1).toUpperCase()}
    </span>
  )
}

/** Forgets everything cached but the sign-in. Spec §9. */
function refreshCache(): void {
  const tokens = readTokens()
  queryClient.clear()
  localStorage.clear()
  if (tokens) storeTokens({ access_token: tokens.access, refresh_token: tokens.refresh })
  window.location.reload()
}

/**
 * The server first, so that the token dies there too; a server that does not answer keeps nobody signed in here. What is
 * in memory goes with the page.
 */
async function logOut(): Promise<void> {
  beginSignOut()
  await api.passport.logout().catch(() => undefined)
  // The gate of this page would lead to the sign-in too, with the way back, and get in the way of this one.
  dropTokens()
  dropOwnData()
  window.location.assign('/user/login')
}
