import { ClearOutlined, DownOutlined, KeyOutlined, LogoutOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { api } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'
import { clearSession, useSession } from '../lib/session.ts'
import { clearTokens, readTokens, storeTokens } from '../lib/tokens.ts'
import { useShellText } from './use-text.ts'

// The form's code (22 kB) is for the few who change their password.
const OwnPassword = lazy(async () => ({ default: (await import('./own-password.tsx')).OwnPassword }))

/** What a signed-in user may do with the account. Personal centre and settings join here when they exist. */
export function UserMenu() {
  const text = useShellText()
  const profile = useSession(session => session.profile)
  const [isPasswordOpen, setPasswordOpen] = useState(false)
  const items = [
    { key: 'password', icon: <KeyOutlined />, label: text.setPassword, onClick: () => setPasswordOpen(true) },
    { key: 'cache', icon: <ClearOutlined />, label: text.cacheRefresh, onClick: refreshCache },
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
          <OwnPassword open isForced={isForced} onClose={() => setPasswordOpen(false)} />
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

/** The server first, so that the token dies there too; a server that does not answer keeps nobody signed in here. */
async function logOut(): Promise<void> {
  await api.passport.logout().catch(() => undefined)
  clearTokens()
  clearSession()
  queryClient.clear()
  window.location.assign('/user/login')
}
