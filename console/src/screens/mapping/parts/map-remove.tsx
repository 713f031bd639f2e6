import { ApiError } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { ConfirmDanger } from '../../../ui/confirm-danger.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { strategyDetail } from '../../strategy/pages.ts'
import type { ValueMap } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshMaps } from './queries.ts'

interface Use {
  readonly id: string
  readonly name: string
}

export interface MapRemoveProps {
  readonly map: ValueMap
  onClose(): void
  onRemoved?(): void
}

/** Asks before a map goes; strategies in the way are named instead. */
export function MapRemove({ map, onClose, onRemoved }: MapRemoveProps) {
  const text = useText()
  const client = useQueryClient()
  const [uses, setUses] = useState<readonly Use[] | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.mapping.delete({ params: { id: map.id } }),
    onSuccess: async () => {
      message.success(text.danger.removed)
      onClose()
      onRemoved?.()
      await refreshMaps(client)
    },
    onError: error => {
      // The refusal names the strategies in the way.
      if (error instanceof ApiError && error.body?.code === 'conflict.inUse') setUses(error.body.content as Use[])
      else message.error(describeError(error).message)
    },
  })
  if (uses !== null)
    return (
      <Dialog
        open
        width={440}
        title={text.danger.inUse}
        okText={text.danger.close}
        cancelButtonProps={{ hidden: true }}
        onOk={onClose}
        onCancel={onClose}
      >
        <ul>
          {uses.map(use => (
            <li key={use.id}>
              <Link to={strategyDetail.href({ params: { id: use.id } })}>{use.name}</Link>
            </li>
          ))}
        </ul>
      </Dialog>
    )
  return (
    <ConfirmDanger
      open
      title={text.danger.title(map.name)}
      text={text.danger.text(map.line_count)}
      action={text.remove}
      isBusy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  )
}
