import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert } from 'antd'
import { message } from '../lib/announce.ts'
import { describeError } from '../lib/describe-error.ts'
import { ConfirmDanger } from '../ui/confirm-danger.tsx'
import { RemovalImpact, type RemovalImpactProps } from './removal-impact.tsx'
import { useRemovalImpact } from './use-removal-impact.ts'

type Kind = Parameters<typeof useRemovalImpact>[0]

export interface RemovalProps extends Partial<Pick<RemovalImpactProps, 'linkOf'>> {
  /** null: nothing is asked. */
  readonly row: { readonly id: string; readonly name: string } | null
  readonly text: { readonly removed: string; readonly removeText: string; removeTitle(name: string): string }
  /** What the lineage calls it, with `linkOf`: then who would miss it is told. */
  readonly kind?: Kind
  /** The word on the button. */
  readonly action: string
  remove(id: string): Promise<unknown>
  refresh(client: QueryClient): Promise<void>
  onRemoved?(): void
  onClose(): void
}

/** Asks before something of the catalogue is deleted, and says what is in the way. */
export function Removal({ row, kind, linkOf, text, action, remove, refresh, onRemoved, onClose }: RemovalProps) {
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
  const asked = useRemovalImpact(kind ?? 'asset', kind && row ? [row.id] : [])
  return (
    <ConfirmDanger
      open={row !== null}
      title={text.removeTitle(row?.name ?? '')}
      text={
        <>
          <p>{text.removeText}</p>
          {linkOf && <RemovalImpact asked={asked} linkOf={linkOf} />}
          {error && <Alert type="error" showIcon title={describeError(error).message} />}
        </>
      }
      action={action}
      isBusy={isPending}
      isUnknown={asked.isLoading}
      onConfirm={() => row && mutate(row.id)}
      onCancel={() => {
        reset()
        onClose()
      }}
    />
  )
}
