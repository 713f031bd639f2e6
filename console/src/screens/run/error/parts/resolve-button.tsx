import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { useText } from '../use-text.ts'

export interface ResolveButtonProps {
  readonly ids: readonly string[]
  readonly size: 'middle' | 'small'
  readonly isBusy: boolean
  onResolve(): void
}

/** Closes groups. Where records are still in error it asks first, with how many: counted anew, wherever they were chosen. */
export function ResolveButton({ ids, size, isBusy, onResolve }: ResolveButtonProps) {
  const text = useText().batch
  const format = useFormat()
  const [waiting, setWaiting] = useState<number | null>(null)
  const count = useMutation({
    mutationFn: async () => {
      const groups = await Promise.all(ids.map(id => api.errorGroup.get({ params: { id } })))
      return groups.reduce((sum, { content }) => sum + content.open_count, 0)
    },
    onSuccess(records) {
      if (records > 0) return setWaiting(records)
      onResolve()
    },
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <>
      <CanButton
        size={size}
        authority="strategy:update"
        loading={count.isPending || (isBusy && waiting === null)}
        onClick={() => count.mutate()}
      >
        {text.resolve}
      </CanButton>
      <ConfirmDanger
        open={waiting !== null}
        title={text.resolveTitle(format.number(waiting ?? 0))}
        text={text.resolveText}
        action={text.resolve}
        isBusy={isBusy}
        onConfirm={() => {
          setWaiting(null)
          onResolve()
        }}
        onCancel={() => setWaiting(null)}
      />
    </>
  )
}
