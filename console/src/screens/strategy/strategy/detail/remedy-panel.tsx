import type { Remedy } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Descriptions, Form, Input, InputNumber, Switch } from 'antd'
import { useId } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { Section } from '../../../../ui/section.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { usePart, useSaveConfig } from '../parts/use-save-config.ts'
import { useCursorText } from '../texts/use-cursor-text.ts'
import type { Cursor, Strategy } from '../types.ts'
import { LateNote } from './late-note.tsx'

const readRemedy = ({ config }: Strategy): Remedy | null => config.remedy ?? null

/** Days past, read again on a schedule of their own, and what that has caught. */
export function RemedyPanel({ strategy, cursor }: { readonly strategy: Strategy; readonly cursor: Cursor }) {
  const text = useCursorText().remedy
  const format = useFormat()
  const timeZone = strategy.schedule.timeZone
  const first = { schedule: { cron: '0 3 * * *', timeZone }, fromDaysAgo: 2, toDaysAgo: 1 }
  const { remedy } = cursor
  const part = usePart(strategy, 'remedy', readRemedy)
  const { base, draft, change: setDraft, begin } = part
  const ids = { on: useId(), cron: useId() }
  const save = useSaveConfig(base, text.saved, (saved, { remedy: sent }) => begin(saved, sent))
  const { no_time: number } = remedy
  const hindrance =
    cursor.field === null ? text.needsField : number === null ? undefined : text.needsTime(cursor.field, number)
  const isOrdered = draft === null || draft.fromDaysAgo > draft.toDaysAgo
  const start = useMutation({
    mutationFn: () => api.strategyCursor.remedy({ params: { id: strategy.id } }),
    onSuccess() {
      void message.success(text.started)
      void queryClient.invalidateQueries({ queryKey: ['run'] })
    },
    onError: error => void message.error(describeError(error).message),
  })
  const items = [
    { key: 'runs', label: text.runs, children: format.number(remedy.runs) },
    { key: 'caught', label: text.caught, children: <strong>{format.number(remedy.caught)}</strong> },
    { key: 'last', label: text.last, children: format.time(remedy.last_at) },
    { key: 'next', label: text.next, children: format.time(remedy.next_at) },
  ]
  return (
    <Section title={text.title} text={text.hint}>
      <RestoredNote typed={part} />
      <Form layout="vertical" component="div" className="st-form">
        <FormRow label={text.isOn} htmlFor={ids.on} hint={hindrance}>
          <Switch
            id={ids.on}
            disabled={hindrance !== undefined && draft === null}
            checked={draft !== null}
            onChange={isOn => setDraft(isOn ? first : null)}
          />
        </FormRow>
        {draft !== null && (
          <div className="st-columns">
            <FormRow label={text.cron} htmlFor={ids.cron} hint={draft.schedule.timeZone}>
              <Input
                id={ids.cron}
                className="sl-code"
                value={draft.schedule.cron}
                onChange={event => setDraft({ ...draft, schedule: { ...draft.schedule, cron: event.target.value } })}
              />
            </FormRow>
            <FormRow label={text.fromDays} problem={isOrdered ? undefined : text.order}>
              <InputNumber
                aria-label={text.fromDays}
                min={1}
                max={366}
                value={draft.fromDaysAgo}
                onChange={value => setDraft({ ...draft, fromDaysAgo: value ?? 2 })}
              />
            </FormRow>
            <FormRow label={text.toDays}>
              <InputNumber
                aria-label={text.toDays}
                min={0}
                max={365}
                value={draft.toDaysAgo}
                onChange={value => setDraft({ ...draft, toDaysAgo: value ?? 1 })}
              />
            </FormRow>
          </div>
        )}
      </Form>
      {(remedy.config !== null || remedy.runs > 0) && (
        <Descriptions column={{ xs: 2, md: 4 }} size="small" items={items} className="st-gap" />
      )}
      <LateNote save={save} onReload={() => begin(strategy)} />
      <div className="st-line">
        <CanButton
          type="primary"
          authority="strategy:update"
          loading={save.isPending}
          reason={draft === null ? undefined : (hindrance ?? (isOrdered ? undefined : text.order))}
          onClick={() => save.mutate({ remedy: draft })}
        >
          {text.save}
        </CanButton>
        {remedy.config !== null && (
          <CanButton
            authority="strategy:update"
            reason={hindrance}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {text.runNow}
          </CanButton>
        )}
      </div>
    </Section>
  )
}
