import type { ErrorGroupStatus } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { useText } from '../use-text.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { refreshErrors } from './refresh-errors.ts'
import { ResolveButton } from './resolve-button.tsx'

export interface GroupActionsProps {
  readonly ids: readonly string[]
  /** Of the one group this is about; absent for several. */
  readonly status?: ErrorGroupStatus
  readonly isLarge?: boolean
  onDone(): void
}

/** Whose groups are and how far. Leaving records out is asked first, and so is closing what is not mended. */
export function GroupActions({ ids, status, isLarge, onDone }: GroupActionsProps) {
  const text = useText()
  const format = useFormat()
  const [isAssigning, setAssigning] = useState(false)
  const [isIgnoring, setIgnoring] = useState(false)
  const set = useMutation({
    mutationFn: (next: ErrorGroupStatus) => api.errorGroup.setStatus({ body: { ids: [...ids], status: next } }),
    async onSuccess() {
      setIgnoring(false)
      void message.success(text.batch.done)
      await refreshErrors()
      onDone()
    },
    onError: error => void message.error(describeError(error).message),
  })
  const isOver = status === 'resolved' || status === 'ignored'
  const size = isLarge ? 'middle' : 'small'
  return (
    <>
      <CanButton size={size} authority="strategy:update" onClick={() => setAssigning(true)}>
        {text.batch.assign}
      </CanButton>
      {status !== 'ignored' && (
        <CanButton size={size} authority="strategy:update" onClick={() => setIgnoring(true)}>
          {text.batch.ignore}
        </CanButton>
      )}
      {isOver ? (
        <CanButton size={size} authority="strategy:update" loading={set.isPending} onClick={() => set.mutate('open')}>
          {text.drawer.reopen}
        </CanButton>
      ) : (
        <ResolveButton
          ids={ids}
          size={size}
          isBusy={set.isPending && !isIgnoring}
          onResolve={() => set.mutate('resolved')}
        />
      )}
      {isAssigning && <AssignDialog ids={ids} onClose={() => setAssigning(false)} onDone={onDone} />}
      <ConfirmDanger
        open={isIgnoring}
        title={text.batch.ignoreTitle(format.number(ids.length))}
        text={text.batch.ignoreText}
        action={text.batch.ignore}
        isBusy={set.isPending}
        onConfirm={() => set.mutate('ignored')}
        onCancel={() => setIgnoring(false)}
      />
    </>
  )
}
