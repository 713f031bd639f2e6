import { useMutation } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { Section } from '../../../../ui/section.tsx'
import { ConfigChanges } from '../merge/config-changes.tsx'
import { usePublishText } from '../texts/use-publish-text.ts'
import type { Strategy } from '../types.ts'
import { refreshPublishing } from './refresh.ts'

/** What waits, and how it differs from what is published. */
export function DraftSection({ strategy }: { readonly strategy: Strategy }) {
  const text = usePublishText().draft
  const format = useFormat()
  const { draft, required } = strategy.gate
  if (!draft)
    return (
      <Section title={text.title}>
        <Empty isSmall title={text.none} text={required ? text.noneText : text.gateOff} />
      </Section>
    )
  return (
    <Section
      title={text.title}
      text={text.by(draft.revision, draft.username ?? '–', format.time(draft.saved_at))}
      extra={<Discard id={strategy.id} revision={draft.revision} />}
    >
      <p>
        {text.changed}{' '}
        {draft.changed.map(part => (
          <Tag key={part}>{text.parts[part]}</Tag>
        ))}
      </p>
      <ConfigChanges label={text.difference} same={text.same} before={strategy.config} after={draft.config} />
    </Section>
  )
}

function Discard({ id, revision }: { readonly id: string; readonly revision: number }) {
  const text = usePublishText().draft
  const [isAsking, setAsking] = useState(false)
  const discard = useMutation({
    mutationFn: () => api.strategyPublish.discard({ params: { id }, body: { revision } }),
    onSuccess() {
      setAsking(false)
      void message.success(text.discarded)
      void refreshPublishing()
    },
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <>
      <CanButton authority="strategy:update" danger onClick={() => setAsking(true)}>
        {text.discard}
      </CanButton>
      <ConfirmDanger
        open={isAsking}
        title={text.discardTitle}
        text={text.discardText}
        action={text.discard}
        isBusy={discard.isPending}
        onConfirm={() => discard.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
