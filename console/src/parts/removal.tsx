import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert } from 'antd'
import { message } from '../lib/announce.ts'
import { describeError } from '../lib/describe-error.ts'
import { ConfirmDanger } from '../ui/confirm-danger.tsx'

export interface RemovalProps {
  /** null: nothing is asked. */
  readonly row: { readonly id: string; readonly name: string } | null
  readonly text: { readonly removed: string; readonly removeText: string; removeTitle(name: string): string }
  /** The word on the button. */
  readonly action: string
  remove(id: string): Promise<unknown>
  refresh(client: QueryClient): Promise<void>
  onRemoved?(): void
  onClose(): void
}

/** Asks before something of the catalogue is deleted, and says what is in the way. */
export function Removal({ row, text, action, remove, refresh, onRemoved, onClose }: RemovalProps) {
  const client = useQueryClient()
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      message.success(text.removed)
      onClose()
      onRemoved?.()
      await refresh(client)
    },
  })
  return (
    <ConfirmDanger
      open={row !== null}
      title={text.removeTitle(row?.name ?? '')}
      text={
        <>
          {text.removeText}
          {error && <Alert type="error" showIcon title={describeError(error).message} />}
        </>
      }
      action={action}
      isBusy={isPending}
      onConfirm={() => row && mutate(row.id)}
      onCancel={() => {
        reset()
        onClose()
      }}
    />
  )
}
