import { CopyOutlined, DeleteOutlined, EditOutlined, PauseOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { useListText } from '../texts/use-list-text.ts'
import type { StrategyRow } from '../types.ts'
import { type BatchResult, tellResults } from './tell-results.ts'

const CopyDialog = lazyPart(async () => ({ default: (await import('../parts/copy-dialog.tsx')).CopyDialog }))
const DeleteDialog = lazyPart(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }))
const EditManyDialog = lazyPart(async () => ({ default: (await import('./edit-many-dialog.tsx')).EditManyDialog }))

export interface BatchActionsProps {
  readonly ids: readonly string[]
  readonly rows: readonly StrategyRow[]
  onDone(): void
}

/** Start, stop, copy, edit or delete what is selected; every refusal is told by name. */
export function BatchActions({ ids, rows, onDone }: BatchActionsProps) {
  const text = useListText()
  const [opened, setOpened] = useState<'copy' | 'edit' | 'delete' | null>(null)
  const close = () => setOpened(null)
  const finish = (results: BatchResult) => {
    tellResults(results, rows, text)
    void queryClient.invalidateQueries({ queryKey: ['strategy'] })
    close()
    onDone()
  }
  const batch = useMutation({
    mutationFn: (kind: 'batchStart' | 'batchStop' | 'batchDelete') => api.strategy[kind]({ body: { ids: [...ids] } }),
    onSuccess: ({ content }) => finish(content),
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <>
      <CanButton
        size="small"
        icon={<PlayCircleOutlined />}
        authority="strategy:start"
        loading={batch.isPending}
        onClick={() => batch.mutate('batchStart')}
      >
        {text.start}
      </CanButton>
      <CanButton
        size="small"
        icon={<PauseOutlined />}
        authority="strategy:stop"
        loading={batch.isPending}
        onClick={() => batch.mutate('batchStop')}
      >
        {text.stop}
      </CanButton>
      <CanButton size="small" icon={<CopyOutlined />} authority="strategy:add" onClick={() => setOpened('copy')}>
        {text.copy}
      </CanButton>
      <CanButton size="small" icon={<EditOutlined />} authority="strategy:update" onClick={() => setOpened('edit')}>
        {text.edit}
      </CanButton>
      <CanButton
        size="small"
        danger
        icon={<DeleteOutlined />}
        authority="strategy:delete"
        onClick={() => setOpened('delete')}
      >
        {text.delete}
      </CanButton>
      <Suspense>
        {opened === 'delete' && (
          <DeleteDialog
            ids={ids}
            rows={rows}
            isBusy={batch.isPending}
            onConfirm={() => batch.mutate('batchDelete')}
            onCancel={close}
          />
        )}
        {opened === 'copy' && (
          <CopyDialog
            ids={ids}
            onClose={close}
            onCopied={() => {
              close()
              onDone()
            }}
          />
        )}
        {opened === 'edit' && <EditManyDialog ids={ids} onClose={close} onDone={finish} />}
      </Suspense>
    </>
  )
}
