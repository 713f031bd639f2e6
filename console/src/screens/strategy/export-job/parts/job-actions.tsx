import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import type { ExportJob } from '../types.ts'
import { useText } from '../use-text.ts'

/** What can be done with an export in its state. */
export function JobActions({ job }: { readonly job: ExportJob }) {
  const text = useText()
  const [isAsking, setAsking] = useState(false)
  const { download, cancel, again, remove } = useActs(job, () => setAsking(false))
  const look = { type: 'link', size: 'small', authority: 'strategy:export' } as const
  const isOpen = job.state === 'queued' || job.state === 'running'
  const params = { id: job.id }
  if (isOpen)
    return (
      <span className="sl-row-actions">
        <CanButton {...look} loading={cancel.isPending} onClick={() => cancel.mutate({ params })}>
          {text.cancel}
        </CanButton>
      </span>
    )
  return (
    <span className="sl-row-actions">
      {job.state === 'done' && (
        <CanButton {...look} loading={download.isPending} onClick={() => download.mutate()}>
          {text.download}
        </CanButton>
      )}
      <CanButton {...look} loading={again.isPending} onClick={() => again.mutate({ params })}>
        {text.again}
      </CanButton>
      <CanButton {...look} danger onClick={() => setAsking(true)}>
        {text.remove}
      </CanButton>
      <ConfirmDanger
        open={isAsking}
        title={text.removeTitle(job.strategy_name)}
        text={text.removeText}
        action={text.remove}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
        onCancel={() => setAsking(false)}
      />
    </span>
  )
}

function useActs(job: ExportJob, onRemoved: () => void) {
  const text = useText()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: api.exportJob.list.key() })
  const onError = (error: unknown) => void message.error(describeError(error).message)
  const after = (words: string) => async () => {
    message.success(words)
    await refresh()
  }
  return {
    download: useMutation({
      mutationFn: async () =>
        saveFile(await api.exportJob.download({ params: { id: job.id } }), `${job.strategy_name}.${job.format}`),
      onError,
    }),
    cancel: useMutation({ ...api.exportJob.cancel.mutation(), onSuccess: after(text.cancelled), onError }),
    again: useMutation({ ...api.exportJob.again.mutation(), onSuccess: after(text.begun), onError }),
    remove: useMutation({
      ...api.exportJob.remove.mutation(),
      onSuccess: async () => {
        onRemoved()
        await after(text.removed)()
      },
      onError,
    }),
  }
}
