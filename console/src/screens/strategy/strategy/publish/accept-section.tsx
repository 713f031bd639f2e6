import { useMutation } from '@tanstack/react-query'
import { Alert, Form, Input } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { Section } from '../../../../ui/section.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { useCanaryText } from '../texts/use-canary-text.ts'
import { usePublishText } from '../texts/use-publish-text.ts'
import type { Strategy } from '../types.ts'
import { CanaryDialog } from './canary-dialog.tsx'
import { refreshPublishing } from './refresh.ts'
import type { Rehearsal } from './rehearsal.ts'

export interface AcceptSectionProps {
  readonly strategy: Strategy
  /** A finished one of the present draft. */
  readonly rehearsal: Rehearsal | undefined
  /** Nothing is published beside it. */
  readonly hasCanary: boolean
}

/** Somebody says that the differences are as wanted; then the draft can go live. */
export function AcceptSection({ strategy, rehearsal, hasCanary }: AcceptSectionProps) {
  const text = usePublishText().accept
  const format = useFormat()
  const id = useId()
  const [note, setNote] = useState('')
  const accept = useMutation({
    mutationFn: (of: string) => api.strategyPublish.accept({ params: { id: of }, body: { note } }),
    onSuccess() {
      setNote('')
      void message.success(text.done)
      void refreshPublishing()
    },
    onError: error => void message.error(describeError(error).message),
  })
  const accepted = rehearsal?.accepted ?? null
  return (
    <Section title={text.title}>
      {accepted === null ? (
        <Form layout="vertical" component="div" className="st-form">
          <FormRow label={text.note} htmlFor={id} hint={text.noteHint}>
            <Input.TextArea
              id={id}
              rows={2}
              maxLength={1000}
              value={note}
              onChange={each => setNote(each.target.value)}
            />
          </FormRow>
        </Form>
      ) : (
        <Alert
          type="success"
          showIcon
          title={text.accepted(accepted.by ?? '–', format.time(accepted.at))}
          {...(accepted.note === '' ? {} : { description: accepted.note })}
        />
      )}
      <div className="st-publish-foot">
        {accepted === null && (
          <CanButton
            authority="strategy:publish"
            loading={accept.isPending}
            reason={rehearsal ? undefined : text.notDone}
            onClick={() => rehearsal && accept.mutate(rehearsal.id)}
          >
            {text.accept}
          </CanButton>
        )}
        <Publish strategy={strategy} rehearsal={rehearsal} hasCanary={hasCanary} />
      </div>
    </Section>
  )
}

function Publish({ strategy, rehearsal, hasCanary }: AcceptSectionProps) {
  const text = usePublishText().accept
  const words = useCanaryText()
  const [isPlanning, setPlanning] = useState(false)
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const revision = strategy.gate.draft?.revision ?? 0
  const publish = useMutation({
    mutationFn: () =>
      api.strategyPublish.publish({ params: { id: strategy.id }, body: { version: strategy.version, revision } }),
    onSuccess({ content }) {
      setAsking(false)
      void message.success(text.published(content.version))
      void refreshPublishing()
    },
    onError: error => void message.error(describeError(error).message),
  })
  const kinds = rehearsal?.kinds
  const count = kinds ? rehearsal.examined - kinds.same - kinds.stillRefused - kinds.unclear : 0
  const missing = !rehearsal ? text.notDone : rehearsal.accepted === null ? text.notAccepted : undefined
  const reason = hasCanary ? words.live : missing
  return (
    <>
      {reason !== undefined && <span className="sl-muted">{reason}</span>}
      <CanButton authority="strategy:publish" reason={reason} onClick={() => setPlanning(true)}>
        {words.start}
      </CanButton>
      {isPlanning && <CanaryDialog strategy={strategy} revision={revision} onClose={() => setPlanning(false)} />}
      <CanButton type="primary" authority="strategy:publish" reason={reason} onClick={() => setAsking(true)}>
        {text.publish}
      </CanButton>
      <ConfirmDanger
        open={isAsking}
        title={text.publishTitle}
        text={text.publishText(format.number(count))}
        action={text.publish}
        isBusy={publish.isPending}
        onConfirm={() => publish.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
