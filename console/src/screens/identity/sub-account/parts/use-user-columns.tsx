import { Tag, Tooltip } from 'antd'
import { useFormat } from '../../../../lib/format.ts'
import type { DataColumn } from '../../../../ui/data-table.tsx'
import type { SubAccount } from '../types.ts'
import { useText } from '../use-text.ts'
import { UserActions } from './user-actions.tsx'

const colours = { active: 'success', disabled: 'default', locked: 'warning' } as const

export function useUserColumns(onEdit: (user: SubAccount) => void): DataColumn<SubAccount>[] {
  const text = useText()
  const format = useFormat()
  // What is shown at first fits beside the side menu at 1440 px in every language.
  return [
    {
      key: 'username',
      ellipsis: true,
      title: text.columns.username,
      width: 150,
      isAlwaysShown: true,
      sortKey: 'username',
      render: (_, user) => (
        <span className="sa-name">
          {user.username}
          {user.is_own && <Tag color="cyan">{text.own}</Tag>}
        </span>
      ),
    },
    {
      key: 'nickname',
      ellipsis: true,
      title: text.columns.nickname,
      width: 150,
      render: (_, user) => user.nickname || '–',
    },
    { key: 'role', title: text.columns.role, width: 120, dataIndex: 'role_name', ellipsis: true },
    { key: 'status', title: text.columns.status, width: 150, render: (_, user) => <State user={user} /> },
    {
      key: 'lastLogin',
      title: text.columns.lastLogin,
      width: 170,
      sortKey: 'last_login_at',
      render: (_, user) =>
        user.last_login_at === null ? <span className="sl-muted">{text.never}</span> : format.time(user.last_login_at),
    },
    {
      key: 'phone',
      ellipsis: true,
      title: text.columns.phone,
      width: 140,
      isHidden: true,
      render: (_, user) => user.phone ?? '–',
    },
    {
      key: 'email',
      title: text.columns.email,
      width: 170,
      isHidden: true,
      ellipsis: true,
      render: (_, user) => user.email ?? '–',
    },
    {
      key: 'sessions',
      title: text.columns.sessions,
      width: 90,
      align: 'end',
      render: (_, user) => format.number(user.sessions),
    },
    {
      key: 'created',
      title: text.columns.created,
      width: 180,
      isHidden: true,
      sortKey: 'created_at',
      render: (_, user) => format.time(user.created_at),
    },
    {
      key: 'remark',
      title: text.columns.remark,
      width: 180,
      isHidden: true,
      ellipsis: true,
      render: (_, user) => user.remark || '–',
    },
    {
      key: 'actions',
      title: text.columns.actions,
      width: 160,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, user) => <UserActions user={user} onEdit={() => onEdit(user)} />,
    },
  ]
}

function State({ user }: { readonly user: SubAccount }) {
  const text = useText()
  const format = useFormat()
  const tag = <Tag color={colours[user.status]}>{text.states[user.status]}</Tag>
  return (
    <span className="sa-name">
      {user.locked_until === null ? (
        tag
      ) : (
        <Tooltip title={text.lockedUntil(format.time(user.locked_until))}>{tag}</Tooltip>
      )}
      {user.has_totp && <Tag>{text.totp}</Tag>}
      {user.must_change_password && <Tag>{text.mustChange}</Tag>}
    </span>
  )
}
