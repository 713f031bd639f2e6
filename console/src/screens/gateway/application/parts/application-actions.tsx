import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { MoreActions } from '../../../../parts/more-actions.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import type { Application, Credentials } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshApplications } from './refresh.ts'

// Opened by few.
const ApplicationForm = lazyPart(async () => ({ default: (await import('./application-form.tsx')).ApplicationForm }))
const RotateDialog = lazyPart(async () => ({ default: (await import('./rotate-dialog.tsx')).RotateDialog }))
const ConfirmDanger = lazyPart(async () => ({
  default: (await import('../../../../ui/confirm-danger.tsx')).ConfirmDanger,
}))

export interface ApplicationActionsProps {
  readonly application: Application
  onSecret(made: Credentials): void
}

/** What is done with one application. */
export function ApplicationActions({ application, onSecret }: ApplicationActionsProps) {
  const text = useText()
  const [open, setOpen] = useState<'form' | 'secret' | 'tokens' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const params = { id: application.id }
  const enable = useChange(() => api.application.setEnabled({ params, body: { is_enabled: !application.is_enabled } }))
  const end = useChange(() => api.application.endTokens({ params }), close)
  const remove = useChange(() => api.application.delete({ params }), close)
  return (
    <span className="sl-row-actions">
      <CanButton type="link" size="small" authority="gateway:update" onClick={() => setOpen('form')}>
        {text.edit}
      </CanButton>
      <CanButton
        type="link"
        size="small"
        authority="gateway:update"
        loading={enable.isPending}
        onClick={() => enable.mutate()}
      >
        {application.is_enabled ? text.disable : text.enable}
      </CanButton>
      <MoreActions
        label={text.more(application.name)}
        actions={[
          { key: 'secret', label: text.rotate.title, authority: 'gateway:secret', onClick: () => setOpen('secret') },
          { key: 'tokens', label: text.endTokens, authority: 'gateway:secret', onClick: () => setOpen('tokens') },
          {
            key: 'remove',
            label: text.remove,
            authority: 'gateway:delete',
            isDanger: true,
            onClick: () => setOpen('remove'),
          },
        ]}
      />
      <Suspense>
        {open === 'form' && <ApplicationForm application={application} onClose={close} />}
        {open === 'secret' && <RotateDialog application={application} onMade={onSecret} onClose={close} />}
        {open === 'tokens' && (
          <ConfirmDanger
            open
            title={text.endTokensTitle(application.name)}
            text={text.endTokensText}
            action={text.endTokens}
            isBusy={end.isPending}
            onConfirm={() => end.mutate()}
            onCancel={close}
          />
        )}
        {open === 'remove' && (
          <ConfirmDanger
            open
            title={text.removeTitle(application.name)}
            text={text.removeText}
            action={text.remove}
            isBusy={remove.isPending}
            onConfirm={() => remove.mutate()}
            onCancel={close}
          />
        )}
      </Suspense>
    </span>
  )
}

function useChange(change: () => Promise<unknown>, after?: () => void) {
  const text = useText()
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      message.success(text.saved)
      after?.()
      await refreshApplications(client)
    },
    onError: error => void message.error(describeError(error).message),
  })
}
