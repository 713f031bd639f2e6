import { nextRecordState, type RecordEvent, type RecordState } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { useText } from '../texts/use-text.ts'

type Kind = 'reprocess' | 'ignore' | 'confirm'

const events = { reprocess: 'reprocess', ignore: 'ignore', confirm: 'confirmWritten' } satisfies Record<
  Kind,
  RecordEvent
>

export interface RecordActionsProps {
  readonly strategyId: string
  readonly ids: readonly string[]
  /** Of the one record: what its state refuses is not offered. Left out for many, which the server sorts out. */
  readonly state?: RecordState
  onDone(): void
}

/** What a person can decide about records. Writing again and confirming ask first. */
export function RecordActions({ strategyId, ids, state, onDone }: RecordActionsProps) {
  const text = useText().data
  const [asked, setAsked] = useState<'reprocess' | 'confirm' | null>(null)
  const act = useMutation({
    mutationFn: (kind: Kind) => api.strategyData[kind]({ params: { strategy: strategyId }, body: { ids: [...ids] } }),
    onSuccess({ content }) {
      if (content.changed > 0) void message.success(text.changed(content.changed))
      if (content.refused.length > 0)
        void message.warning(text.refused(content.refused.length, content.refused[0]?.message ?? ''))
      void queryClient.invalidateQueries({ queryKey: ['strategyData'] })
      void queryClient.invalidateQueries({ queryKey: api.strategy.counters.key() })
      setAsked(null)
      onDone()
    },
    onError: error => void message.error(describeError(error).message),
  })
  const allows = (kind: Kind): boolean => state === undefined || nextRecordState(state, events[kind]) !== null
  return (
    <>
      {allows('reprocess') && (
        <CanButton size="small" authority="strategy:update" onClick={() => setAsked('reprocess')}>
          {text.reprocess}
        </CanButton>
      )}
      {allows('ignore') && (
        <CanButton
          size="small"
          authority="strategy:update"
          loading={act.isPending}
          onClick={() => act.mutate('ignore')}
        >
          {text.ignore}
        </CanButton>
      )}
      {allows('confirm') && (
        <CanButton size="small" authority="strategy:update" onClick={() => setAsked('confirm')}>
          {text.confirm}
        </CanButton>
      )}
      <ConfirmDanger
        open={asked !== null}
        title={asked === 'confirm' ? text.confirm : text.reprocess}
        text={asked === 'confirm' ? text.confirmText : text.reprocessText}
        action={asked === 'confirm' ? text.confirm : text.reprocess}
        isBusy={act.isPending}
        onConfirm={() => asked !== null && act.mutate(asked)}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}
