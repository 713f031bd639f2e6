import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Input } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { dropDraft } from '../../../../lib/drafts.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { AccountModel, ModelConfig } from '../types.ts'
import { useText } from '../use-text.ts'

interface Props {
  readonly model: AccountModel
  readonly config: ModelConfig
  readonly isDirty: boolean
  readonly about: string
  onReset(): void
}

/** Save what was changed, drop it, or match by it from now on. */
export function ModelActions({ model, config, isDirty, about, onReset }: Props) {
  const text = useText().actions
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const params = { id: model.account_id }
  const onError = (error: unknown) => void message.error(describeError(error).message)
  const refresh = async () => {
    dropDraft(about)
    await client.invalidateQueries({
      predicate: ({ queryKey }) => ['accountModel', 'flow'].includes(String(queryKey[0])),
    })
  }
  const save = useMutation({
    mutationFn: () => api.accountModel.saveDraft({ params, body: { config } }),
    onSuccess: async () => {
      message.success(text.saved)
      await refresh()
    },
    onError,
  })
  const discard = useMutation({
    mutationFn: () => api.accountModel.discardDraft({ params }),
    onSuccess: refresh,
    onError,
  })
  return (
    <>
      {isDirty && (
        <>
          <CanButton authority="reconciliation:update" onClick={onReset}>
            {text.reset}
          </CanButton>
          <CanButton
            type="primary"
            authority="reconciliation:update"
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {text.save}
          </CanButton>
        </>
      )}
      {!isDirty && model.draft !== null && (
        <>
          <CanButton authority="reconciliation:update" loading={discard.isPending} onClick={() => discard.mutate()}>
            {text.discard}
          </CanButton>
          <CanButton type="primary" authority="reconciliation:update" onClick={() => setAsking(true)}>
            {text.publish}
          </CanButton>
        </>
      )}
      {isAsking && <Publish model={model} onDone={refresh} onClose={() => setAsking(false)} />}
    </>
  )
}

interface PublishProps {
  readonly model: AccountModel
  onDone(): Promise<void>
  onClose(): void
}

function Publish({ model, onDone, onClose }: PublishProps) {
  const text = useText().actions
  const id = useId()
  const [note, setNote] = useState('')
  const others = [...new Set(model.flows.flatMap(({ accounts }) => accounts))].filter(
    name => name !== model.account_name,
  )
  const publish = useMutation({
    mutationFn: () => api.accountModel.publish({ params: { id: model.account_id }, body: { note: note.trim() } }),
    async onSuccess({ content }) {
      message.success(text.published(content.withdrawn))
      onClose()
      await onDone()
    },
  })
  return (
    <Dialog
      open
      width={480}
      title={text.ask}
      okText={text.publish}
      confirmLoading={publish.isPending}
      onOk={() => publish.mutate()}
      onCancel={onClose}
    >
      {publish.error && <Alert type="error" showIcon title={describeError(publish.error).message} />}
      <p>{text.about}</p>
      {others.length > 0 && <Alert type="warning" showIcon title={text.others(others)} />}
      <label htmlFor={id}>{text.note}</label>
      <Input.TextArea id={id} rows={3} maxLength={500} value={note} onChange={event => setNote(event.target.value)} />
    </Dialog>
  )
}
