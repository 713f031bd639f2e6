import { useMutation } from '@tanstack/react-query'
import { Button, Form, Input, Switch } from 'antd'
import { useId, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError, readRefusedField } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Section } from '../../../../ui/section.tsx'
import { FormRow } from '../parts/form-row.tsx'
import { useCursorText } from '../texts/use-cursor-text.ts'
import type { Cursor, Strategy } from '../types.ts'

/** A range of the increment field read once more; the cursor stays. */
export function RangePanel({ strategy, cursor }: { readonly strategy: Strategy; readonly cursor: Cursor }) {
  const words = useCursorText()
  const text = words.range
  const format = useFormat()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState(cursor.watermark ?? '')
  const [overwrite, setOverwrite] = useState(false)
  const [showProblems, setShowProblems] = useState(false)
  const ids = { from: useId(), to: useId(), overwrite: useId() }
  const params = { id: strategy.id }
  const bounds = { from: from.trim(), to: to.trim() }
  const isReady = bounds.from !== '' && bounds.to !== ''
  /** What the server has against one of them, until it is typed anew. */
  const [refused, setRefused] = useState<ReturnType<typeof readRefusedField>>(null)
  const fail = (error: Error) => {
    const field = readRefusedField(error)
    if (field === null) void message.error(describeError(error).message)
    setRefused(field)
  }
  const count = useMutation({ mutationFn: () => api.strategyCursor.count({ params, body: bounds }), onError: fail })
  const start = useMutation({
    mutationFn: () => api.strategyCursor.range({ params, body: { ...bounds, overwrite } }),
    onSuccess() {
      void message.success(text.started)
      void queryClient.invalidateQueries({ queryKey: ['run'] })
    },
    onError: fail,
  })
  const problem = (field: keyof typeof bounds) =>
    showProblems && bounds[field] === '' ? text.required : refused?.field === field ? refused.message : undefined
  const press = (act: () => void) => {
    setRefused(null)
    if (isReady) act()
    else setShowProblems(true)
  }
  const counted = count.data?.content.count
  if (cursor.field === null) return null
  return (
    <Section title={text.title} text={text.hint}>
      <Form layout="vertical" component="div" className="st-form">
        <div className="st-columns">
          <FormRow isRequired label={`${text.from} (${cursor.field})`} htmlFor={ids.from} problem={problem('from')}>
            <Input id={ids.from} className="sl-code" value={from} onChange={event => setFrom(event.target.value)} />
          </FormRow>
          <FormRow isRequired label={`${text.to} (${cursor.field})`} htmlFor={ids.to} problem={problem('to')}>
            <Input id={ids.to} className="sl-code" value={to} onChange={event => setTo(event.target.value)} />
          </FormRow>
        </div>
        <FormRow label={text.overwrite} htmlFor={ids.overwrite} hint={text.overwriteHint}>
          <Switch id={ids.overwrite} checked={overwrite} onChange={setOverwrite} />
        </FormRow>
      </Form>
      <div className="st-line">
        <CanButton
          type="primary"
          authority="strategy:update"
          loading={start.isPending}
          onClick={() => press(() => start.mutate())}
        >
          {text.start}
        </CanButton>
        <Button loading={count.isPending} onClick={() => press(() => count.mutate())}>
          {text.count}
        </Button>
        <span className="sl-muted" aria-live="polite">
          {count.isSuccess && (counted == null ? words.cursor.rereadUnknown : text.counted(format.number(counted)))}
        </span>
      </div>
    </Section>
  )
}
