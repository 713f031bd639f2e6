import { useMutation } from '@tanstack/react-query'
import { Alert, Form, InputNumber, Progress, Select } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Section } from '../../../../ui/section.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { usePublishText } from '../texts/use-publish-text.ts'
import type { Strategy } from '../types.ts'
import { refreshPublishing } from './refresh.ts'
import { isOver, type Rehearsal } from './rehearsal.ts'
import { RehearsalResult } from './rehearsal-result.tsx'

export interface RehearsalSectionProps {
  readonly strategy: Strategy
  /** Newest first. */
  readonly rehearsals: readonly Rehearsal[]
  readonly shown: Rehearsal | undefined
  /** null: the newest. */
  onChoose(id: string | null): void
}

/** The draft over stored records: asked for, under way, and what came of it. */
export function RehearsalSection({ strategy, rehearsals, shown, onChoose }: RehearsalSectionProps) {
  const text = usePublishText().rehearsal
  const format = useFormat()
  const { draft } = strategy.gate
  return (
    <Section
      title={text.title}
      text={text.hint}
      extra={
        rehearsals.length > 1 && (
          <Select
            className="st-rehearsals"
            aria-label={text.choose}
            value={shown?.id ?? null}
            options={rehearsals.map(({ id, created_at, revision, state }) => ({
              value: id,
              label: text.option(format.shortTime(created_at), revision, text.states[state]),
            }))}
            onChange={onChoose}
          />
        )
      }
    >
      {draft && (
        <Request
          id={strategy.id}
          revision={draft.revision}
          isRunning={!rehearsals.every(isOver)}
          onStarted={() => onChoose(null)}
        />
      )}
      {shown && (
        <>
          <Bar rehearsal={shown} />
          {shown.failure && <Alert type="error" showIcon title={shown.failure.message} />}
          {shown.state === 'done' && <RehearsalResult key={shown.id} rehearsal={shown} />}
        </>
      )}
    </Section>
  )
}

interface RequestProps {
  readonly id: string
  readonly revision: number
  readonly isRunning: boolean
  onStarted(): void
}

function Request({ id, revision, isRunning, onStarted }: RequestProps) {
  const text = usePublishText().rehearsal
  const ids = { days: useId(), max: useId() }
  const [days, setDays] = useState<number | null>(7)
  const [max, setMax] = useState<number | null>(100_000)
  const start = useMutation({
    mutationFn: () =>
      api.strategyPublish.rehearse({
        params: { id },
        body: { revision, ...(days !== null && { days }), ...(max !== null && { max_records: max }) },
      }),
    onSuccess() {
      onStarted()
      void refreshPublishing()
    },
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <Form layout="vertical" component="div" className="st-rehearse">
      <FormRow label={text.days} htmlFor={ids.days}>
        <InputNumber id={ids.days} min={1} max={90} precision={0} value={days} onChange={setDays} />
      </FormRow>
      <FormRow label={text.max} htmlFor={ids.max}>
        <InputNumber id={ids.max} min={1} max={1_000_000} precision={0} value={max} onChange={setMax} />
      </FormRow>
      <CanButton
        type="primary"
        authority="strategy:update"
        loading={start.isPending}
        reason={isRunning ? text.isRunning : undefined}
        onClick={() => start.mutate()}
      >
        {text.start}
      </CanButton>
    </Form>
  )
}

function Bar({ rehearsal }: { readonly rehearsal: Rehearsal }) {
  const text = usePublishText().rehearsal
  const format = useFormat()
  const { total, examined, state, cancelling } = rehearsal
  const percent = state === 'done' ? 100 : total === null || total === 0 ? 0 : Math.floor((examined / total) * 100)
  const cancel = useMutation({
    mutationFn: () => api.strategyPublish.cancel({ params: { id: rehearsal.id } }),
    onSuccess: () => refreshPublishing(),
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <div aria-live="polite">
      <p>
        <strong>{cancelling ? text.cancelling : text.states[state]}</strong>{' '}
        {total === null
          ? !isOver(rehearsal) && text.counting
          : text.progress(format.number(examined), format.number(total))}
      </p>
      <Progress
        percent={percent}
        aria-label={text.running}
        status={
          state === 'failed' ? 'exception' : state === 'done' ? 'success' : isOver(rehearsal) ? 'normal' : 'active'
        }
      />
      {!isOver(rehearsal) && (
        <CanButton
          authority="strategy:update"
          reason={cancelling ? text.cancelling : undefined}
          loading={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          {text.cancel}
        </CanButton>
      )}
    </div>
  )
}
