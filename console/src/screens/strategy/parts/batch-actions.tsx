import { DeleteOutlined, PauseOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { message, notification } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { queryClient } from '../../../lib/query.ts'
import { CanButton } from '../../../ui/can.tsx'
import { ConfirmDanger } from '../../../ui/confirm-danger.tsx'
import type { StrategyRow } from '../types.ts'
import { useListText } from '../use-list-text.ts'

export interface BatchActionsProps {
  readonly ids: readonly string[]
  readonly rows: readonly StrategyRow[]
  onDone(): void
}

/** Start, stop or delete what is selected; every refusal is told by name. */
export function BatchActions({ ids, rows, onDone }: BatchActionsProps) {
  const text = useListText()
  const [isAsking, setAsking] = useState(false)
  const batch = useMutation({
    mutationFn: (kind: 'batchStart' | 'batchStop' | 'batchDelete') => api.strategy[kind]({ body: { ids: [...ids] } }),
    onSuccess({ content }) {
      const failed = content.filter(result => !result.ok)
      const done = content.length - failed.length
      if (done > 0) void message.success(text.batchDone(done))
      for (const result of failed) {
        const name = rows.find(row => row.id === result.id)?.name ?? result.id
        notification.warning({ title: text.batchFailed(name, result.message) })
      }
      void queryClient.invalidateQueries({ queryKey: ['strategy'] })
      setAsking(false)
      onDone()
    },
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
      <CanButton
        size="small"
        danger
        icon={<DeleteOutlined />}
        authority="strategy:delete"
        onClick={() => setAsking(true)}
      >
        {text.delete}
      </CanButton>
      <ConfirmDanger
        open={isAsking}
        title={text.deleteTitle(ids.length)}
        text={text.deleteText}
        action={text.delete}
        isBusy={batch.isPending}
        onConfirm={() => batch.mutate('batchDelete')}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
