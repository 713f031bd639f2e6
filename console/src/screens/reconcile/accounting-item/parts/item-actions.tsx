import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { CanButton } from '../../../../ui/can.tsx'
import type { AccountingItem } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshItems } from './queries.ts'

// Opened by few.
const ItemForm = lazy(async () => ({ default: (await import('./item-form.tsx')).ItemForm }))
const ConfirmDanger = lazy(async () => ({ default: (await import('../../../../ui/confirm-danger.tsx')).ConfirmDanger }))

/** Changes an item; deletes one that no line is of. */
export function ItemActions({ item }: { readonly item: AccountingItem }) {
  const text = useText()
  const client = useQueryClient()
  const [open, setOpen] = useState<'form' | 'remove' | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.accountingItem.delete({ params: { id: item.id } }),
    onSuccess: async () => {
      message.success(text.removed)
      setOpen(null)
      await refreshItems(client)
    },
    onError: error => message.error(describeError(error).message),
  })
  return (
    <>
      <CanButton type="link" size="small" authority="reconciliation:update" onClick={() => setOpen('form')}>
        {text.edit}
      </CanButton>
      {!item.is_used && (
        <CanButton type="link" size="small" danger authority="reconciliation:delete" onClick={() => setOpen('remove')}>
          {text.remove}
        </CanButton>
      )}
      <Suspense>
        {open === 'form' && <ItemForm item={item} onClose={() => setOpen(null)} />}
        {open === 'remove' && (
          <ConfirmDanger
            open
            title={text.removeTitle(item.name)}
            text={text.removeText}
            action={text.remove}
            isBusy={isPending}
            onConfirm={() => mutate()}
            onCancel={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  )
}
