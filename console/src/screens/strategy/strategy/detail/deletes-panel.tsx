import type { SourceConfig } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Alert, Descriptions, Form, Input, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { Section } from '../../../../ui/section.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { usePart, useSaveConfig } from '../parts/use-save-config.ts'
import { useCursorText } from '../texts/use-cursor-text.ts'
import type { Cursor, Strategy } from '../types.ts'
import { LateNote } from './late-note.tsx'

export interface DeletesPanelProps {
  readonly strategy: Strategy
  readonly cursor: Cursor
}

const policies = ['ignore', 'mark', 'delete'] as const

const readDeletes = ({ gate, config }: Strategy): NonNullable<SourceConfig['deletes']> =>
  (gate.draft?.config ?? config).source.deletes ?? { policy: 'ignore', maxPercent: 10 }

/** What a record that is gone at the source means, and the search for such records. */
export function DeletesPanel({ strategy, cursor }: DeletesPanelProps) {
  const text = useCursorText().deletes
  const part = usePart(strategy, 'deletes', readDeletes)
  const { base, draft, change: setDraft, begin } = part
  const ids = { policy: useId(), field: useId() }
  const save = useSaveConfig(base, text.saved, (saved, { deletes: sent }) => begin(saved, sent))
  const [condition] = draft.when?.[0] ?? []
  const setWhen = (field: string, value: string) => {
    const { when: _gone, ...rest } = draft
    setDraft(field === '' ? rest : { ...rest, when: [[{ field, logic: 'eq', value }]] })
  }
  return (
    <Section title={text.title} text={text.hint}>
      <RestoredNote typed={part} />
      <Form layout="vertical" component="div" className="st-form">
        <div className="st-columns">
          <FormRow label={text.policy} htmlFor={ids.policy}>
            <Select
              id={ids.policy}
              value={draft.policy}
              options={policies.map(value => ({ value, label: text.policies[value] }))}
              onChange={policy => setDraft({ ...draft, policy })}
            />
          </FormRow>
          {draft.policy !== 'ignore' && (
            <FormRow label={text.maxPercent} hint={text.maxPercentHint}>
              <InputNumber
                aria-label={text.maxPercent}
                min={0}
                max={100}
                value={draft.maxPercent}
                onChange={value => setDraft({ ...draft, maxPercent: value ?? 10 })}
              />
            </FormRow>
          )}
        </div>
        {draft.policy !== 'ignore' && (
          <FormRow label={text.when} htmlFor={ids.field} hint={text.whenHint}>
            <div className="st-line">
              <Input
                id={ids.field}
                placeholder={text.field}
                value={condition?.field ?? ''}
                onChange={event => setWhen(event.target.value, condition?.value ?? '1')}
              />
              <span>{text.equals}</span>
              <Input
                aria-label={text.equals}
                value={condition?.value ?? ''}
                onChange={event => setWhen(condition?.field ?? '', event.target.value)}
              />
            </div>
          </FormRow>
        )}
      </Form>
      <LateNote save={save} onReload={() => begin(strategy)} />
      <div className="st-line st-gap">
        <CanButton
          type="primary"
          authority="strategy:update"
          loading={save.isPending}
          onClick={() => save.mutate({ deletes: draft })}
        >
          {text.save}
        </CanButton>
      </div>
      <Scan strategy={strategy} cursor={cursor} />
    </Section>
  )
}

/** The search for what is gone, and the word of a person where that is much. */
export function Scan({ strategy, cursor }: DeletesPanelProps) {
  const text = useCursorText().deletes
  const format = useFormat()
  const [isAsked, setAsked] = useState(false)
  const { deletes } = cursor
  const { scan } = deletes
  const start = useMutation({
    mutationFn: (confirmed: number | undefined) =>
      api.strategyCursor.scan({
        params: { id: strategy.id },
        body: confirmed === undefined ? {} : { confirmed },
      }),
    onSuccess() {
      void message.success(text.scanStarted)
      void queryClient.invalidateQueries({ queryKey: ['run'] })
      void queryClient.invalidateQueries({ queryKey: ['strategyCursor'] })
      setAsked(false)
    },
    onError: error => void message.error(describeError(error).message),
  })
  const isIgnored = deletes.policy === 'ignore' && deletes.retirement === null
  const vanished = scan?.vanished ?? 0
  const mayConfirm = scan?.state === 'blocked' && scan.unreadable === 0 && vanished > 0
  return (
    <>
      <Descriptions
        className="st-gap"
        size="small"
        column={{ xs: 1, md: 2 }}
        items={[
          { key: 'deleted', label: text.deleted, children: format.number(deletes.deleted) },
          {
            key: 'scan',
            label: text.scan,
            children: scan
              ? `${text.states[scan.state]} · ${format.time(scan.updated_at)}${scan.known === null ? '' : ` · ${text.found(format.number(vanished), format.number(scan.known))}`}`
              : '–',
          },
        ]}
      />
      {scan?.state === 'blocked' && (
        <Alert
          className="st-gap"
          type="warning"
          showIcon
          title={
            scan.unreadable > 0
              ? text.unreadable(format.number(scan.unreadable))
              : text.found(format.number(vanished), format.number(scan.known ?? 0))
          }
          action={
            mayConfirm && (
              <CanButton danger size="small" authority="strategy:update" onClick={() => setAsked(true)}>
                {text.confirm(format.number(vanished))}
              </CanButton>
            )
          }
        />
      )}
      <div className="st-line">
        <CanButton
          authority="strategy:update"
          loading={start.isPending}
          reason={isIgnored ? text.needsPolicy : undefined}
          onClick={() => start.mutate(undefined)}
        >
          {text.scan}
        </CanButton>
        <span className="sl-muted">{text.scanHint}</span>
      </div>
      <ConfirmDanger
        open={isAsked}
        title={text.confirmTitle}
        text={text.confirmText(format.number(vanished))}
        action={text.confirm(format.number(vanished))}
        isBusy={start.isPending}
        onConfirm={() => start.mutate(vanished)}
        onCancel={() => setAsked(false)}
      />
    </>
  )
}
