import { MoreOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useCan } from '../../../../lib/session.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import type { SubAccount } from '../types.ts'
import { useText } from '../use-text.ts'
import { OneTimePassword } from './one-time-password.tsx'

const PersonDataDialog = lazyPart(async () => ({
  default: (await import('./person-data-dialog.tsx')).PersonDataDialog,
}))

const asked = ['disable', 'signOut', 'resetPassword', 'resetTotp', 'remove'] as const
type Asked = (typeof asked)[number]
type Act = Asked | 'enable' | 'unlock' | 'personData'

/** Everything that can be done to a person's account; what cannot says why. */
export function UserActions({ user, onEdit }: { readonly user: SubAccount; onEdit(): void }) {
  const text = useText()
  const can = useCan()
  const [asking, setAsking] = useState<Asked | null>(null)
  const [password, setPassword] = useState<string | null>(null)
  const act = useAct(user, setPassword, () => setAsking(null))
  const mightier = user.is_mightier ? text.reasons.mightier : undefined
  const notOwn = user.is_own ? text.reasons.own : mightier
  const item = (key: Act, permission: string, reason: string | undefined, danger = false) => {
    const why = can(permission) ? reason : text.reasons.missing(permission)
    return { key, label: text[key], danger, disabled: why !== undefined, ...(why !== undefined && { title: why }) }
  }
  const items = [
    item('resetPassword', 'user:update', notOwn),
    ...(user.status === 'locked' ? [item('unlock', 'user:update', mightier)] : []),
    item('signOut', 'user:update', mightier),
    ...(user.has_totp ? [item('resetTotp', 'user:update', notOwn)] : []),
    item('personData', 'user:query', mightier),
    item('remove', 'user:delete', notOwn, true),
  ]
  const [isShowingData, setShowingData] = useState(false)
  const choose = (key: Act) => {
    if (key === 'personData') setShowingData(true)
    else if (key === 'unlock' || key === 'enable') act.mutate(key)
    else setAsking(key)
  }
  return (
    <span className="sl-row-actions">
      <CanButton type="link" size="small" authority="user:update" reason={mightier} onClick={onEdit}>
        {text.edit}
      </CanButton>
      {user.status === 'disabled' ? (
        <CanButton
          type="link"
          size="small"
          authority="user:update"
          reason={mightier}
          onClick={() => act.mutate('enable')}
        >
          {text.enable}
        </CanButton>
      ) : (
        <CanButton
          type="link"
          size="small"
          authority="user:update"
          reason={notOwn}
          onClick={() => setAsking('disable')}
        >
          {text.disable}
        </CanButton>
      )}
      <Dropdown
        trigger={['click']}
        // Keys are those of `items`.
        menu={{ items, onClick: ({ key }) => choose(key as Act) }}
      >
        <Button type="text" size="small" icon={<MoreOutlined />} aria-label={text.more(user.username)} />
      </Dropdown>
      {asked.map(kind => (
        <ConfirmDanger
          key={kind}
          open={asking === kind}
          title={text.ask[kind](user.username)}
          text={text.ask[`${kind}Text`]}
          action={text[kind]}
          isBusy={act.isPending}
          onConfirm={() => act.mutate(kind)}
          onCancel={() => setAsking(null)}
        />
      ))}
      <Suspense>{isShowingData && <PersonDataDialog user={user} onClose={() => setShowingData(false)} />}</Suspense>
      {password !== null && (
        <OneTimePassword username={user.sign_in_name} password={password} onClose={() => setPassword(null)} />
      )}
    </span>
  )
}

function useAct(user: SubAccount, onPassword: (password: string) => void, onEnd: () => void) {
  const text = useText()
  const client = useQueryClient()
  const input = { params: { id: user.id } }
  const send = async (act: Exclude<Act, 'personData'>): Promise<string | null> => {
    if (act === 'resetPassword') {
      onPassword((await api.subAccount.resetPassword(input)).content.one_time_password)
      return null
    }
    if (act === 'unlock') await api.passport.unlock(input)
    else if (act === 'resetTotp') await api.totp.reset(input)
    else if (act === 'remove') await api.subAccount.destroy(input)
    else await api.subAccount[act](input)
    return text.done[act]
  }
  return useMutation({
    mutationFn: send,
    onSuccess: told => {
      if (told !== null) message.success(told)
      onEnd()
      void client.invalidateQueries({ queryKey: ['subAccount'] })
    },
    onError: error => {
      onEnd()
      message.error(describeError(error).message)
    },
  })
}
