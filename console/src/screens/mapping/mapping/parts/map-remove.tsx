import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { RemovalImpact } from '../../../../parts/removal-impact.tsx'
import { useRemovalImpact } from '../../../../parts/use-removal-impact.ts'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { linkOfReader } from '../../../insight/lineage/pages.ts'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import type { ValueMap } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshMaps } from './queries.ts'

export interface MapRemoveProps {
  readonly map: ValueMap
  onClose(): void
  onRemoved?(): void
}

/** Asks before a map goes; where strategies look it up it names them instead. */
export function MapRemove({ map, onClose, onRemoved }: MapRemoveProps) {
  const text = useText()
  const client = useQueryClient()
  const references = useQuery({
    ...api.mapping.references.query({ params: { id: map.id } }),
    // What was known a while ago is no answer to a deletion.
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const asked = useRemovalImpact('mapping', [map.id])
  const uses = references.data?.content
  // The strategies have a list of their own.
  const impact = <RemovalImpact asked={asked} linkOf={linkOfReader} without={({ kind }) => kind === 'strategy'} />
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.mapping.delete({ params: { id: map.id } }),
    onSuccess: async () => {
      message.success(text.danger.removed)
      onClose()
      onRemoved?.()
      await refreshMaps(client)
    },
    onError: error => {
      message.error(describeError(error).message)
      // A strategy may have taken it up in the meantime.
      void references.refetch()
    },
  })
  if (uses !== undefined && uses.length > 0)
    return (
      <Dialog
        open
        width={440}
        title={text.danger.inUseTitle(map.name)}
        footer={<Button onClick={onClose}>{text.danger.close}</Button>}
        onCancel={onClose}
      >
        <p>{text.danger.inUse}</p>
        <ul>
          {uses.map(use => (
            <li key={use.id}>
              <Link to={strategyDetail.href({ params: { id: use.id } })}>{use.name}</Link>{' '}
              <StateTag kind="strategy" state={use.status} />
            </li>
          ))}
        </ul>
        {impact}
      </Dialog>
    )
  return (
    <ConfirmDanger
      open
      title={text.danger.title(map.name)}
      text={
        <>
          <p>{text.danger.text(map.line_count)}</p>
          {uses !== undefined && asked.data?.content.hidden === 0 && <p>{text.danger.unused}</p>}
          {impact}
          {references.error && (
            <ErrorBlock isSmall error={references.error} onRetry={() => void references.refetch()} />
          )}
        </>
      }
      action={text.remove}
      isBusy={isPending}
      isUnknown={uses === undefined || references.isFetching || asked.isLoading}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  )
}
