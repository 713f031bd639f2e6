import type { Plan } from '@sluice/api/modules/gateway/plan/contract.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { useText } from '../use-text.ts'

// Opened by few.
const PlanForm = lazyPart(async () => ({ default: (await import('./plan-form.tsx')).PlanForm }))
const ConfirmDanger = lazyPart(async () => ({
  default: (await import('../../../../ui/confirm-danger.tsx')).ConfirmDanger,
}))

/** What is done with one plan. */
export function PlanActions({ plan }: { readonly plan: Plan }) {
  const text = useText()
  const client = useQueryClient()
  const [open, setOpen] = useState<'form' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const remove = useMutation({
    mutationFn: () => api.plan.delete({ params: { id: plan.id } }),
    onSuccess: async () => {
      message.success(text.removed)
      close()
      await client.invalidateQueries({ queryKey: api.plan.list.key() })
    },
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <span className="sl-row-actions">
      <CanButton type="link" size="small" authority="gateway:update" onClick={() => setOpen('form')}>
        {text.edit}
      </CanButton>
      <CanButton type="link" size="small" danger authority="gateway:delete" onClick={() => setOpen('remove')}>
        {text.remove}
      </CanButton>
      <Suspense>
        {open === 'form' && <PlanForm plan={plan} onClose={close} />}
        {open === 'remove' && (
          <ConfirmDanger
            open
            title={text.removeTitle(plan.name)}
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
