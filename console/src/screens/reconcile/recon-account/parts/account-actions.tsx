import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { accountModelPage } from '../../account-model/pages.ts'
import { importList } from '../../bill-import/pages.ts'
import { billingList } from '../../billing/pages.ts'
import type { Account } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshAccounts } from './queries.ts'

// Opened by few.
const AccountForm = lazy(async () => ({ default: (await import('./account-form.tsx')).AccountForm }))
const ConfirmDanger = lazy(async () => ({ default: (await import('../../../../ui/confirm-danger.tsx')).ConfirmDanger }))

/** What can be done with one account. */
export function AccountActions({ account }: { readonly account: Account }) {
  const text = useText()
  const client = useQueryClient()
  const [open, setOpen] = useState<'form' | 'close' | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (status: 'active' | 'frozen' | 'closed') =>
      api.reconAccount.setStatus({ params: { id: account.id }, body: { status, version: account.version } }),
    onSuccess: async () => {
      message.success(text.changed)
      setOpen(null)
      await refreshAccounts(client)
    },
    onError: error => message.error(describeError(error).message),
  })
  const isActive = account.status === 'active'
  return (
    <>
      <Link to={billingList.href({ search: { account_id: account.id } })}>{text.lines}</Link>{' '}
      {isActive && <Link to={importList.href({ search: { account_id: account.id } })}>{text.import}</Link>}
      <Link to={accountModelPage.href({ params: { id: account.id } })}>{text.model}</Link>
      <Button type="link" size="small" onClick={() => setOpen('form')}>
        {text.edit}
      </Button>
      {account.status !== 'closed' && (
        <>
          <CanButton
            type="link"
            size="small"
            authority="reconciliation:update"
            onClick={() => mutate(isActive ? 'frozen' : 'active')}
          >
            {isActive ? text.freeze : text.activate}
          </CanButton>
          {!isActive && (
            <CanButton
              type="link"
              size="small"
              danger
              authority="reconciliation:update"
              onClick={() => setOpen('close')}
            >
              {text.close}
            </CanButton>
          )}
        </>
      )}
      <Suspense>
        {open === 'form' && <AccountForm account={account} onClose={() => setOpen(null)} />}
        {open === 'close' && (
          <ConfirmDanger
            open
            title={text.closeTitle(account.name)}
            text={text.closeText}
            action={text.close}
            isBusy={isPending}
            onConfirm={() => mutate('closed')}
            onCancel={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  )
}
