import { useMutation, useQuery } from '@tanstack/react-query'
import { Descriptions, Form, Input } from 'antd'
import { useDeferredValue, useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError, readRefusedField } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Section } from '../../../../ui/section.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { useCursorText } from '../texts/use-cursor-text.ts'
import type { Cursor, Strategy } from '../types.ts'

export interface CursorPanelProps {
  readonly strategy: Strategy
  readonly cursor: Cursor
}

/** The cursor in the source's own text, its history, and the way to move it. */
export function CursorPanel({ strategy, cursor }: CursorPanelProps) {
  const text = useCursorText().cursor
  const format = useFormat()
  const [asked, setAsked] = useState<'edit' | 'reset' | null>(null)
  const hasField = cursor.field !== null
  const noField = strategy.config.source.follow ? text.follows : text.noField
  const items = [
    {
      key: 'value',
      label: text.value,
      children: <strong className="sl-code">{cursor.watermark ?? text.none}</strong>,
    },
    { key: 'field', label: text.field, children: cursor.field ?? '–' },
    { key: 'moved', label: text.moved, children: format.time(cursor.moved_at) },
    { key: 'back', label: text.lookBack, children: text.seconds(cursor.look_back_seconds) },
    { key: 'lag', label: text.endLag, children: text.seconds(cursor.end_lag_seconds) },
  ]
  return (
    <Section
      title={text.title}
      text={hasField ? text.hint : noField}
      extra={
        <>
          <CanButton
            size="small"
            authority="strategy:update"
            reason={hasField ? undefined : noField}
            onClick={() => setAsked('edit')}
          >
            {text.edit}
          </CanButton>
          <CanButton
            size="small"
            authority="strategy:update"
            reason={cursor.watermark === null ? text.none : undefined}
            onClick={() => setAsked('reset')}
          >
            {text.reset}
          </CanButton>
        </>
      }
    >
      <Descriptions column={{ xs: 1, md: 2 }} size="small" items={items} />
      <History cursor={cursor} />
      {asked !== null && (
        <MoveDialog strategy={strategy} cursor={cursor} isReset={asked === 'reset'} onClose={() => setAsked(null)} />
      )}
    </Section>
  )
}

function History({ cursor }: { readonly cursor: Cursor }) {
  const text = useCursorText().cursor
  const format = useFormat()
  if (cursor.history.length === 0) return <p className="sl-muted">{text.noHistory}</p>
  return (
    <div className="st-scroll">
      <table className="st-plain">
        <caption>{text.history}</caption>
        <thead>
          <tr>
            {Object.entries(text.columns).map(([name, label]) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cursor.history.map(change => (
            <tr key={change.id}>
              <td>{format.time(change.created_at)}</td>
              <td>{change.changed_by ?? '–'}</td>
              <td>{text.kinds[change.kind]}</td>
              <td className="sl-code">{change.before ?? '–'}</td>
              <td className="sl-code">{change.after ?? '–'}</td>
              <td>{change.reason || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface MoveDialogProps extends CursorPanelProps {
  readonly isReset: boolean
  onClose(): void
}

/** Says how much would be read again before it is saved. */
function MoveDialog({ strategy, cursor, isReset, onClose }: MoveDialogProps) {
  const text = useCursorText().cursor
  const format = useFormat()
  const [value, setValue] = useState(cursor.watermark ?? '')
  const [reason, setReason] = useState('')
  const [showProblems, setShowProblems] = useState(false)
  const ids = { value: useId(), reason: useId() }
  const params = { id: strategy.id }
  const from = useDeferredValue(isReset ? null : value.trim() || null)
  const count = useQuery({
    ...api.strategyCursor.count.query({ params, body: { from, to: cursor.watermark } }),
    enabled: cursor.field !== null && (isReset || from !== null),
    retry: false,
  })
  const move = useMutation({
    mutationFn: () =>
      api.strategyCursor.move({
        params,
        body: { watermark: isReset ? null : value.trim(), expected: cursor.watermark, reason: reason.trim() },
      }),
    onSuccess() {
      void message.success(text.saved)
      void queryClient.invalidateQueries({ queryKey: ['strategyCursor'] })
      void queryClient.invalidateQueries({ queryKey: api.strategy.get.key() })
      onClose()
    },
    onError: error => void message.error(describeError(error).message),
  })
  const isReady = reason.trim() !== '' && (isReset || value.trim() !== '')
  const counted = count.data?.content.count
  return (
    <Dialog
      open
      title={isReset ? text.reset : text.editTitle}
      confirmLoading={move.isPending}
      onOk={() => (isReady ? move.mutate() : setShowProblems(true))}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        {isReset ? (
          <p>{text.resetText}</p>
        ) : (
          <FormRow
            isRequired
            label={text.next}
            htmlFor={ids.value}
            hint={text.nextHint}
            problem={
              showProblems && value.trim() === '' ? text.nextHint : readRefusedField(count.error ?? move.error)?.message
            }
          >
            <Input id={ids.value} className="sl-code" value={value} onChange={event => setValue(event.target.value)} />
          </FormRow>
        )}
        <FormRow
          isRequired
          label={text.reason}
          htmlFor={ids.reason}
          problem={showProblems && reason.trim() === '' ? text.reasonRequired : undefined}
        >
          <Input id={ids.reason} maxLength={500} value={reason} onChange={event => setReason(event.target.value)} />
        </FormRow>
      </Form>
      <p className="sl-muted" aria-live="polite">
        {count.isFetching
          ? text.counting
          : count.error
            ? readRefusedField(count.error) === null && describeError(count.error).message
            : counted === null || counted === undefined
              ? text.rereadUnknown
              : text.reread(format.number(counted))}
      </p>
    </Dialog>
  )
}
