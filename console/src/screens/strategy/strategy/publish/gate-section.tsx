import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { Section } from '../../../../ui/section.tsx'
import { usePublishText } from '../texts/use-publish-text.ts'
import type { Strategy } from '../types.ts'
import { refreshPublishing } from './refresh.ts'

/** Whether changes wait for their publication. */
export function GateSection({ strategy: { id, gate } }: { readonly strategy: Strategy }) {
  const text = usePublishText().gate
  const [isAsking, setAsking] = useState(false)
  const set = useMutation({
    mutationFn: (required: boolean) => api.strategyPublish.setGate({ params: { id }, body: { required } }),
    onSuccess() {
      setAsking(false)
      void message.success(text.done)
      void refreshPublishing()
    },
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <Section
      title={text.title}
      text={gate.required ? text.on : text.off}
      extra={
        <CanButton
          authority="strategy:publish"
          type={gate.required ? 'default' : 'primary'}
          loading={set.isPending}
          reason={gate.required && gate.draft ? text.hasDraft : undefined}
          onClick={() => (gate.required ? setAsking(true) : set.mutate(true))}
        >
          {gate.required ? text.turnOff : text.turnOn}
        </CanButton>
      }
    >
      <ConfirmDanger
        open={isAsking}
        title={text.turnOffTitle}
        text={text.turnOffText}
        action={text.turnOff}
        isBusy={set.isPending}
        onConfirm={() => set.mutate(false)}
        onCancel={() => setAsking(false)}
      />
    </Section>
  )
}
