import { LoginOutlined, LogoutOutlined } from '@ant-design/icons'
import type { Platform } from '../types.ts'
import { useText } from '../use-text.ts'

/** What a platform can be in a strategy. */
export function RoleTags({ roles }: { readonly roles: Platform['roles'] }) {
  const text = useText().roles
  return (
    <span className="cn-roles">
      {roles.map(role => (
        <span key={role} className={role === 'source' ? 'sl-tag sl-tag-busy' : 'sl-tag sl-tag-calm'}>
          {role === 'source' ? <LogoutOutlined /> : <LoginOutlined />}
          {text[role]}
        </span>
      ))}
    </span>
  )
}
