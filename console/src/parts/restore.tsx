import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { message } from '../lib/announce.ts'
import { describeError } from '../lib/describe-error.ts'
import { ConfirmDanger } from '../ui/confirm-danger.tsx'

export interface RestoreProps {
  readonly version: number
  readonly text: {
    readonly restore: string
    readonly restoreText: string
    readonly restored: string
    restoreTitle(version: number): string
  }
  restore(version: number): Promise<unknown>
  refresh(client: QueryClient): Promise<void>
  onClose(): void
}

/** Asks before an earlier version is brought back. */
export function Restore({ version, text, restore, refresh, onClose }: RestoreProps) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: restore,
    onSuccess: async () => {
      message.success(text.restored)
      onClose()
      await refresh(client)
    },
    onError: error => message.error(describeError(error).message),
  })
  return (
    <ConfirmDanger
      open
      title={text.restoreTitle(version)}
      text={text.restoreText}
      action={text.restore}
      isBusy={isPending}
      onConfirm={() => mutate(version)}
      onCancel={onClose}
    />
  )
}
