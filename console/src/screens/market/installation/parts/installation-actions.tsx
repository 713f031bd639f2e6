import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { type MoreAction, MoreActions } from '../../../../parts/more-actions.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import type { Installation } from '../types.ts'
import { useText } from '../use-text.ts'
import { Uninstall } from './uninstall.tsx'

export interface InstallationActionsProps {
  readonly installation: Installation
  onUpgrade(): void
}

/** What is done with an application as a whole. */
export function InstallationActions({ installation, onUpgrade }: InstallationActionsProps) {
  const text = useText()
  const [open, setOpen] = useState<'convert' | 'rollback' | 'uninstall' | null>(null)
  const close = () => setOpen(null)
  const params = { id: installation.id }
  const change = useMutation({
    mutationFn: (kind: 'convert' | 'rollback') => api.installation[kind]({ params }),
    onSuccess: async (_, kind) => {
      message.success(kind === 'convert' ? text.convertDone : text.rollbackDone)
      close()
      await queryClient.invalidateQueries()
    },
    onError: error => void message.error(describeError(error).message),
  })
  const authority = 'market:install'
  const actions: MoreAction[] = [
    ...(installation.is_converted
      ? []
      : [{ key: 'convert', label: text.convert, authority, onClick: () => setOpen('convert') }]),
    ...(installation.previous === null
      ? []
      : [{ key: 'rollback', label: text.rollback, authority, onClick: () => setOpen('rollback') }]),
    { key: 'uninstall', label: text.uninstall, authority, isDanger: true, onClick: () => setOpen('uninstall') },
  ]
  return (
    <>
      <MoreActions label={text.actions} actions={actions} />
      {installation.newer && (
        <CanButton type="primary" authority={authority} onClick={onUpgrade}>
          {text.upgrade}
        </CanButton>
      )}
      <ConfirmDanger
        open={open === 'convert'}
        title={text.convertTitle}
        text={text.convertText}
        action={text.convert}
        isBusy={change.isPending}
        onConfirm={() => change.mutate('convert')}
        onCancel={close}
      />
      <ConfirmDanger
        open={open === 'rollback'}
        title={text.rollbackTitle(installation.previous ?? '')}
        text={text.rollbackText}
        action={text.rollback}
        isBusy={change.isPending}
        onConfirm={() => change.mutate('rollback')}
        onCancel={close}
      />
      <Uninstall installation={installation} open={open === 'uninstall'} onClose={close} />
    </>
  )
}
